import { validateInput } from '../../domain/document/validate-input.js';
import { systemPrincipal } from '../../domain/permission/permission.js';
import type { ValueChange } from '../../domain/plan/change.js';
import { planWrite } from '../../domain/plan/plan-write.js';
import { requirementsOf } from '../../domain/plan/requirements-of.js';
import { ok, type Result } from '../../domain/result.js';
import { contentTypeOf, type Uid } from '../../domain/schema/schema.js';
import type { WriteWork } from '../ports/document-store.js';
import type { DocumentsDependencies } from './use-cases.js';

/** Values by attribute, and the documentId. */
export interface SavedRow {
  readonly documentId: string;
  readonly data: { readonly [attribute: string]: unknown };
}

/**
 * Saves documents of a built-in type without drafts, locales, relations and components: changes those that are there, and
 * adds others. Made for many at once, in a unit of work: a failure leaves those before it written.
 */
export async function saveRows(
  dependencies: Pick<DocumentsDependencies, 'schema' | 'store' | 'clock'>,
  type: Uid,
  rows: { readonly changed: readonly SavedRow[]; readonly added: readonly SavedRow[] },
): Promise<Result<null>> {
  const works: WriteWork[] = [];
  for (const kind of ['update', 'create'] as const) {
    for (const row of kind === 'update' ? rows.changed : rows.added) {
      const work = workOf(dependencies, type, kind, row);
      if (!work.ok) return work;
      works.push(work.value);
    }
  }
  const written = await dependencies.store.writeAll(works);
  return written.ok ? (written.value.find((result) => !result.ok) ?? ok(null)) : written;
}

function workOf(
  { schema, clock }: Pick<DocumentsDependencies, 'schema' | 'clock'>,
  uid: Uid,
  kind: 'create' | 'update',
  { documentId, data }: SavedRow,
): Result<WriteWork> {
  const type = contentTypeOf(schema, uid);
  const mode = { kind, draft: false, fields: null, privateInside: true };
  const input = validateInput(schema, type, data, mode, systemPrincipal);
  if (!input.ok) return input;
  const written = { type, documentId, locale: '', layer: 'published', author: null } as const;
  const values = { ...written, input: input.value, now: clock.now() };
  const change: ValueChange =
    kind === 'create' ? { ...values, kind } : { ...values, kind, creates: false, checksExistence: false };
  return ok({
    requirements: requirementsOf(schema, change, false),
    decide: (loaded) => planWrite(schema, change, loaded, noItem),
    answer: null,
  });
}

const noItem = (): number => {
  throw new Error('rows have no components');
};
