import { between, type RowHooks, type RowOperation } from '../../../application/documents/row-hooks.js';
import type { Schema } from '../../../domain/schema/schema.js';

/** The operations of the query engine that hooks can surround. */
export type QueryAction =
  | 'findOne'
  | 'findMany'
  | 'count'
  | 'create'
  | 'createMany'
  | 'update'
  | 'updateMany'
  | 'delete'
  | 'deleteMany';

/** Runs an operation between its hooks, which may change its parameters and its result. */
export interface QueryHooks {
  around<T>(
    uid: string,
    action: QueryAction,
    params: Readonly<Record<string, unknown>>,
    work: (params: Readonly<Record<string, unknown>>) => Promise<T>,
  ): Promise<T>;
}

export const noQueryHooks: QueryHooks = { around: (_uid, _action, params, work) => work(params) };

/** Makes operations of the query engine run the hooks of the app, each its own and no others. */
export const queryHooksOf = (hooks: RowHooks, schema: Schema): QueryHooks => ({
  around(uid, action, params, work) {
    const type = schema.contentTypes.get(uid);
    if (type === undefined || !hooks.has(uid)) return work(params);
    const operation = `${action.charAt(0).toUpperCase()}${action.slice(1)}` as RowOperation;
    return between(hooks, type, operation, { ...params }, work);
  },
});
