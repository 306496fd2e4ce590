import { applyToList, type ListEdit } from '../relation/list.js';
import type { Ref, RelationInput } from '../relation/relation-input.js';
import { ok, type Result } from '../result.js';
import type { Json, Relation } from '../schema/schema.js';

/** A link as components keep it. */
type Embedded = { readonly documentId: string; readonly locale?: string };

/** The value to store for a relation inside a component: `{documentId, locale?}` or null, a list of them for to-many. */
export function mergeEmbedded(
  relation: Relation,
  stored: Json | undefined,
  asked: RelationInput | undefined,
): Result<Json> {
  if (asked === undefined) return ok(stored ?? (relation.many ? [] : null));
  const list = applyToList(linksOf(stored), editOf(asked), keyOf);
  if (!list.ok) return list;
  return ok(relation.many ? list.value : (list.value.at(-1) ?? null));
}

const keyOf = ({ documentId, locale = '' }: Embedded): string => `${documentId} ${locale}`;

function linksOf(stored: Json | undefined): readonly Embedded[] {
  const items: readonly Json[] = Array.isArray(stored) ? stored : [stored ?? null];
  return items.flatMap((item) => (isLink(item) ? [item] : []));
}

const isLink = (value: Json): value is Embedded =>
  typeof value === 'object' &&
  value !== null &&
  'documentId' in value &&
  typeof value.documentId === 'string';

function editOf(asked: RelationInput): ListEdit<Embedded> {
  if (asked.kind === 'set') return { kind: 'set', items: asked.items.map(linkOf) };
  const connect = asked.connect.map(({ ref, position }) => ({
    target: linkOf(ref),
    at: position.at,
    anchor: 'ref' in position ? linkOf(position.ref) : null,
  }));
  return { kind: 'change', connect, disconnect: asked.disconnect.map(linkOf) };
}

function linkOf({ documentId, locale }: Ref): Embedded {
  if (documentId === undefined) throw new Error('a ref was not resolved');
  return locale === undefined ? { documentId } : { documentId, locale };
}
