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
