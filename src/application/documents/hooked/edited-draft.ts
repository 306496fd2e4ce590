import type { Input } from '../../../domain/document/input.js';
import { systemPrincipal } from '../../../domain/permission/permission.js';
import { ok, type Result } from '../../../domain/result.js';
import { applyChange } from '../store-change.js';
import type { RowParams } from '../row-hooks.js';
import { editedInput } from './hook-data.js';
import type { Hooked, RowStep } from './hooked.js';
import { beginWithData, finish, paramsOf, type Finished } from './row-steps.js';

/** Runs the hooks of an update that is written already. What they change in its data is written too. */
export async function editedDraft(
  hooked: Hooked,
  step: RowStep,
  input: Input,
  given: RowParams,
): Promise<Result<Finished>> {
  const { dependencies } = hooked;
  const params = { ...paramsOf(step), ...given };
  // The hooks of items have run for the locale that was written.
  const begun = await beginWithData(hooked, step, 'Update', input, params, null);
  if (!begun.ok) return begun;
  const { edits } = begun.value;
  const own = await editedInput(dependencies, step.type, nothing, { ...edits, removed: [] }, () => {});
  if (!own.ok) return own;
  const written = isEmpty(own.value) ? ok(null) : await writeValues(hooked, step, own.value);
  return written.ok ? finish(hooked, step, begun.value) : written;
}

/** Writes values to one row that exists and to no other, with system rights. */
export function writeValues({ dependencies }: Hooked, step: RowStep, input: Input) {
  const { type, documentId, locale, layer } = step;
  const now = dependencies.clock.now();
  const change = { kind: 'update', type, documentId, locale, layer, input, now, author: null } as const;
  return applyChange(
    dependencies,
    systemPrincipal,
    { ...change, row: { updatedAt: null }, creates: false, checksExistence: false },
    { answer: null, guards: [], recorded: null },
  );
}

export const nothing: Input = { values: new Map(), components: new Map(), relations: new Map() };

export const isEmpty = ({ values, components, relations }: Input): boolean =>
  values.size + components.size + relations.size === 0;
