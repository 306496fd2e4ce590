import { notFound } from '../../../domain/failure.js';
import { authorOf } from '../../../domain/permission/permission.js';
import type { Change } from '../../../domain/plan/change.js';
import { err, ok, type Result } from '../../../domain/result.js';
import type { Guard } from '../../ports/document-store.js';
import { applyChange } from '../store-change.js';
import { isEmpty, nothing, writeValues } from './edited-draft.js';
import { dataOfRow } from './hook-data.js';
import type { Hooked, HookedOperation, RowStep } from './hooked.js';
import { wholeRow } from './item-steps.js';
import { readRow } from './read-rows.js';
import { beginDelete, beginWithData, finish, paramsOf, type Finished } from './row-steps.js';

/**
 * Publishes the draft with its hooks: a Delete of the published row, if there is one, and a Create of the new one. Stored
 * rows are kept, so both hooks run around one write. What hooks change in the data is written to the published row alone.
 */
export async function publishRow(
  hooked: Hooked,
  { principal, change, selection }: HookedOperation<Change & { readonly locale: string }>,
  guards: readonly Guard[],
  recorded: Change | null = null,
): Promise<Result<Finished>> {
  const { dependencies } = hooked;
  const { type, documentId, locale } = change;
  const step: RowStep = { type, documentId, layer: 'published', locale, selection };
  const draft = await readRow(dependencies, { ...step, layer: 'draft' }, wholeRow(hooked, type));
  if (!draft.ok) return draft;
  if (draft.value === null) return err(notFound);
  const replaced = await replaceRow(hooked, step);
  if (!replaced.ok) return replaced;
  const now = dependencies.clock.now();
  const params = { ...paramsOf(step), data: dataOfRow(step, draft.value, new Date(now)) };
  const begun = await beginWithData(hooked, step, 'Create', nothing, params, { stored: null });
  if (!begun.ok) return begun;
  const { input } = begun.value;
  const author = authorOf(principal);
  const publishing: Change = { kind: 'publish', type, documentId, locale, now, author };
  const last = recorded === null ? guards.filter(({ when }) => when === 'after') : guards;
  const written = await applyChange(dependencies, principal, publishing, {
    answer: null,
    guards: last,
    recorded,
  });
  if (!written.ok) return written;
  const edited = isEmpty(input) ? ok(null) : await writeValues(hooked, step, input);
  return edited.ok ? finish(hooked, step, begun.value) : edited;
}

/** Runs the Delete hooks of the row that a new one replaces. */
export async function replaceRow(hooked: Hooked, step: RowStep): Promise<Result<null>> {
  const row = await readRow(hooked.dependencies, step, step.selection);
  if (!row.ok) return row;
  if (row.value === null) return ok(null);
  const after = await beginDelete(hooked, step, row.value);
  if (!after.ok) return after;
  await after.value();
  return ok(null);
}
