import { codePrincipal, unlimited } from '../../../domain/permission/permission.js';
import { planPermitted } from '../../../domain/plan/plan-read.js';
import type { Layer, Selection } from '../../../domain/query/query.js';
import { ok, type Result } from '../../../domain/result.js';
import type { ContentType, Json } from '../../../domain/schema/schema.js';
import { defaultLimits } from '../limits.js';
import type { DocumentsDependencies } from '../use-cases.js';

/** A row as hooks see it: the caller may change it. */
export type HookRow = Record<string, Json>;

interface Rows {
  readonly type: ContentType;
  readonly documentIds: readonly string[];
  readonly layer: Layer;
  /** `*`: all; of no effect for types that are not localized. */
  readonly locale: string;
}

/** Reads versions as code of the app does, in the order of their numeric ids. */
export async function readRows(
  { schema, store, limits = defaultLimits }: DocumentsDependencies,
  { type, documentIds, layer, locale }: Rows,
  { fields, populate }: Selection = {},
): Promise<Result<readonly HookRow[]>> {
  const query = {
    type: type.uid,
    action: 'find' as const,
    filters: {
      kind: 'at' as const,
      key: 'documentId',
      filter: { kind: 'compare' as const, operator: '$in' as const, value: documentIds },
    },
    sort: [{ path: ['id'], direction: 'asc' as const }],
    range: { offset: 0, limit: null },
    count: false,
    layer,
    ...(type.localized && { locale: locale === '' ? '*' : locale }),
    ...(fields !== undefined && { fields }),
    ...(populate !== undefined && { populate }),
  };
  const plan = planPermitted(schema, query, codePrincipal, unlimited, limits);
  if (!plan.ok) return plan;
  const read = await store.read(plan.value);
  return read.ok ? ok(read.value.documents() as readonly HookRow[]) : read;
}

/** One version; null if there is none. */
export async function readRow(
  dependencies: DocumentsDependencies,
  { documentId, ...where }: Omit<Rows, 'documentIds'> & { readonly documentId: string },
  selection?: Selection,
): Promise<Result<HookRow | null>> {
  const found = await readRows(dependencies, { ...where, documentIds: [documentId] }, selection);
  return found.ok ? ok(found.value[0] ?? null) : found;
}
