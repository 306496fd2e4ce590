import type { Attribute, Json } from '../../../../../../domain/schema/schema.js';
import type { Entry } from '../../../contract/documents.js';
import type { LinkedLabel, LinkOperation, NestedPart } from '../../../contract/links.js';
import type { WireComponent } from '../../../contract/types.js';
import { valueIn, type EntryState, type LinkEdit } from '../entry-state.js';

type Item = Readonly<Record<string, Json>>;

const isItem = (value: Json | undefined): value is Item =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What an attribute is given: a value, files, or links. */
export type Content =
  | { readonly kind: 'value'; readonly value: Json }
  | { readonly kind: 'files'; readonly files: readonly LinkedLabel[] }
  | { readonly kind: 'links'; readonly items: readonly LinkedLabel[] };

/** Whether a locale can take the attribute from another one. */
export const isCopied = (attribute: Attribute): boolean =>
  attribute.localized &&
  (attribute.kind === 'scalar'
    ? !attribute.system && attribute.type !== 'password'
    : attribute.kind !== 'relation' || attribute.place.kind !== 'translations');

/** Returns what the entry has of an attribute, as far as it is known here; null where it has more links than were read. */
export function contentIn(
  { entry, edits }: Pick<EntryState, 'entry' | 'edits'>,
  attribute: Attribute,
): Content | null {
  const { name } = attribute;
  if (attribute.kind !== 'relation') {
    const value = valueIn({ entry, edits } as EntryState, name) ?? null;
    return attribute.kind !== 'scalar' && hasMoreInside(value) ? null : { kind: 'value', value };
  }
  const part = entry?.links[name];
  const edited = attribute.media === undefined ? edits.links[name]?.items : edits.files[name];
  if (part?.hasMore === true) return null;
  const items = edited ?? part?.items ?? [];
  return attribute.media === undefined ? { kind: 'links', items } : { kind: 'files', files: items };
}

/** Whether some relation inside of components has more links than were read. */
function hasMoreInside(value: Json): boolean {
  if (Array.isArray(value)) return value.some((one: Json) => hasMoreInside(one));
  return (
    isItem(value) &&
    ((value['hasMore'] === true && 'items' in value) || Object.values(value).some(hasMoreInside))
  );
}

/** Makes content of another version one's own: items of components become new ones, and links lead to the own locale. */
export function asOwn(content: Content, attribute: Attribute, components: readonly WireComponent[]): Content {
  if (content.kind === 'links') return { kind: 'links', items: content.items.map(withoutLocale) };
  if (content.kind === 'files' || attribute.kind === 'scalar' || attribute.kind === 'relation')
    return content;
  return { kind: 'value', value: newItems(attribute, content.value, components) };
}

const withoutLocale = (label: LinkedLabel): LinkedLabel => ({ ...label, locale: null, state: null });

function newItems(
  attribute: Extract<Attribute, { kind: 'component' | 'zone' }>,
  value: Json,
  components: readonly WireComponent[],
): Json {
  if (Array.isArray(value)) return value.map((one: Json) => newItems(attribute, one, components));
  if (!isItem(value)) return value;
  const uid = attribute.kind === 'component' ? attribute.component : value['__component'];
  const attributes = components.find((one) => one.uid === uid)?.attributes ?? [];
  const members = Object.entries(value).flatMap(([name, member]) => {
    if (name === 'id') return [];
    const inside = attributes.find((one) => one.name === name);
    if (inside?.kind === 'relation') return [[name, newPart(member)]];
    return [
      [
        name,
        inside === undefined || inside.kind === 'scalar' ? member : newItems(inside, member, components),
      ],
    ];
  });
  return Object.fromEntries(members) as Json;
}

function newPart(value: Json): Json {
  if (!isItem(value)) return value;
  const { operations: _, ...part } = value as unknown as NestedPart;
  return { ...part, items: part.items.map(withoutLocale), replaces: true };
}

/** Returns the edit of a relation that leads from some links to others, in the order of these. */
export function linksTo(
  name: string,
  before: readonly LinkOperation[],
  now: readonly LinkedLabel[],
  wanted: readonly LinkedLabel[],
): LinkEdit {
  const about = ({ documentId, locale }: LinkedLabel) => ({
    attribute: name,
    documentId,
    ...(locale !== null && { locale }),
  });
  const kept = new Set(wanted.map(({ documentId }) => documentId));
  const operations: readonly LinkOperation[] = [
    ...now
      .filter(({ documentId }) => !kept.has(documentId))
      .map((label) => ({ kind: 'disconnect' as const, ...about(label) })),
    ...wanted.map((label) => ({
      kind: 'connect' as const,
      ...about(label),
      position: { end: true as const },
    })),
  ];
  return { operations: [...before, ...operations], items: wanted };
}

/** Whether there is nothing in it. */
export const isEmpty = (content: Content | null): boolean => {
  if (content === null) return false;
  if (content.kind === 'links') return content.items.length === 0;
  if (content.kind === 'files') return content.files.length === 0;
  return (
    content.value === null ||
    content.value === '' ||
    (Array.isArray(content.value) && content.value.length === 0)
  );
};

/** An entry as it was read, without edits. */
export const unedited = (entry: Entry | null): Pick<EntryState, 'entry' | 'edits'> => ({
  entry,
  edits: { values: {}, links: {}, files: {} },
});
