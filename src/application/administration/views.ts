import { denied, failure, notFound } from '../../domain/failure.js';
import { reason } from '../../domain/reason/reason.js';
import { decideRead, type Principal } from '../../domain/permission/permission.js';
import { compare, equals } from '../../domain/query/compare.js';
import { err, ok, type Result } from '../../domain/result.js';
import type { Json, Uid } from '../../domain/schema/schema.js';
import { writingFor } from '../audit/writing-for.js';
import type { Documents } from '../documents/use-cases.js';
import {
  blankView,
  checkChange,
  isFor,
  isMine,
  isReadable,
  isSeen,
  may,
  mayChange,
  type ViewDependencies,
  type ViewRequest,
} from './check-view.js';
import { inTurn } from './owners.js';
import { removeEach, viewRecords, type ViewRecord } from './records.js';
import { listRoles } from './roles.js';

/** A view as one administrator sees it. */
export interface ListedView {
  readonly id: string;
  readonly type: Uid;
  readonly name: string;
  readonly search: { readonly [name: string]: Json };
  readonly isMine: boolean;
  readonly roles: readonly string[];
  /** Whether their list of the content-type begins with it. */
  readonly isDefault: boolean;
  readonly mayChange: boolean;
  readonly mayRemove: boolean;
}

/** Lists that administrators gave a name. A view is only a question: whoever opens it gets what they may read. */
export interface ViewService {
  /**
   * Returns one's own views, those that are shared with one's role, and all shared ones for who may remove them; none that names
   * what they may not read.
   */
  list(principal: Principal): Promise<Result<readonly ListedView[]>>;
  /** Keeps a view, in the place of one's own of the same name. Fails with `POLICY.DENIED` without the right to share. */
  save(principal: Principal, type: Uid, request: ViewRequest): Promise<Result<unknown>>;
  update(principal: Principal, id: string, request: ViewRequest): Promise<Result<unknown>>;
  remove(principal: Principal, id: string): Promise<Result<unknown>>;
  /** Returns the names of the roles to share with. */
  roles(principal: Principal): Promise<Result<readonly string[]>>;
}

/** Of one administrator, for one content-type. */
const most = 50;

const noView = failure('DOCUMENT.NOT_FOUND', reason('view.none'));

export function createViews(dependencies: ViewDependencies): ViewService {
  const { documents } = dependencies;
  const seen = async (principal: Principal): Promise<Result<readonly ViewRecord[]>> => {
    const own = equals('owner', principal.user?.documentId ?? '');
    const shared = compare('isShared', '$eq', true);
    const found = await viewRecords.all(documents, { kind: 'or', filters: [own, shared] });
    if (!found.ok) return found;
    return ok(
      found.value.filter((view) => isSeen(principal, view) && isReadable(dependencies, principal, view)),
    );
  };
  const one = async (principal: Principal, id: string): Promise<Result<ViewRecord>> => {
    const found = await seen(principal);
    if (!found.ok) return found;
    const view = found.value.find(({ documentId }) => documentId === id);
    return view === undefined ? err(noView) : ok(view);
  };
  return {
    async list(principal) {
      const found = await seen(principal);
      return found.ok ? ok(found.value.map((view) => listed(principal, view))) : found;
    },
    save: (principal, type, request) =>
      inTurn(dependencies, () => saveView(dependencies, principal, type, request)),
    update: (principal, id, request) =>
      inTurn(dependencies, async () => {
        const found = await one(principal, id);
        if (!found.ok) return found;
        if (!mayChange(principal, found.value, request)) return err(denied);
        const view = await checkChange(dependencies, principal, found.value, request);
        return view.ok ? write(dependencies, principal, view.value) : view;
      }),
    async remove(principal, id) {
      const found = await one(principal, id);
      if (!found.ok) return found;
      if (!isMine(principal, found.value) && !may(principal, 'delete')) return err(denied);
      return viewRecords.remove(writingFor(documents, principal), id);
    },
    async roles(principal) {
      if (!may(principal, 'create')) return err(denied);
      const found = await listRoles(dependencies);
      return found.ok ? ok(found.value.map(({ name }) => name)) : found;
    },
  };
}

async function saveView(
  dependencies: ViewDependencies,
  principal: Principal,
  type: Uid,
  request: ViewRequest,
): Promise<Result<unknown>> {
  const owner = principal.user?.documentId;
  const shape = dependencies.schema.contentTypes.get(type);
  if (shape?.exposed !== true) return err(notFound);
  if (owner === undefined || decideRead(principal, shape, 'draft') === null) return err(denied);
  const own = await viewRecords.all(dependencies.documents, equals('owner', owner));
  if (!own.ok) return own;
  const ofType = own.value.filter((other) => other.type === type);
  const name = typeof request.name === 'string' ? request.name.trim() : '';
  const same = ofType.find((other) => other.name === name);
  if (same !== undefined && !mayChange(principal, same, request)) return err(denied);
  if (same === undefined && ofType.length >= most)
    return err(failure('INPUT.MISMATCH', reason('view.count', { max: most })));
  const view = await checkChange(dependencies, principal, same ?? blankView(owner, type), request);
  return view.ok ? write(dependencies, principal, view.value) : view;
}

/** Removes the views that an administrator shared with nobody. */
export async function removeOwnViews(documents: Documents, owner: string): Promise<Result<unknown>> {
  const found = await viewRecords.all(documents, equals('owner', owner));
  return removeEach(
    documents,
    viewRecords,
    found.ok ? ok(found.value.filter((one) => !one.isShared)) : found,
  );
}

const listed = (principal: Principal, view: ViewRecord): ListedView => ({
  id: view.documentId,
  type: view.type,
  name: view.name,
  search: view.search,
  isMine: isMine(principal, view),
  roles: view.roles,
  isDefault: view.isDefault && isFor(principal, view),
  mayChange: mayChange(principal, view),
  mayRemove: isMine(principal, view) || may(principal, 'delete'),
});

/** Writes a view. The default of a content-type replaces the one before. */
async function write(
  { documents }: ViewDependencies,
  principal: Principal,
  { documentId, ...view }: ViewRecord,
): Promise<Result<unknown>> {
  const writing = writingFor(documents, principal);
  const written =
    documentId === ''
      ? await viewRecords.insert(writing, view)
      : await viewRecords.update(writing, documentId, view);
  if (!written.ok || !view.isDefault) return written;
  const id = documentId === '' ? written.value : documentId;
  const others = await viewRecords.all(documents, compare('isDefault', '$eq', true));
  if (!others.ok) return others;
  for (const other of others.value) {
    if (other.type !== view.type || other.documentId === id) continue;
    const left = await viewRecords.update(writing, other.documentId, { isDefault: false });
    if (!left.ok) return left;
  }
  return ok(undefined);
}
