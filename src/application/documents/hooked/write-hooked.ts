import { textOf } from '../../../domain/document/text-of.js';
import type { Input } from '../../../domain/document/input.js';
import { changed, notFound } from '../../../domain/failure.js';
import {
  expectsVersion,
  mayMake,
  sharedOf,
  type Update,
  type ValueChange,
} from '../../../domain/plan/change.js';
import type { Layer } from '../../../domain/query/query.js';
import { err, ok, type Result } from '../../../domain/result.js';
import { guardsOf } from '../guards.js';
import { answered, applyChange } from '../store-change.js';
import type { Answer } from '../use-cases.js';
import { editedDraft } from './edited-draft.js';
import { inUnit, refusedByGuards, type Hooked, type HookedOperation, type RowStep } from './hooked.js';
import { readItems } from './item-steps.js';
import { patchedAnswer } from './patched-answer.js';
import { publishRow } from './publish-row.js';
import { readRow, readRows, type HookRow } from './read-rows.js';
import { beginWithData, finish, paramsOf, type Finished } from './row-steps.js';

/**
 * Creates or updates a document with its hooks, in one unit of work: the edited row first, then, if the change publishes,
 * the published row.
 */
export const writeHooked = (
  hooked: Hooked,
  operation: HookedOperation<ValueChange>,
): Promise<Result<Answer>> =>
  inUnit(hooked, operation.principal, async () => {
    const edited = await editRow(hooked, operation);
    if (!edited.ok) return edited;
    const { change, layer } = operation;
    const publishes = change.type.draftAndPublish && layer === 'published';
    const done = publishes ? await publishRow(hooked, operation, edited.value.guards) : edited;
    if (!done.ok) return done;
    const answer = answered(await hooked.dependencies.store.read(operation.answer), operation.answer);
    return answer.ok ? patchedAnswer(hooked, answer.value, done.value) : answer;
  });

type Edited = Finished & { readonly guards: ReturnType<typeof guardsOf> };

/** Writes the row that edits go to. */
async function editRow(
  hooked: Hooked,
  { principal, change, layer, selection }: HookedOperation<ValueChange>,
): Promise<Result<Edited>> {
  const { dependencies } = hooked;
  const step = editedStep(change, selection);
  const found = await rowToEdit(hooked, step, change);
  if (!found.ok) return found;
  const row = found.value;
  const asked = change.kind === 'update' ? { ...change, checksExistence: row === null } : change;
  const guards = guardsOf(dependencies, principal, asked, layer);
  const allowed = await refusedByGuards(hooked, guards);
  if (!allowed.ok) return allowed;
  const begun = await beginEdit(hooked, step, change, row);
  if (!begun.ok) return begun;
  const recorded = { ...asked, input: begun.value.input };
  const work = { answer: null, guards: guardsOfEdit(guards, change, layer), recorded };
  const written = await applyChange(dependencies, principal, { ...recorded, layer: step.layer }, work);
  if (!written.ok) return written;
  const finished = await finish(hooked, step, begun.value);
  if (!finished.ok) return finished;
  const sharesValues = asked.kind === 'update' && row !== null;
  const others = sharesValues ? await updateOthers(hooked, asked, step, begun.value.input) : ok(null);
  return others.ok ? ok({ ...finished.value, guards }) : others;
}

/** Returns the row that is there; null: the change makes it. Fails if it may not, or if the writer expects a version. */
async function rowToEdit(
  { dependencies }: Hooked,
  step: RowStep,
  change: ValueChange,
): Promise<Result<HookRow | null>> {
  const row = change.kind === 'create' ? ok(null) : await readRow(dependencies, step, { fields: ['id'] });
  if (!row.ok || row.value !== null) return row;
  if (change.kind === 'update' && !mayMake(change)) return err(notFound);
  return expectsVersion(change) ? err(changed) : row;
}

/** Runs the hooks before the row is written. */
async function beginEdit(hooked: Hooked, step: RowStep, change: ValueChange, row: HookRow | null) {
  const operation = row === null ? 'Create' : 'Update';
  const items = row === null ? ok(null) : await readItems(hooked, step);
  if (!items.ok) return items;
  const params = {
    ...paramsOf(step),
    ...(row !== null && { where: { id: row['id'] } }),
    data: systemData(change, operation),
  };
  return beginWithData(hooked, step, operation, change.input, params, { stored: items.value });
}

/** The row that edits go to: the draft, or the only one of types without drafts. */
const editedStep = (
  { type, documentId, locale }: ValueChange,
  selection: HookedOperation['selection'],
): RowStep => ({
  type,
  documentId,
  layer: type.draftAndPublish ? 'draft' : 'published',
  locale,
  selection,
});

/** Where the change publishes too, what must hold afterwards is checked then. */
const guardsOfEdit = (guards: Edited['guards'], { type }: ValueChange, layer: Layer): Edited['guards'] =>
  type.draftAndPublish && layer === 'published' ? guards.filter(({ when }) => when === 'before') : guards;

/** The members of `data` that the server sets. */
function systemData(change: ValueChange, operation: 'Create' | 'Update'): object {
  const { type, documentId, locale, now } = change;
  const at = new Date(now);
  const created = 'createdAt' in change && change.createdAt !== undefined ? new Date(change.createdAt) : at;
  return {
    documentId,
    ...(operation === 'Create' && { createdAt: created }),
    updatedAt: at,
    publishedAt: type.draftAndPublish ? null : at,
    ...(type.localized && { locale }),
  };
}

/** Runs the hooks of the other locales, whose rows get the attributes that all locales share. */
async function updateOthers(
  hooked: Hooked,
  change: Update,
  step: RowStep,
  { values, components }: Input,
): Promise<Result<null>> {
  const { dependencies } = hooked;
  const names = new Set(sharedOf(change.type).map(({ name }) => name));
  const shared: Input = {
    values: new Map([...values].filter(([name]) => names.has(name))),
    components: new Map([...components].filter(([name]) => names.has(name))),
    relations: new Map(),
  };
  if (shared.values.size + shared.components.size === 0) return ok(null);
  const documentIds = [change.documentId];
  const rows = await readRows(
    dependencies,
    { ...step, documentIds, locale: '*' },
    { fields: ['id', 'locale'] },
  );
  if (!rows.ok) return rows;
  for (const row of rows.value) {
    const other = { ...step, locale: textOf(row['locale']) };
    if (other.locale === step.locale) continue;
    const done = await editedDraft(hooked, other, shared, {
      where: { id: row['id'] },
      data: systemData({ ...change, locale: other.locale }, 'Update'),
    });
    if (!done.ok) return done;
  }
  return ok(null);
}
