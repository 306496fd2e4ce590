import type { Json } from '../../../../../domain/schema/schema.js';
import type { Entry } from '../../contract/documents.js';
import type { FailureAnswer } from '../../contract/failures.js';
import type { LinkedLabel, LinkOperation } from '../../contract/links.js';
import type { ReleaseView } from '../../contract/releases.js';

/** Where an entry is, and who edits it. */
export interface Place {
  readonly uid: string;
  /** Null: it is created by the first save. `-`: the document of a single type. */
  readonly id: string | null;
  readonly locale: string | undefined;
  /** Whether changes are saved by themselves, to the draft. */
  readonly hasDrafts: boolean;
}

/** What an editor has changed of a relation, and what is then shown. */
export interface LinkEdit {
  readonly operations: readonly LinkOperation[];
  readonly items: readonly LinkedLabel[];
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

export type Problem =
  | { readonly kind: 'offline' | 'signed-out' | 'denied' | 'gone' | 'changing' }
  | { readonly kind: 'failed'; readonly message: string; readonly requestId: string | null }
  /** Somebody else has changed what is changed here too. */
  | { readonly kind: 'conflict'; readonly theirs: Entry; readonly names: readonly string[] };

export interface EntryState {
  /** As the server answered it last; null: it does not exist yet. */
  readonly entry: Entry | null;
  readonly edits: Edits;
  /** What the server refused, by path as in `sections.0.title`. */
  readonly faults: Readonly<Record<string, string>>;
  /** Attributes that are not sent again until they change. */
  readonly refused: ReadonlySet<string>;
  readonly isSaving: boolean;
  readonly problem: Problem | null;
  /** When it was last saved here; milliseconds. */
  readonly savedAt: number | null;
  /** Whether edits of an earlier visit were found in the browser. */
  readonly wasRestored: boolean;
  /** The releases of the entry that are to happen, or failed. */
  readonly planned: readonly ReleaseView[];
}

export const valueIn = ({ edits, entry }: EntryState, name: string): Json | undefined =>
  Object.hasOwn(edits.values, name) ? edits.values[name] : entry?.values[name];

const same = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** Whether two answers differ in an attribute, as far as they show it. */
const differs = (name: string, one: Entry, other: Entry): boolean =>
  !same(one.values[name], other.values[name]) || !same(one.links[name], other.links[name]);

/** The attributes in which two answers differ, as far as they show it. */
export const changedNames = (one: Entry, other: Entry): readonly string[] =>
  [
    ...new Set([one, other].flatMap(({ values, links }) => [...Object.keys(values), ...Object.keys(links)])),
  ].filter((name) => differs(name, one, other));

/** The attributes that were changed here and elsewhere, to different values. Operations of relations are repeated instead. */
export const conflictsOf = ({ values }: Edits, base: Entry | null, theirs: Entry): readonly string[] =>
  Object.keys(values).filter(
    (name) => (base === null || differs(name, base, theirs)) && !same(values[name], theirs.values[name]),
  );

/** Edits without those that were sent and have not changed since. */
export const withoutSent = (edits: Edits, sent: Edits): Edits => ({
  values: entriesOf(edits.values, ([name, value]) => sent.values[name] !== value),
  files: entriesOf(edits.files, ([name, files]) => sent.files[name] !== files),
  links: Object.fromEntries(
    Object.entries(edits.links).flatMap(([name, { operations, items }]) => {
      const left = operations.slice(sent.links[name]?.operations.length ?? 0);
      return left.length === 0 ? [] : [[name, { operations: left, items }]];
    }),
  ),
});

/** Edits of some attributes alone. */
export const editsOf = (edits: Edits, holds: (name: string) => boolean): Edits => ({
  values: entriesOf(edits.values, ([name]) => holds(name)),
  links: entriesOf(edits.links, ([name]) => holds(name)),
  files: entriesOf(edits.files, ([name]) => holds(name)),
});

const entriesOf = <T>(
  record: Readonly<Record<string, T>>,
  holds: (entry: readonly [string, T]) => boolean,
): Readonly<Record<string, T>> => Object.fromEntries(Object.entries(record).filter(holds));

/** What can be sent: all but what was refused as it is. */
export const sendable = ({ edits, refused }: EntryState): Edits =>
  editsOf(edits, (name) => !refused.has(name));

type Faults = Pick<EntryState, 'faults' | 'refused'>;

/** Adds what the server refused, by its fields; null if it named none. */
export function withFaults(
  { faults, refused }: Faults,
  answer: FailureAnswer['error'] | null,
): Faults | null {
  const errors = (answer?.details?.errors ?? []).filter(({ path }) => path.length > 0);
  if (errors.length === 0) return null;
  const told = errors.map(({ path, message }) => [path.join('.'), message] as const);
  return {
    faults: { ...faults, ...Object.fromEntries(told) },
    refused: new Set([...refused, ...errors.map(({ path }) => String(path[0]))]),
  };
}

/** Forgets what was refused of an attribute, which has changed. */
export const withoutFaults = ({ faults, refused }: Faults, name: string): Faults => ({
  faults: entriesOf(faults, ([path]) => path !== name && !path.startsWith(`${name}.`)),
  refused: new Set([...refused].filter((one) => one !== name)),
});
