import * as t from 'io-ts';
import type { ListedView } from '../../../application/administration/views.js';
import type { Principal } from '../../../domain/permission/permission.js';
import { ok, type Result } from '../../../domain/result.js';
import { contentTypeOf, type Json, type Schema } from '../../../domain/schema/schema.js';
import type { AdminDependencies, Call, Reply } from './call.js';
import { areas } from './contract/areas.js';
import { ListView, ViewBody, ViewChange } from './contract/views.js';
import { listOf } from './contract/wire.js';
import { columnsOf } from './documents/columns.js';
import { readable } from './documents/readable.js';
import { idOf, replyWith } from './people.js';
import { allOf, ofType, route, type Route } from './route.js';

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
): Promise<Result<Reply<readonly ListView[]>>> {
  const changed = await change;
  if (!changed.ok) return changed;
  const found = await views.list(principal);
  return found.ok ? ok({ data: presentViews(schema, principal, found.value) }) : found;
}

/** Each change answers all views as they are then. */
export const viewRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: 'views',
    summary: 'Save a list under a name',
    about:
      'Saving one of the same name again replaces it. Sharing it needs `create` on `plugin::admin.view`.',
    needs: ofType('find'),
    takes: ViewBody,
    gives: listOf(ListView),
    status: 201,
    also: [404],
    run(dependencies, call) {
      const { uid, ...request } = call.body;
      return after(dependencies, call, dependencies.views.save(call.principal, uid, request));
    },
  }),
  route({
    method: 'PATCH',
    path: 'views/:id',
    summary: 'Change a view',
    needs: { ...allOf('update', areas.views), orOwn: true },
    takes: ViewChange,
    gives: listOf(ListView),
    run: (dependencies, call) =>
      after(dependencies, call, dependencies.views.update(call.principal, idOf(call), call.body)),
  }),
  route({
    method: 'DELETE',
    path: 'views/:id',
    summary: 'Remove a view',
    needs: { ...allOf('delete', areas.views), orOwn: true },
    gives: listOf(ListView),
    run: (dependencies, call) =>
      after(dependencies, call, dependencies.views.remove(call.principal, idOf(call))),
  }),
  route({
    method: 'GET',
    path: 'view-roles',
    summary: 'List the names of the roles that a view may be shared with',
    needs: allOf('create', areas.views),
    gives: listOf(t.string),
    run: ({ views }, { principal }) => replyWith(views.roles(principal)),
  }),
];
