import type { Input } from '../../../domain/document/input.js';
import { notFound } from '../../../domain/failure.js';
import type { Selection } from '../../../domain/query/query.js';
import { err, ok, type Result } from '../../../domain/result.js';
import type { RowEvent, RowParams } from '../row-hooks.js';
import { dataOf, editedInput, editsOf, snapshotOf, type Edits } from './hook-data.js';
import { begin, type Hooked, type RowStep } from './hooked.js';
import { beginItems, deleteItems, itemMembers, readItems, type AfterItems } from './item-steps.js';
import { readRow, type HookRow } from './read-rows.js';

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
  /** The `after` hooks of the items that the data has; null: none may have hooks. */
  readonly afterItems: AfterItems | null;
}

/** The stored items of the row that is written, if the hooks of items run; null: there are none. */
export interface StoredItems {
  readonly stored: HookRow | null;
}

/** Runs the `before` hooks of a write with its data, and takes over what they change. */
export async function beginWithData(
  hooked: Hooked,
  step: RowStep,
  operation: 'Create' | 'Update',
  input: Input,
  given: RowParams,
  items: StoredItems | null,
): Promise<Result<Begun>> {
  const { dependencies, hooks } = hooked;
  const { type } = step;
  const own = await dataOf(dependencies, step, input);
  if (!own.ok) return own;
  const params: RowParams = { ...given, data: { ...own.value, ...(given.data as object) } };
  const before = snapshotOf(params.data);
  const hasItems = items !== null && itemMembers(hooked, type).length > 0;
  const afterItems = hasItems
    ? await beginItems(hooked, type, params.data as Record<string, unknown>, items.stored)
    : null;
  const after = await begin(hooked, type, operation, params);
  const edits = editsOf(before, params.data);
  const event = { action: `before${operation}`, type, params, states: new Map() } as const;
  const edited = await editedInput(dependencies, type, input, edits, (names) =>
    hooks.reportIgnored(event, names),
  );
  return edited.ok ? ok({ input: edited.value, edits, after, afterItems }) : edited;
}

/**
 * Reads the written row and runs the `after` hooks. Returns the row as they leave it, and what they have changed in it. They
 * get all attributes, whichever the caller selects: a registration, for example, answers with few.
 */
export async function finish(
  hooked: Hooked,
  step: RowStep,
  { after, afterItems }: Begun,
): Promise<Result<Finished>> {
  const { dependencies } = hooked;
  const items = afterItems === null ? ok(null) : await readItems(hooked, step);
  if (!items.ok) return items;
  await afterItems?.(items.value ?? {});
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

/** Removal of one row: the function runs its `after` hooks, and the Delete hooks of its items. */
export async function beginDelete(
  hooked: Hooked,
  step: RowStep,
  row: HookRow,
): Promise<Result<() => Promise<void>>> {
  const items = await readItems(hooked, step);
  if (!items.ok) return items;
  const after = await begin(hooked, step.type, 'Delete', { ...paramsOf(step), where: { id: row['id'] } });
  return ok(async () => {
    await after(row);
    await deleteItems(hooked, step.type, items.value ?? {});
  });
}
