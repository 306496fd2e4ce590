import { denied, failure } from '../../domain/failure.js';
import { reason } from '../../domain/reason/reason.js';
import { relationsOf } from '../../domain/permission/decisive-relations.js';
import {
  mayWithAll,
  nobody,
  type Action,
  type Grants,
  type Principal,
} from '../../domain/permission/permission.js';
import { err, ok, type Result } from '../../domain/result.js';
import {
  administratorRoleType,
  administratorType,
  healthArea,
  tokenArea,
  trailArea,
  typeArea,
} from '../../domain/schema/built-in-uids.js';
import { createDeclaredActions } from '../access/declared-actions.js';
import { checkEach, requestOf } from '../access/check-grants.js';
import { grantRecords, heldActions, limitsKey, type HeldAction } from '../access/grant-records.js';
import { readGrants } from '../access/principals.js';
import type { GrantReading } from '../access/read-permission.js';
import { writingFor } from '../audit/writing-for.js';
import type { GrantRecord } from '../ports/access-store.js';
import { builtInGrants, builtInRoles, isBuiltIn } from './built-in-roles.js';
import { checkName } from './check-person.js';
import { invalid, noRole } from './failures.js';
import { inTurn } from './owners.js';
import { administrators, roleRecords } from './records.js';
import { requireFactor, rolesWithFactor } from './required-factor.js';
import { equals } from '../../domain/query/compare.js';
import type { AdministrationDependencies } from './dependencies.js';
import type { ListedRole } from './listed.js';
import type { Administration } from './use-cases.js';

const declared = createDeclaredActions();
declared.replace(
  Object.entries({
    [tokenArea]: ['find', 'delete'],
    [trailArea]: ['find'],
    [healthArea]: ['find', 'update'],
    [typeArea]: ['find', 'update', 'delete'],
  }).flatMap(([type, offered]) => offered.map((action) => ({ type, action }))),
);

const reading = ({ schema, filters }: AdministrationDependencies): GrantReading => ({
  schema,
  filters,
  declared,
});

/** Returns what a role may do; nothing if it does not exist. */
export async function grantsOfRole(
  dependencies: AdministrationDependencies,
  name: string,
): Promise<Result<Grants>> {
  if (isBuiltIn(name)) return ok(grantsFrom(dependencies, builtInGrants(dependencies.schema, name)));
  const found = await roleRecords.find(dependencies.documents, 'name', name);
  return found.ok ? ok(grantsFrom(dependencies, found.value?.grants ?? [])) : found;
}

const grantsFrom = (
  dependencies: AdministrationDependencies,
  records: readonly GrantRecord[] | null,
): Grants => (records === null ? { kind: 'all' } : readGrants(reading(dependencies), records, () => {}));

/**
 * Whether `principal` may do all that these records allow with all documents, so that they may give or change it. Null:
 * everything.
 */
export const covers = (principal: Principal, records: readonly GrantRecord[] | null): boolean =>
  principal.grants.kind === 'all' ||
  (records !== null &&
    [...heldActions(records).values()].every(({ action, type }) =>
      mayWithAll(principal, action as Action, type),
    ));

/** Returns the grants that are in only one of the two, or with other limits. */
export function changedGrants(
  before: readonly GrantRecord[],
  after: readonly GrantRecord[],
): readonly GrantRecord[] {
  const [was, is] = [heldActions(before), heldActions(after)];
  const textOf = (held: HeldAction | undefined): string | null => (held ? limitsKey(held) : null);
  const differs = (key: string): boolean => textOf(was.get(key)) !== textOf(is.get(key));
  return grantRecords([...was, ...is].filter(([key]) => differs(key)).map(([, held]) => held));
}

/** Returns the stored or built-in grants of a role that `principal` may give. */
export async function roleToGive(
  dependencies: AdministrationDependencies,
  principal: Principal,
  name: unknown,
): Promise<Result<string>> {
  const found = await listRoles(dependencies);
  if (!found.ok) return found;
  const role = found.value.find((one) => one.name === name);
  if (role === undefined)
    return err(invalid('role', reason('role.notListed', { names: found.value.map((one) => one.name) })));
  return covers(principal, role.grants) ? ok(role.name) : err(denied);
}

export async function listRoles({
  documents,
  schema,
  values,
}: Pick<AdministrationDependencies, 'documents' | 'schema' | 'values'>): Promise<
  Result<readonly ListedRole[]>
> {
  const stored = await roleRecords.all(documents);
  if (!stored.ok) return stored;
  const needing = await rolesWithFactor(values);
  if (!needing.ok) return needing;
  const roles = [
    ...builtInRoles.map((name) => ({ name, isBuiltIn: true, grants: builtInGrants(schema, name) })),
    ...stored.value.map(({ name, grants }) => ({ name, isBuiltIn: false, grants })),
  ];
  return ok(roles.map((role) => ({ ...role, needsSecondFactor: needing.value.includes(role.name) })));
}

