import type { Json } from '../../../../../domain/schema/schema.js';
import type { Entry } from '../../contract/documents.js';
import type { LinkedLabel, LinkOperation } from '../../contract/links.js';
import type { LinkList } from './link-list.js';

/** What is shown of a relation that was changed, and the operations that lead to it. */
export interface LinkEdit extends LinkList {
  readonly operations: readonly LinkOperation[];
}

/** What is typed and not yet on the server; it survives in the browser. */
export interface Edits {
  /** By attribute. Files as a list of documentIds. */
  readonly values: Readonly<Record<string, Json>>;
  readonly links: Readonly<Record<string, LinkEdit>>;
  /** The files that are shown, by attribute. */
  readonly files: Readonly<Record<string, readonly LinkedLabel[]>>;
  /** What has no value, by the path of its field. It is never sent, and nothing else of its attribute either. */
  readonly texts: Readonly<Record<string, HeldText>>;
}

/** What is typed in a field and has no value, such as half of a JSON. */
export interface HeldText {
  readonly text: string;
  /** Why it has none. */
  readonly fault: string;
}

export const noEdits: Edits = { values: {}, links: {}, files: {}, texts: {} };

/** The attribute that a path leads into. */
export const attributeAt = (path: string): string => path.split('.', 1)[0] ?? '';

/** The attributes that edits change. */
export const editedNames = ({ values, links, texts }: Edits): readonly string[] => [
  ...new Set([...Object.keys(values), ...Object.keys(links), ...Object.keys(texts).map(attributeAt)]),
];

export const valueIn = (
  { edits, entry }: { readonly edits: Edits; readonly entry: Entry | null },
  name: string,
): Json | undefined => (Object.hasOwn(edits.values, name) ? edits.values[name] : entry?.values[name]);

export const same = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** Edits of some attributes alone. */
export const editsOf = (edits: Edits, holds: (name: string) => boolean): Edits => ({
  values: entriesOf(edits.values, ([name]) => holds(name)),
  links: entriesOf(edits.links, ([name]) => holds(name)),
  files: entriesOf(edits.files, ([name]) => holds(name)),
  texts: entriesOf(edits.texts, ([path]) => holds(attributeAt(path))),
});

export const entriesOf = <T>(
  record: Readonly<Record<string, T>>,
  holds: (entry: readonly [string, T]) => boolean,
): Readonly<Record<string, T>> => Object.fromEntries(Object.entries(record).filter(holds));
