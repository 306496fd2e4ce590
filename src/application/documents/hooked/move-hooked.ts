import { failure, notFound } from '../../../domain/failure.js';
import { reason } from '../../../domain/reason/reason.js';
import type { Discarding, Publishing, Unpublishing } from '../../../domain/plan/change.js';
import { err, ok, type Result } from '../../../domain/result.js';
import { guardsOf } from '../guards.js';
import { answered, applyChange } from '../store-change.js';
import type { Answer } from '../use-cases.js';
import { isEmpty, nothing, writeValues } from './edited-draft.js';
import { dataOfRow } from './hook-data.js';
import { inUnit, refusedByGuards, type Hooked, type HookedOperation, type RowStep } from './hooked.js';
import { wholeRow } from './item-steps.js';
import { patchedAnswer } from './patched-answer.js';
import { publishRow, replaceRow } from './publish-row.js';
import { readRow } from './read-rows.js';
import { beginDelete, beginWithData, finish, paramsOf, type Finished } from './row-steps.js';

type Moving = HookedOperation<Publishing | Unpublishing | Discarding>;

/** Publishes, unpublishes, or discards a draft, with its hooks, in one unit of work. */
export const moveHooked = (hooked: Hooked, operation: Moving): Promise<Result<Answer>> =>
  inUnit(hooked, operation.principal, async () => {
    const { principal, change, layer } = operation;
    const guards = guardsOf(hooked.dependencies, principal, change, layer);
    const allowed = await refusedByGuards(hooked, guards);
    if (!allowed.ok) return allowed;
    const moved = await move(hooked, operation, guards);
    if (!moved.ok) return moved;
    const answer = answered(await hooked.dependencies.store.read(operation.answer), operation.answer);
    if (!answer.ok || moved.value === null) return answer;
    return patchedAnswer(hooked, answer.value, moved.value);
  });

/** Null: the row that the caller gets had no hooks. */
function move(
  hooked: Hooked,
  operation: Moving,
  guards: ReturnType<typeof guardsOf>,
): Promise<Result<Finished | null>> {
  const { change, selection } = operation;
  const { type, documentId, locale } = change;
  const step: RowStep = { type, documentId, layer: 'draft', locale, selection };
  switch (change.kind) {
    case 'publish':
      return publishRow(hooked, operation, guards, change);
    case 'unpublish':
      return unpublish(hooked, operation, { ...step, layer: 'published' }, guards);
    case 'discardDraft':
      return discard(hooked, operation, step, guards);
  }
}

async function unpublish(
  hooked: Hooked,
  { principal, change }: Moving,
  step: RowStep,
  guards: ReturnType<typeof guardsOf>,
): Promise<Result<null>> {
  const { dependencies } = hooked;
  const row = await readRow(dependencies, step, step.selection);
  if (!row.ok) return row;
  const after = row.value === null ? ok(null) : await beginDelete(hooked, step, row.value);
  if (!after.ok) return after;
  const written = await applyChange(dependencies, principal, change, {
    answer: null,
    guards,
    recorded: change,
  });
  if (!written.ok) return written;
  await after.value?.();
  return ok(null);
}

/** A Delete of the draft and a Create of the new one, which has the content of the published row. */
async function discard(
  hooked: Hooked,
  { principal, change }: Moving,
  step: RowStep,
  guards: ReturnType<typeof guardsOf>,
): Promise<Result<Finished>> {
  const { dependencies } = hooked;
  const published = await readRow(dependencies, { ...step, layer: 'published' }, wholeRow(hooked, step.type));
  const draft = published.ok ? await readRow(dependencies, step, { fields: ['id'] }) : published;
  if (!published.ok) return published;
  if (!draft.ok) return draft;
  if (draft.value === null) return err(notFound);
  if (published.value === null) return err(neverPublished);
  const replaced = await replaceRow(hooked, step);
  if (!replaced.ok) return replaced;
  const params = { ...paramsOf(step), data: dataOfRow(step, published.value, null) };
  const begun = await beginWithData(hooked, step, 'Create', nothing, params, { stored: null });
  if (!begun.ok) return begun;
  const written = await applyChange(dependencies, principal, change, {
    answer: null,
    guards,
    recorded: change,
  });
  if (!written.ok) return written;
  const { input } = begun.value;
  const edited = isEmpty(input) ? ok(null) : await writeValues(hooked, step, input);
  return edited.ok ? finish(hooked, step, begun.value) : edited;
}

const neverPublished = failure('INPUT.MISMATCH', reason('document.neverPublished'));
