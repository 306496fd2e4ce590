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
}

export const noEdits: Edits = { values: {}, links: {}, files: {} };

/** The attributes that edits change. */
export const editedNames = ({ values, links }: Edits): readonly string[] => [
  ...new Set([...Object.keys(values), ...Object.keys(links)]),
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
});

export const entriesOf = <T>(
  record: Readonly<Record<string, T>>,
  holds: (entry: readonly [string, T]) => boolean,
): Readonly<Record<string, T>> => Object.fromEntries(Object.entries(record).filter(holds));