/** Links of documents must not decide what administrators may do, as others can change these. */
function checkGrantsOfRole(
  dependencies: AdministrationDependencies,
  given: unknown,
): Result<readonly GrantRecord[]> {
  if (!Array.isArray(given) || given.length === 0) return err(invalid('grants', reason('role.grants')));
  const checked = checkEach(reading(dependencies), given.map(requestOf), 'user');
  if (!checked.ok) return checked;
  const { schema } = dependencies;
  const grants = readGrants(reading(dependencies), checked.value, () => {});
  const crossing = grants.kind === 'listed' ? [...grants.listed] : [];
  const through = crossing.find(([uid, permissions]) => {
    const type = schema.contentTypes.get(uid);
    return [...permissions.values()].some(
      ({ filter }) => filter !== null && type !== undefined && relationsOf(schema, type, filter).size > 0,
    );
  });
  return through === undefined
    ? checked
    : err(invalid('grants', reason('role.filters', { type: through[0] })));
}

export function createRoles(
  dependencies: AdministrationDependencies,
): Pick<
  Administration,
  | 'roles'
  | 'rolesThatGive'
  | 'rolesToGive'
  | 'createRole'
  | 'updateRole'
  | 'requireSecondFactor'
  | 'removeRole'
> {
  const { documents, values } = dependencies;
  return {
    async roles(principal) {
      return mayWithAll(principal, 'find', administratorRoleType) ? listRoles(dependencies) : err(denied);
    },
    async rolesThatGive({ action, type }) {
      const all = await listRoles(dependencies);
      if (!all.ok) return all;
      const gives = ({ grants }: ListedRole): boolean => {
        const holder: Principal = { ...nobody, grants: grantsFrom(dependencies, grants) };
        return (
          mayWithAll(holder, 'update', administratorRoleType) && mayWithAll(holder, action as Action, type)
        );
      };
      return ok(all.value.filter(gives).map(({ name }) => name));
    },
    async rolesToGive(principal) {
      const mayGive = (['create', 'update'] as const).some((action) =>
        mayWithAll(principal, action, administratorType),
      );
      if (!mayGive) return ok([]);
      const all = await listRoles(dependencies);
      return all.ok
        ? ok(all.value.filter(({ grants }) => covers(principal, grants)).map(({ name }) => name))
        : all;
    },
    async createRole(principal, request) {
      if (!mayWithAll(principal, 'create', administratorRoleType)) return err(denied);
      const name = checkName(request.name);
      if (!name.ok) return name;
      if (isBuiltIn(name.value.toLowerCase())) return err(invalid('name', reason('role.builtInName')));
      const grants = checkGrantsOfRole(dependencies, request.grants);
      if (!grants.ok) return grants;
      if (!covers(principal, grants.value)) return err(denied);
      return roleRecords.insert(writingFor(documents, principal), { name: name.value, grants: grants.value });
    },
    async updateRole(principal, name, given) {
      if (!mayWithAll(principal, 'update', administratorRoleType)) return err(denied);
      if (isBuiltIn(name)) return err(failure('INPUT.MISMATCH', reason('role.builtIn')));
      const found = await roleRecords.find(documents, 'name', name);
      if (!found.ok) return found;
      if (found.value === null) return err(noRole);
      const grants = checkGrantsOfRole(dependencies, given);
      if (!grants.ok) return grants;
      if (!covers(principal, changedGrants(found.value.grants, grants.value))) return err(denied);
      const change = { grants: grants.value };
      return roleRecords.update(writingFor(documents, principal), found.value.documentId, change);
    },
    async requireSecondFactor(principal, name, isRequired) {
      if (!mayWithAll(principal, 'update', administratorRoleType)) return err(denied);
      const roles = await listRoles(dependencies);
      if (!roles.ok) return roles;
      const role = roles.value.find((one) => one.name === name);
      if (role === undefined) return err(noRole);
      if (!covers(principal, role.grants)) return err(denied);
      const changed = await inTurn(dependencies, () => requireFactor(values, name, isRequired));
      const names = ['needsSecondFactor'];
      const event = { action: 'update', type: administratorRoleType, subject: name, names } as const;
      if (changed.ok) await dependencies.audit?.record(principal, event);
      return changed;
    },
    async removeRole(principal, name) {
      if (!mayWithAll(principal, 'delete', administratorRoleType)) return err(denied);
      const found = await roleRecords.find(documents, 'name', name);
      if (!found.ok) return found;
      if (found.value === null) return err(noRole);
      if (!covers(principal, found.value.grants)) return err(denied);
      const holders = await administrators.all(documents, equals('role', name));
      if (!holders.ok) return holders;
      if (holders.value.length > 0)
        return err(failure('INPUT.MISMATCH', reason('role.held', { count: holders.value.length })));
      const { documentId } = found.value;
      return inTurn(dependencies, async () => {
        const removed = await roleRecords.remove(writingFor(documents, principal), documentId);
        return removed.ok ? requireFactor(values, name, false) : removed;
      });
    },
  };
}
