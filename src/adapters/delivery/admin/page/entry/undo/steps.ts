import type { Json } from '../../../../../../domain/schema/schema.js';
import type { Content, Contents } from '../content.js';

/** One edit, which can be taken back. */
export interface Step {
  /** What the attributes had that it changed. */
  readonly before: Contents;
  readonly after: Contents;
  /** The attributes that others have changed since, which stay as they are. */
  readonly kept: readonly string[];
  /** Where a text was typed that may go on; null: elsewhere, or it was left. */
  readonly text: string | null;
  /** When it was made; milliseconds. */
  readonly at: number;
  /** The revision that was edited. */
  readonly revision: string | null;
  /** In characters. */
  readonly size: number;
}

/** The latest is the last of each. */
export interface Steps {
  readonly undo: readonly Step[];
  readonly redo: readonly Step[];
}

export const noSteps: Steps = { undo: [], redo: [] };

/** How many steps are kept, and how large they may be together; characters. */
const [most, largest] = [100, 5_000_000];
/** A text that is typed without so long a pause is one step. */
const pauseMs = 1000;

type Made = Pick<Step, 'before' | 'after' | 'at' | 'revision'>;

/** Adds an edit. A text that goes on is a part of the step before; what `follows` from the latest edit by itself is too. */
export function withStep(steps: Steps, made: Made, follows = false): Steps {
  const top = steps.undo.at(-1);
  const { before, after, at } = made;
  if (JSON.stringify(before) === JSON.stringify(after)) return steps;
  const earlier = steps.undo.slice(0, -1);
  if (follows)
    return top === undefined ? steps : { ...steps, undo: trimmed([...earlier, joined(top, made)]) };
  const text = textIn(made);
  if (top !== undefined && goesOn(top.text, text) && at - top.at < pauseMs)
    return { undo: trimmed([...earlier, { ...joined(top, made), at }]), redo: [] };
  const size = JSON.stringify([before, after]).length;
  return { undo: trimmed([...steps.undo, { ...made, kept: [], text, size }]), redo: [] };
}

const goesOn = (was: string | null, is: string | null): boolean =>
  was !== null && is !== null && (is === was || is.startsWith(`${was}.`));

function joined(top: Step, { before, after }: Made): Step {
  const both = { before: { ...before, ...top.before }, after: { ...top.after, ...after } };
  return { ...top, ...both, size: JSON.stringify(both).length };
}

/** Leaves out the oldest that have no room. */
function trimmed(all: readonly Step[]): readonly Step[] {
  let [size, from] = [0, all.length];
  while (from > 0 && all.length - from < most) {
    size += all[from - 1]?.size ?? 0;
    if (size > largest) break;
    from -= 1;
  }
  return all.slice(from);
}

/** The attribute in which a text is being typed. */
export const typedName = ({ undo }: Steps): string | undefined => undo.at(-1)?.text?.split('.', 1)[0];

/** Ends the text that is typed, as when its field is left. */
export function withTextEnded(steps: Steps): Steps {
  const top = steps.undo.at(-1);
  if (top === undefined || top.text === null) return steps;
  return { ...steps, undo: [...steps.undo.slice(0, -1), { ...top, text: null }] };
}

/** Moves the latest step from one list to the other; one that has nothing left is dropped. */
export function withMovedStep(steps: Steps, from: keyof Steps): Steps {
  const step = steps[from].at(-1);
  if (step === undefined) return steps;
  const to = from === 'undo' ? 'redo' : 'undo';
  const isEmpty = Object.keys(step.before).length === 0;
  const moved: Step = { ...step, kept: [], text: null };
  return withTextEnded({
    ...steps,
    [from]: steps[from].slice(0, -1),
    [to]: isEmpty ? steps[to] : [...steps[to], moved],
  });
}

/** Leaves attributes out of all steps, as what they have now stays. */
export function withoutAttributes(steps: Steps, names: readonly string[]): Steps {
  const without = (step: Step): Step => {
    const kept = names.filter((name) => Object.hasOwn(step.before, name));
    if (kept.length === 0) return step;
    const others = (contents: Contents): Contents =>
      Object.fromEntries(Object.entries(contents).filter(([name]) => !kept.includes(name)));
    return {
      ...step,
      before: others(step.before),
      after: others(step.after),
      kept: [...step.kept, ...kept],
    };
  };
  return names.length === 0 ? steps : { undo: steps.undo.map(without), redo: steps.redo.map(without) };
}

/** Where an edit changed one text; null if it changed anything else. */
function textIn({ before, after }: Made): string | null {
  const names = Object.keys(after);
  const [name = ''] = names;
  const [was, is] = [before[name], after[name]];
  if (names.length !== 1 || !isValue(was) || !isValue(is)) return null;
  // The first letter of a text in blocks makes the blocks too.
  const path = was.value === null ? [] : changeIn(was.value, is.value);
  return path === null ? null : [name, ...path].join('.');
}

const isValue = (content: Content | undefined): content is Extract<Content, { kind: 'value' }> =>
  content?.kind === 'value';

const isText = (value: Json | undefined): boolean =>
  value === undefined || value === null || typeof value === 'string' || typeof value === 'number';

/** The path to the one text in which two values differ. */
function changeIn(was: Json | undefined, is: Json | undefined): readonly string[] | null {
  if (isText(was) && isText(is)) return [];
  if (!isTree(was) || !isTree(is) || Array.isArray(was) !== Array.isArray(is)) return null;
  if (Array.isArray(was) && was.length !== Object.keys(is).length) return null;
  const keys = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  const changed = keys.filter(
    (key) => was[key] !== is[key] && JSON.stringify(was[key]) !== JSON.stringify(is[key]),
  );
  const [key] = changed;
  if (changed.length !== 1 || key === undefined) return null;
  const inside = changeIn(was[key], is[key]);
  return inside === null ? null : [key, ...inside];
}

type Tree = Readonly<Record<string, Json>>;
const isTree = (value: Json | undefined): value is Tree & Json => typeof value === 'object' && value !== null;
