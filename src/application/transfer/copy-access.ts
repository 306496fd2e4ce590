import { limitsKey } from '../access/grant-records.js';
import { ok, type Result } from '../../domain/result.js';
import type { AccessState, AccessStore, GrantRecord } from '../ports/access-store.js';

/** Copies roles, grants and tokens, and replaces those of an interrupted run. */
export async function copyAccess(
  state: AccessState,
  target: Pick<AccessStore, 'load' | 'change'>,
): Promise<Result<void>> {
  const there = await target.load();
  if (!there.ok) return there;
  const names = (records: readonly { readonly name: string }[]) => records.map(({ name }) => name);
  const changed = await target.change({
    removeRoles: names(there.value.roles),
    removeTokens: names(there.value.tokens),
    addRoles: names(state.roles),
    grant: state.roles.flatMap(({ name, grants }) => grants.map((grant) => ({ role: name, ...grant }))),
    addTokens: state.tokens,
  });
  return changed.ok ? ok(undefined) : changed;
}

/** Returns a line for each role, grant and token, sorted, to compare stores. */
export const accessLines = ({ roles, tokens }: AccessState): readonly string[] =>
  [
    ...roles.map(({ name }) => `role ${name}`),
    ...roles.flatMap(({ name, grants }) =>
      grants.flatMap((grant) =>
        grant.actions.map((action) => `grant of ${name} to ${action} ${grant.type}${limitsText(grant)}`),
      ),
    ),
    ...tokens.map(
      ({ name, hash, access, grants, createdAt, expiresAt }) =>
        `token ${JSON.stringify(name)} (${access}, made ${createdAt}, ends ${expiresAt ?? 'never'}, sha256 ${hash.slice(0, 12)}…${grantsText(grants)})`,
    ),
  ].sort();

const limitsText = (grant: GrantRecord): string => {
  const limits = limitsKey(grant);
  return limits === '' ? '' : ` within ${limits}`;
};

const grantsText = (grants: readonly GrantRecord[]): string =>
  grants
    .map((grant) => `, ${grant.type}:${[...grant.actions].sort().join(',')}${limitsText(grant)}`)
    .sort()
    .join('');
