import { compare } from '../../domain/query/compare.js';
import type { Input } from '../../domain/document/input.js';
import { referencesOf } from '../../domain/document/references.js';
import { decide, type Principal } from '../../domain/permission/permission.js';
import { layersOf } from '../../domain/plan/change.js';
import { planRead } from '../../domain/plan/plan-read.js';
import { targetNotFound, type TargetDocuments } from '../../domain/plan/write-plan.js';
import { err, ok, type Result } from '../../domain/result.js';
import type { ContentType } from '../../domain/schema/schema.js';
import { defaultLimits } from './limits.js';
import type { DocumentsDependencies } from './use-cases.js';

/** Who may find some documents of a content-type only can link these only: to others, the rest is not there. */
export async function checkLinked(
  dependencies: DocumentsDependencies,
  principal: Principal,
  type: ContentType,
  input: Input,
): Promise<Result<null>> {
  if (principal.grants.kind !== 'listed') return ok(null);
  for (const linked of referencesOf(dependencies.schema, type, input)) {
    if (!decide(principal, 'find', linked.type.uid)?.filter) continue;
    const found = await findable(dependencies, principal, linked);
    if (!found.ok) return found;
    const documentId = linked.documentIds.find((each) => !found.value.has(each));
    if (documentId !== undefined)
      return err(targetNotFound({ documentId, ...(linked.locale !== null && { locale: linked.locale }) }));
  }
  return ok(null);
}

/**
 * What numeric ids stand for, as far as the principal may find it: whether there is more, they are not told. They are
 * easily guessed, other than documentIds.
 */
export async function identify(
  dependencies: DocumentsDependencies,
  principal: Principal,
  type: ContentType,
  ids: readonly number[],
): Promise<Result<ReadonlyMap<number, string>>> {
  const known = await dependencies.store.identify(type, ids);
  if (!known.ok || known.value.size === 0 || !decide(principal, 'find', type.uid)?.filter) return known;
  const documentIds = [...new Set(known.value.values())].sort();
  const found = await findable(dependencies, principal, { type, locale: null, documentIds });
  return found.ok ? ok(new Map([...known.value].filter(([, each]) => found.value.has(each)))) : found;
}

/** In either layer. */
async function findable(
  { schema, store, limits = defaultLimits }: DocumentsDependencies,
  principal: Principal,
  { type, locale, documentIds }: TargetDocuments,
): Promise<Result<ReadonlySet<unknown>>> {
  const found = new Set<unknown>();
  for (const layer of layersOf(type)) {
    const query = {
      type: type.uid,
      action: 'find' as const,
      filters: compare('documentId', '$in', documentIds),
      fields: ['documentId'],
      range: { offset: 0, limit: null },
      count: false,
      layer,
      ...(type.localized && { locale: locale ?? '*' }),
    };
    const plan = planRead(schema, query, principal, limits);
    if (!plan.ok) return plan;
    const read = await store.read(plan.value);
    if (!read.ok) return read;
    for (const document of read.value.documents()) found.add(document['documentId']);
  }
  return ok(found);
}
