import { ok } from '../../../domain/result.js';
import type {
  AccessFiles,
  AccessFilesDependencies,
  AccessFile,
  GrantDefinition,
  TokenDefinition,
} from './access-file.js';
import { applyAccessFile } from './apply-access-file.js';
import { readCurrentAccess, type CurrentAccess } from './current-access.js';
import { checkGrant, type Holder } from '../check-grants.js';
import type { GrantReading } from '../read-permission.js';
import { holderOf } from '../role-grants.js';
import type { GrantRecord, TokenRecord } from '../../ports/access-store.js';

export const createAccessFiles = (dependencies: AccessFilesDependencies): AccessFiles => ({
  export: async () => {
    const current = await readCurrentAccess(dependencies.store, dependencies.documents);
    return current.ok ? ok(accessFileOf(dependencies, current.value)) : current;
  },
  apply: (file, options) => applyAccessFile(dependencies, file, options),
});

/**
 * Sorted by name, so that equal access gives equal files. Grants that no longer fit the schema permit nothing and are
 * omitted.
 */
function accessFileOf(reading: GrantReading, { roles, tokens, described }: CurrentAccess): AccessFile {
  const grants = new Map(roles.map((role) => [role.name, role.grants]));
  return {
    version: 1,
    roles: [...described.values()]
      .filter(({ type }) => type !== '')
      .sort((left, right) => (left.type < right.type ? -1 : 1))
      .map(({ type, name, description }) => ({
        type,
        name,
        description,
        grants: definitionsOf(reading, grants.get(type) ?? [], holderOf(type)),
      })),
    tokens: [...tokens]
      .sort((left, right) => (left.name < right.name ? -1 : 1))
      .flatMap((token) => tokenDefinition(reading, token)),
  };
}

const definitionsOf = (
  reading: GrantReading,
  grants: readonly GrantRecord[],
  holder: Holder,
): readonly GrantDefinition[] =>
  grants
    .map(({ type, actions, ...limits }) => ({ uid: type, actions, ...limits }))
    .filter((grant) => checkGrant(reading, grant, holder).ok);

/** A custom token without grants is omitted. */
function tokenDefinition(
  reading: GrantReading,
  { name, access, grants, expiresAt }: TokenRecord,
): readonly TokenDefinition[] {
  if (access !== 'custom') return [{ name, access, expiresAt }];
  const fitting = definitionsOf(reading, grants, 'nobody');
  return fitting.length === 0 ? [] : [{ name, access, grants: fitting, expiresAt }];
}
