import type { AttributeOf, ComposedName, Registry, ScalarName } from './registry.js';
import type { AnyResult } from './results.js';
import type { InputValue } from './values.js';

type One = 'Create' | 'Update' | 'Delete' | 'FindOne';
type Many = 'CreateMany' | 'UpdateMany' | 'DeleteMany';
type Operation = One | Many | 'FindMany' | 'Count';

export type HookAction = `${'before' | 'after'}${Operation}`;

/** What is written: checked values; relations and components in the form that the server keeps. */
type RowData<R extends Registry, S> = {
  [Name in ScalarName<R, S>]?: InputValue<AttributeOf<S, Name>> | null;
} & {
  // oxlint-disable-next-line typescript/no-explicit-any
  [Name in ComposedName<R, S>]?: any;
};

interface Params<Data> {
  data: Data;
  // What was asked for, in the form of rows (docs/queries.md).
  // oxlint-disable-next-line typescript/no-explicit-any
  where?: any;
  select?: readonly string[];
  populate?: unknown;
  [name: string]: unknown;
}

type ResultOf<R extends Registry, S, Action extends string> = Action extends `before${string}`
  ? undefined
  : Action extends `after${One}`
    ? AnyResult<R, S, 'draft' | 'published'>
    : Action extends 'afterFindMany'
      ? AnyResult<R, S, 'draft' | 'published'>[]
      : Action extends 'afterCount'
        ? number
        : { readonly count: number; readonly ids?: readonly number[] };

/** What a hook gets. `params.data` is set for writes of one row; for several it is a list. */
export interface HookEvent<R extends Registry, S, Action extends HookAction = HookAction> {
  readonly action: Action;
  readonly model: {
    readonly uid: string;
    readonly singularName: string;
    readonly tableName: string;
    readonly attributes: Readonly<Record<string, { readonly type: string }>>;
  };
  params: Params<Action extends `${'before' | 'after'}CreateMany` ? RowData<R, S>[] : RowData<R, S>>;
  result: ResultOf<R, S, Action>;
  /** The hook's own, kept from its `before` to its `after`. */
  // oxlint-disable-next-line typescript/no-explicit-any
  state: Record<string, any>;
}

/** The hooks of a content-type: what a file `lifecycles` exports. */
export type Hooks<R extends Registry, S> = {
  readonly [Action in HookAction]?: (event: HookEvent<R, S, Action>) => unknown;
};
