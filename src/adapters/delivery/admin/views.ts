import type { ListedView } from '../../../application/administration/views.js';
import type { Principal } from '../../../domain/permission/permission.js';
import { ok, type Result } from '../../../domain/result.js';
import { contentTypeOf, type Json, type Schema } from '../../../domain/schema/schema.js';
import type { AdminDependencies, Call, Reply, Route } from './call.js';
import { ViewBody, ViewChange, type ListView } from './contract/views.js';
import { decodeBody } from './decode-body.js';
import { columnsOf } from './documents/columns.js';
import { readable } from './documents/readable.js';
import { idOf, replyWith } from './people.js';

/** Leaves out the columns that the principal may not read. */
export const presentViews = (
  schema: Schema,
  principal: Principal,
  views: readonly ListedView[],
): readonly ListView[] =>
  views.map(({ type: uid, search, ...view }) => {
    const { columns } = search;
    const attributes = readable(principal, contentTypeOf(schema, uid)) ?? [];
    const isShown = (name: string): boolean =>
      name.startsWith('$') || columnsOf(schema, principal, attributes, name).ok;
    const shown: Json =
      typeof columns === 'string' ? columns.split(',').filter(isShown).join(',') : (columns ?? null);
    return { ...view, uid, search: { ...search, ...(columns !== undefined && { columns: shown }) } };
  });

/** Answers all views as they are after a change. */
async function after(
  { views, schema }: AdminDependencies,
  { principal }: Call,
  change: Promise<Result<unknown>>,
  status = 200,
): Promise<Result<Reply>> {
  const changed = await change;
  if (!changed.ok) return changed;
  const found = await views.list(principal);
  return found.ok ? ok({ status, data: presentViews(schema, principal, found.value) }) : found;
}

export const viewRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: 'views',
    run(dependencies, call) {
      const asked = decodeBody(ViewBody, call.body);
      if (!asked.ok) return asked;
      const { uid, ...request } = asked.value;
      return after(dependencies, call, dependencies.views.save(call.principal, uid, request), 201);
    },
  },
  {
    method: 'PATCH',
    path: 'views/:id',
    run(dependencies, call) {
      const asked = decodeBody(ViewChange, call.body);
      if (!asked.ok) return asked;
      return after(dependencies, call, dependencies.views.update(call.principal, idOf(call), asked.value));
    },
  },
  {
    method: 'DELETE',
    path: 'views/:id',
    run: (dependencies, call) =>
      after(dependencies, call, dependencies.views.remove(call.principal, idOf(call))),
  },
  {
    method: 'GET',
    path: 'view-roles',
    run: ({ views }, { principal }) => replyWith(views.roles(principal)),
  },
];
