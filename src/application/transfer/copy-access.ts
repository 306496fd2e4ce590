import { ok, type Result } from '../../domain/result.js';
import type { AccessState, AccessStore, TokenRecord } from '../ports/access-store.js';

/** Grants and tokens, into a store that may have some of them already: from a run that was stopped. */
export async function copyAccess(state: AccessState, target: AccessStore): Promise<Result<void>> {
  const there = await target.load();
  if (!there.ok) return there;
  for (const { name, grants } of state.roles) {
    for (const { type, actions } of grants) {
      const granted = await target.grant(name, type, actions);
      if (!granted.ok) return granted;
    }
  }
  for (const token of state.tokens) {
    const former = there.value.tokens.find(({ name }) => name === token.name);
    const added = await putToken(target, token, former);
    if (!added.ok) return added;
  }
  return ok(undefined);
}

async function putToken(
  target: AccessStore,
  token: TokenRecord,
  former: TokenRecord | undefined,
): Promise<Result<void>> {
  if (former?.hash === token.hash) return ok(undefined);
  if (former !== undefined) {
    const removed = await target.removeToken(token.name);
    if (!removed.ok) return removed;
  }
  return target.addToken(token);
}

/** A line for each grant and token, to be compared: in one order, whatever the store. */
export const accessLines = ({ roles, tokens }: AccessState): readonly string[] =>
  [
    ...roles.flatMap(({ name, grants }) =>
      grants.flatMap(({ type, actions }) => actions.map((action) => `grant of ${name} to ${action} ${type}`)),
    ),
    ...tokens.map(
      ({ name, hash, access, grants, createdAt, expiresAt }) =>
        `token ${JSON.stringify(name)} (${access}, made ${createdAt}, ends ${expiresAt ?? 'never'}, sha256 ${hash.slice(0, 12)}…${grantsText(grants)})`,
    ),
  ].sort();

const grantsText = (grants: TokenRecord['grants']): string =>
  grants
    .map(({ type, actions }) => `, ${type}:${[...actions].sort().join(',')}`)
    .sort()
    .join('');
