import type { Input } from '../../../domain/document/input.js';
import { notFound } from '../../../domain/failure.js';
import type { Layer, Selection } from '../../../domain/query/query.js';
import { err, ok, type Result } from '../../../domain/result.js';
import type { ContentType } from '../../../domain/schema/schema.js';
import type { RowEvent, RowOperation, RowParams } from '../row-hooks.js';
import { dataOf, editedInput, editsOf, snapshotOf, type Edits } from './hook-data.js';
import type { Hooked } from './hooked.js';
import { readRow, type HookRow } from './read-rows.js';

/** One row that an operation writes, and what its hooks get. */
export interface RowStep {
  readonly type: ContentType;
  readonly documentId: string;
  readonly layer: Layer;
  readonly locale: string;
  readonly selection: Selection;
}

/** Runs the `before` hooks. The returned function runs the `after` hooks with the same params and states. */
export async function begin(
  { hooks }: Hooked,
  { type }: RowStep,
  operation: RowOperation,
  params: RowParams,
): Promise<(result: unknown) => Promise<RowEvent>> {
  const states: RowEvent['states'] = new Map();
  await hooks.run({ action: `before${operation}`, type, params, states });
  return async (result) => {
    const event: RowEvent = { action: `after${operation}`, type, params, result, states };
    await hooks.run(event);
    return event;
  };
}

export const paramsOf = ({ selection }: RowStep): RowParams => ({
  ...(selection.fields !== undefined && { select: [...selection.fields] }),
  ...(selection.populate !== undefined && { populate: populateOf(selection) }),
});

const populateOf = ({ populate }: Selection): unknown => {
  const members = (populate?.members ?? []).map(({ name }) => [name, true] as const);
  return populate?.all === true ? true : Object.fromEntries(members);
};

/** What the `before` hooks of a write with data have left. */
export interface Begun {
  readonly input: Input;
  readonly edits: Edits;
  readonly after: (result: unknown) => Promise<RowEvent>;
}

/** Runs the `before` hooks of a write with its data, and takes over what they change. */
export async function beginWithData(
  hooked: Hooked,
  step: RowStep,
  operation: 'Create' | 'Update',
  input: Input,
  given: RowParams,
): Promise<Result<Begun>> {
  const { dependencies, hooks } = hooked;
  const own = await dataOf(dependencies, step, input);
  if (!own.ok) return own;
  const params: RowParams = { ...given, data: { ...own.value, ...(given.data as object) } };
  const before = snapshotOf(params.data);
  const after = await begin(hooked, step, operation, params);
  const edits = editsOf(before, params.data);
  const event = { action: `before${operation}`, type: step.type, params, states: new Map() } as const;
  const edited = await editedInput(dependencies, step.type, input, edits, (names) =>
    hooks.reportIgnored(event, names),
  );
  return edited.ok ? ok({ input: edited.value, edits, after }) : edited;
}

/**
 * Reads the written row and runs the `after` hooks. Returns the row as they leave it, and what they have changed in it. They
 * get all attributes, whichever the caller selects: a registration, for example, answers with few.
 */
export async function finish(
  { dependencies }: Hooked,
  step: RowStep,
  after: Begun['after'],
): Promise<Result<Finished>> {
  const { populate } = step.selection;
  const row = await readRow(dependencies, step, populate === undefined ? {} : { populate });
  if (!row.ok) return row;
  if (row.value === null) return err(notFound);
  const before = snapshotOf(row.value);
  const event = await after(row.value);
  return ok({ event, edits: editsOf(before, event.result) });
}

export interface Finished {
  readonly event: RowEvent;
  readonly edits: Edits;
}

/** Removal of one row: the function runs its `after` hooks. */
export async function beginDelete(
  hooked: Hooked,
  step: RowStep,
  row: HookRow,
): Promise<() => Promise<RowEvent>> {
  const after = await begin(hooked, step, 'Delete', { ...paramsOf(step), where: { id: row['id'] } });
  return () => after(row);
}
