import type { Attribute, Json } from '../../../../../../domain/schema/schema.js';
import type { Entry } from '../../../contract/documents.js';
import type { LinkedLabel, NestedPart } from '../../../contract/links.js';
import type { WireComponent } from '../../../contract/types.js';
import { isItem, newItem, partialLinks, type Item } from '../component-value.js';
import { contentIn, type Content, type Shown } from '../content.js';
import { editedNames, noEdits } from '../edits.js';

/** Whether a locale can take the attribute from another one. */
export const isCopied = (attribute: Attribute): boolean =>
  attribute.localized &&
  (attribute.kind === 'scalar'
    ? !attribute.system && attribute.type !== 'password'
    : attribute.kind !== 'relation' || attribute.place.kind !== 'translations');

/** Returns what the entry has of an attribute; null where it has more links than were read. */
export function wholeContentIn(shown: Shown, attribute: Attribute): Content | null {
  const content = contentIn(shown, attribute);
  if (content.kind === 'links') return content.list.gaps === undefined ? content : null;
  const isNested = attribute.kind === 'component' || attribute.kind === 'zone';
  return isNested && content.kind === 'value' && partialLinks(content.value) !== '' ? null : content;
}

/** Makes content of another version one's own: items of components become new ones, and links lead to the own locale. */
export function asOwn(content: Content, attribute: Attribute, components: readonly WireComponent[]): Content {
  if (content.kind === 'links')
    return { kind: 'links', list: { items: content.list.items.map(withoutLocale) } };
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
  return newItem(Object.fromEntries(members) as Item);
}

function newPart(value: Json): Json {
  if (!isItem(value)) return value;
  const part = value as unknown as NestedPart;
  return { ...part, items: part.items.map(withoutLocale) };
}

/** Whether a copy replaces something: the defaults of what does not exist yet are nobody's work. */
export function isFilled(shown: Shown, attribute: Attribute): boolean {
  if (shown.entry === null && !editedNames(shown.edits).includes(attribute.name)) return false;
  const content = wholeContentIn(shown, attribute);
  return content === null || !isEmpty(content);
}

const isEmpty = (content: Content): boolean => {
  if (content.kind === 'links') return content.list.items.length === 0;
  if (content.kind === 'files') return content.files.length === 0;
  return (
    content.value === null ||
    content.value === '' ||
    (Array.isArray(content.value) && content.value.length === 0)
  );
};

/** An entry as it was read, without edits. */
export const unedited = (entry: Entry | null): Shown => ({ entry, edits: noEdits, known: {} });
