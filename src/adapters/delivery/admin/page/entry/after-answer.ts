import type { Entry } from '../../contract/documents.js';
import { knownLinks, withContent, type Shown } from './content.js';
import { editedNames, noEdits, type Edits, type LinkEdit } from './edits.js';
import { changedNames } from './entry-state.js';
import type { Kept } from './journal.js';
import { isSameList, isToOne, listOf, type LinkList } from './link-list.js';
import { listAfterSave, operationsBetween, rebasedList } from './link-operations.js';
import { isOwn } from './own-contents.js';

export interface AfterAnswer extends Pick<Shown, 'edits' | 'known'> {
  /** The attributes that others have changed. */
  readonly foreign: readonly string[];
}

/**
 * What is left to save, and what is known of links, when the server answers an entry after it got `sent`. `isOurs` says of an
 * attribute whether nobody else has changed what the answer has of it.
 */
export function afterAnswer(
  before: Shown,
  answer: Entry,
  isOurs: (name: string) => boolean,
  sent: Edits = noEdits,
): AfterAnswer {
  const { entry, edits } = before;
  const known: Record<string, LinkList> = {};
  for (const name of new Set([...Object.keys(before.known), ...Object.keys(sent.links)])) {
    const list = sent.links[name];
    const [was, is] = [listOf(entry?.links[name]), listOf(answer.links[name])];
    if (list !== undefined) known[name] = listAfterSave(answer.links[name], list);
    else if (isSameList(was, is)) known[name] = before.known[name] ?? is;
  }
  const server = { entry: answer, known };
  const links = Object.entries(edits.links).flatMap(([name, edit]): [string, LinkEdit][] => {
    const base = sent.links[name];
    if (base === edit) return [];
    const [was, is] = [base ?? knownLinks(before, name), knownLinks(server, name)];
    // The operations of an edit from an earlier visit began from a list that is not known any more.
    const operations = base === undefined ? edit.operations : operationsBetween(name, base, edit);
    const isWhole =
      isSameList(was, is) || isStill(edit, is, () => isOurs(name)) || isToOne(answer.links[name]);
    const list = isWhole ? edit : rebasedList(is, operations, edit);
    const next = withContent({ ...server, edits }, name, { kind: 'links', list }).links[name];
    return next === undefined || next.operations.length === 0 ? [] : [[name, next]];
  });
  const isLeft = ([name]: [string, unknown]): boolean =>
    !Object.hasOwn(sent.values, name) || sent.values[name] !== edits.values[name];
  const sentNames = editedNames(sent);
  return {
    known,
    edits: {
      ...edits,
      values: Object.fromEntries(Object.entries(edits.values).filter(isLeft)),
      files: Object.fromEntries(Object.entries(edits.files).filter(isLeft)),
      links: Object.fromEntries(links),
    },
    foreign: entry === null ? [] : changedNames(entry, answer).filter((name) => !sentNames.includes(name)),
  };
}

/** What is known and edited of links after more of the server's were read. */
export function withKnown(shown: Shown, name: string, list: LinkList): Pick<Shown, 'edits' | 'known'> {
  const known = { ...shown.known, [name]: list };
  const edit = shown.edits.links[name];
  if (edit === undefined) return { known, edits: shown.edits };
  const content = { kind: 'links', list: rebasedList(list, edit.operations, edit) } as const;
  return { known, edits: withContent({ ...shown, known }, name, content) };
}

/** Edits that were kept in the browser, for the entry as it is now. */
export function restoredEdits({ edits: kept, own = {} }: Kept, entry: Entry | null): Edits {
  return Object.entries(kept.links).reduce((edits, [name, edit]) => {
    const shown = { entry, edits, known: {} };
    const known = knownLinks(shown, name);
    const isOurs = (): boolean => entry !== null && isOwn(own, name, entry);
    const isWhole = isStill(edit, known, isOurs) || isToOne(entry?.links[name]);
    const list = isWhole ? edit : rebasedList(known, edit.operations, edit);
    return withContent(shown, name, { kind: 'links', list });
  }, kept);
}

/**
 * Whether an edited list is what has to be there, with nothing to take over from the one of the server: nobody else has changed
 * that, and both were read whole. The operations of the edit do not lead there where a save whose answer was lost has changed the
 * list.
 */
const isStill = (edit: LinkList, server: LinkList, isOurs: () => boolean): boolean =>
  edit.gaps === undefined && server.gaps === undefined && isOurs();
