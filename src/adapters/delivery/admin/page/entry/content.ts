import type { Attribute, Json } from '../../../../../domain/schema/schema.js';
import type { Entry } from '../../contract/documents.js';
import type { LinkedLabel } from '../../contract/links.js';
import { valueIn, type Edits } from './edits.js';
import { listOf, type LinkList } from './link-list.js';
import { operationsBetween } from './link-operations.js';

/** What an attribute has: a value, files, or links. */
export type Content =
  | { readonly kind: 'value'; readonly value: Json }
  | { readonly kind: 'files'; readonly files: readonly LinkedLabel[] }
  | { readonly kind: 'links'; readonly list: LinkList };

/** By attribute. */
export type Contents = Readonly<Record<string, Content>>;

/** What the server has and what is typed, as far as it is shown. */
export interface Shown {
  readonly entry: Entry | null;
  readonly edits: Edits;
  /** Links of the server beyond those in `entry`, by attribute. */
  readonly known: Readonly<Record<string, LinkList>>;
}

/** The links of the server, as far as they are known here. */
export const knownLinks = ({ entry, known }: Omit<Shown, 'edits'>, name: string): LinkList =>
  known[name] ?? listOf(entry?.links[name]);

/** Returns what is shown of an attribute. */
export function contentIn(state: Shown, attribute: Attribute): Content {
  const { name } = attribute;
  const { entry, edits } = state;
  if (attribute.kind !== 'relation') {
    return { kind: 'value', value: valueOrInitial(state, attribute) ?? null };
  }
  if (attribute.media === undefined)
    return { kind: 'links', list: edits.links[name] ?? knownLinks(state, name) };
  return { kind: 'files', files: edits.files[name] ?? entry?.links[name]?.items ?? [] };
}

/** Returns the value of an attribute; undefined if it is not known. An edit to null is one, and leaves no default. */
export function valueOrInitial(
  { entry, edits }: Pick<Shown, 'entry' | 'edits'>,
  attribute: Attribute,
): Json | undefined {
  const isInitial = entry === null && !Object.hasOwn(edits.values, attribute.name);
  return isInitial ? initialValue(attribute) : valueIn({ entry, edits }, attribute.name);
}

const noItems: readonly Json[] = [];

/** What an attribute has in an entry that does not exist yet. */
function initialValue(attribute: Attribute): Json {
  if (attribute.kind === 'relation') return null;
  if (attribute.kind === 'scalar') return attribute.default ?? null;
  return attribute.kind === 'zone' || attribute.repeatable ? noItems : null;
}

/** Adds what is to be shown of an attribute to the edits. */
export function withContent({ edits, ...server }: Shown, name: string, content: Content): Edits {
  const { values, files, links } = edits;
  switch (content.kind) {
    case 'value':
      return { ...edits, values: { ...values, [name]: content.value } };
    case 'files':
      return {
        ...edits,
        files: { ...files, [name]: content.files },
        values: { ...values, [name]: content.files.map(({ documentId }) => documentId) },
      };
    case 'links': {
      const operations = operationsBetween(name, knownLinks(server, name), content.list);
      return { ...edits, links: { ...links, [name]: { ...content.list, operations } } };
    }
  }
}
