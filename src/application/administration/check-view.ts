import { decideRead, mayWithAll, type Principal } from '../../domain/permission/permission.js';
import { denied } from '../../domain/failure.js';
import { reason } from '../../domain/reason/reason.js';
import { planRead } from '../../domain/plan/plan-read.js';
import { err, ok, type Result } from '../../domain/result.js';
import { viewType } from '../../domain/schema/built-in-uids.js';
import type { Schema, Uid } from '../../domain/schema/schema.js';
import { defaultLimits } from '../documents/limits.js';
import type { Documents } from '../documents/use-cases.js';
import type { GrantFilters } from '../ports/grant-filters.js';
import { checkName } from './check-person.js';
import { invalid } from './failures.js';
import type { TurnDependencies } from './owners.js';
import type { ViewRecord } from './records.js';
import { listRoles } from './roles.js';
import { checkSearch } from './view-search.js';

export interface ViewDependencies extends TurnDependencies {
  readonly schema: Schema;
  readonly documents: Documents;
  /** Decodes the filters of a view, which have the form of those of grants. */
  readonly filters: GrantFilters;
}

/** Callers can pass any value, so each member is checked. Members that are absent stay as they are. */
export interface ViewRequest {
  readonly name?: unknown;
  readonly search?: unknown;
  /** The roles to share it with; empty: it is for oneself. */
  readonly roles?: unknown;
  readonly isDefault?: unknown;
}

const longestName = 60;

export const may = (principal: Principal, action: 'create' | 'update' | 'delete'): boolean =>
  mayWithAll(principal, action, viewType);

export const isMine = ({ user }: Principal, { owner }: ViewRecord): boolean => user?.documentId === owner;

export const isFor = ({ role }: Principal, { roles }: ViewRecord): boolean =>
  role !== undefined && roles.includes(role);

export const isSeen = (principal: Principal, view: ViewRecord): boolean =>
  isMine(principal, view) || (view.isShared && (isFor(principal, view) || may(principal, 'delete')));

/** Whoever takes back what they shared needs no right to share. */
export const mayChange = (principal: Principal, view: ViewRecord, { roles }: ViewRequest = {}): boolean => {
  if (!isMine(principal, view)) return may(principal, 'update');
  const isTakenBack = Array.isArray(roles) && roles.length === 0;
  return !view.isShared || isTakenBack || may(principal, 'create');
};

export const blankView = (owner: string, type: Uid): ViewRecord => ({
  documentId: '',
  owner,
  type,
  name: '',
  search: {},
  roles: [],
  isShared: false,
  isDefault: false,
});

/** Whether the principal may ask what a view asks: its filters and its order show nothing that they may not read. */
export function isReadable(
  { schema, filters }: ViewDependencies,
  principal: Principal,
  { type: uid, search }: Pick<ViewRecord, 'type' | 'search'>,
): boolean {
  const type = schema.contentTypes.get(uid);
  if (type?.exposed !== true || decideRead(principal, type, 'draft') === null) return false;
  const filter = search['filters'] === undefined ? null : filters.decode(search['filters']);
  if (filter?.ok === false) return false;
  const { sort } = search;
  const sorts = typeof sort === 'string' ? sort.split(',') : [];
  const plan = planRead(
    schema,
    {
      type: uid,
      action: 'find',
      layer: 'draft',
      range: { offset: 0, limit: 1 },
      count: false,
      fields: ['documentId'],
      ...(filter !== null && { filters: filter.value }),
      sort: sorts.map((one) => ({ path: (one.split(':')[0] ?? '').split('.'), direction: 'asc' })),
    },
    principal,
    defaultLimits,
  );
  return plan.ok;
}

/** Returns the view as it is to be, if the principal may make it so. */
export async function checkChange(
  dependencies: ViewDependencies,
  principal: Principal,
  view: ViewRecord,
  request: ViewRequest,
): Promise<Result<ViewRecord>> {
  const name = checkName(request.name ?? view.name);
  if (!name.ok) return name;
  if (name.value.length > longestName) return err(invalid('name', reason('view.name', { max: longestName })));
  const search = checkSearch(request.search ?? view.search);
  if (!search.ok) return search;
  if (!isReadable(dependencies, principal, { type: view.type, search: search.value }))
    return err(invalid('search', reason('view.searchNames')));
  const roles = await checkRoles(dependencies, request.roles ?? view.roles);
  if (!roles.ok) return roles;
  const isShared = roles.value.length > 0;
  const isDefault = isShared ? (request.isDefault ?? view.isDefault) : (request.isDefault ?? false);
  if (typeof isDefault !== 'boolean' || (isDefault && !isShared))
    return err(invalid('isDefault', reason('view.default')));
  const isNewlyShared = isShared && isMine(principal, view) && !may(principal, 'create');
  const isNewDefault = isDefault && !view.isDefault && !may(principal, 'update');
  if (isNewlyShared || isNewDefault) return err(denied);
  return ok({ ...view, name: name.value, search: search.value, roles: roles.value, isShared, isDefault });
}

async function checkRoles(
  dependencies: ViewDependencies,
  given: unknown,
): Promise<Result<readonly string[]>> {
  if (Array.isArray(given) && given.length === 0) return ok([]);
  const found = await listRoles(dependencies);
  if (!found.ok) return found;
  const names = found.value.map(({ name }) => name);
  const isKnown = Array.isArray(given) && given.every((name) => names.includes(name as string));
  return isKnown
    ? ok(names.filter((name) => given.includes(name)))
    : err(invalid('roles', reason('view.roles', { names })));
}
