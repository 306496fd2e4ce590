import type { MissingGrant } from '../../../../../domain/failure.js';
import type { Entry } from '../../contract/documents.js';
import type { ReleaseView } from '../../contract/releases.js';
import type { Shown } from './content.js';
import { attributeAt, editedNames, editsOf, entriesOf, same, type Edits } from './edits.js';
import { isSameList, isToOne, listOf } from './link-list.js';
import type { Steps } from './undo/steps.js';

/** Where an entry is, and who edits it. */
export interface Place {
  readonly uid: string;
  /** Null: it is created by the first save. `-`: the document of a single type. */
  readonly id: string | null;
  readonly locale: string | undefined;
  /** Whether changes are saved by themselves, to the draft. */
  readonly hasDrafts: boolean;
}

export type Action =
  | 'publish'
  | 'publish-locales'
  | 'unpublish'
  | 'discard'
  | 'duplicate'
  | `history/${string}/restore`;

/**
 * What failed, and what it kept from being done: without an `action`, that something is saved. `isHindrance`: that something is
 * saved, and so what was to be done with it.
 */
export type Problem = Kind & { readonly action?: Action | 'delete'; readonly isHindrance?: boolean };

type Kind =
  | { readonly kind: 'offline' | 'signed-out' | 'gone' | 'changing' }
  /** `missing`: the grant that would allow it, if the server names one. */
  | { readonly kind: 'denied'; readonly missing: MissingGrant | undefined }
  /** There were too many requests: how long to wait. */
  | { readonly kind: 'tooMany'; readonly seconds: number }
  | { readonly kind: 'failed'; readonly message: string; readonly requestId: string | null }
  /** Somebody else has changed what is changed here too. */
  | {
      readonly kind: 'conflict';
      readonly theirs: Entry;
      readonly names: readonly string[];
      /** The attributes that are decided. */
      readonly decided: readonly string[];
    };

/** What others have saved, and what was taken over with the own edits kept. */
export interface Merged {
  readonly theirs: Entry;
  readonly names: readonly string[];
}

/** The `entry` is as the server answered it last; null: it does not exist yet. */
export interface EntryState extends Shown {
  /** What is refused, by path as in `sections.0.title`. */
  readonly faults: Readonly<Record<string, string>>;
  /** How often something was refused that was sent or was to be published. */
  readonly refusals: number;
  /** Attributes that are not sent again until they change. */
  readonly refused: ReadonlySet<string>;
  readonly isSaving: boolean;
  readonly problem: Problem | null;
  /** Null: nothing that is still to be said. */
  readonly merged: Merged | null;
  /** When it was last saved here; milliseconds. */
  readonly savedAt: number | null;
  /** Whether edits of an earlier visit were found in the browser. */
  readonly wasRestored: boolean;
  readonly steps: Steps;
  /** The releases of the entry that are to happen, or failed. */
  readonly planned: readonly ReleaseView[];
}

/** What is still to be said of an action that failed, whatever is saved meanwhile. */
export function problemOfAction({ problem }: Pick<EntryState, 'problem'>): Problem | null {
  if (problem?.action === undefined) return null;
  return problem.isHindrance === true ? { ...problem, isHindrance: false } : problem;
}

/** What keeps changes from being saved. */
export const hindrance = ({ problem }: Pick<EntryState, 'problem'>): Problem | null =>
  problem?.action === undefined || problem.isHindrance === true ? problem : null;

/** What keeps changes from being saved, and so an action that was to follow, or that is still to be said. */
export const hindered = (
  { problem: earlier }: Pick<EntryState, 'problem'>,
  problem: Problem,
  action = earlier?.action,
): Problem => (action === undefined ? problem : { ...problem, action, isHindrance: true });

/** Whether something is not on the server: what is typed, or the whole entry. */
export const isUnsaved = ({ entry, edits }: Pick<EntryState, 'entry' | 'edits'>): boolean =>
  entry === null || editedNames(edits).length > 0;

/** Whether two answers differ in an attribute, as far as they show it. */
export const differs = (name: string, one: Entry, other: Entry): boolean =>
  !same(one.values[name], other.values[name]) || !same(one.links[name], other.links[name]);

/** The attributes in which two answers differ, as far as they show it. */
export const changedNames = (one: Entry, other: Entry): readonly string[] =>
  [
    ...new Set([one, other].flatMap(({ values, links }) => [...Object.keys(values), ...Object.keys(links)])),
  ].filter((name) => differs(name, one, other));

/**
 * The attributes that were changed here and elsewhere, to different contents. Operations of relations to many are repeated
 * instead; what links one document at most has one content, as a value has.
 */
export const conflictsOf = (
  { values, links }: Edits,
  isOurs: (name: string) => boolean,
  theirs: Entry,
): readonly string[] => {
  const isSame = (name: string): boolean => {
    const [part, edit] = [theirs.links[name], links[name]];
    const linked = part?.items.map(({ documentId }) => documentId);
    if (edit === undefined) return same(values[name], linked ?? theirs.values[name]);
    return !isToOne(part) || isSameList(edit, listOf(part));
  };
  return [...Object.keys(values), ...Object.keys(links)].filter((name) => !isOurs(name) && !isSame(name));
};

/** What can be sent: all but what was refused as it is, and what has no value. */
export function sendable({ edits, refused }: EntryState): Edits {
  const held = new Set([...refused, ...Object.keys(edits.texts).map(attributeAt)]);
  return editsOf(edits, (name) => !held.has(name));
}

type Faults = Pick<EntryState, 'faults' | 'refused'>;

/** A value that is refused. */
export interface Fault {
  readonly path: readonly string[];
  readonly message: string;
}

/** Adds what was refused, by its fields. */
export const withFaults = ({ faults, refused }: Faults, found: readonly Fault[]): Faults => ({
  faults: { ...faults, ...byPath(found) },
  refused: new Set([...refused, ...found.map(({ path }) => String(path[0]))]),
});

/** Says what keeps the content from being published, which is saved, in place of what was said of that before. */
export const withUnpublishable = (
  { faults, refused }: Faults,
  found: readonly Fault[],
): Pick<EntryState, 'faults'> => ({
  faults: { ...entriesOf(faults, ([path]) => refused.has(attributeAt(path))), ...byPath(found) },
});

const byPath = (found: readonly Fault[]): EntryState['faults'] =>
  Object.fromEntries(found.map(({ path, message }) => [path.join('.'), message]));

/** Forgets what was refused of an attribute, which has changed. */
export const withoutFaults = ({ faults, refused }: Faults, name: string): Faults => ({
  faults: entriesOf(faults, ([path]) => path !== name && !path.startsWith(`${name}.`)),
  refused: new Set([...refused].filter((one) => one !== name)),
});
