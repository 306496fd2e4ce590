import type { Attribute } from '../../../../../../domain/schema/schema.js';
import { fitted, partialLinks, type Fitting } from '../component-value.js';
import { contentIn, withContent, type Content, type Shown } from '../content.js';
import { noEdits, same, type Edits } from '../edits.js';
import type { EntryState } from '../entry-state.js';
import { listAfterStep } from '../link-operations.js';
import { withMovedStep, withoutAttributes, type Step, type Steps } from './steps.js';

/** What was done to the attributes of a step. */
export interface TakenBack {
  readonly direction: keyof Steps;
  readonly names: readonly string[];
  /** Others have changed these since. */
  readonly kept: readonly string[];
  /** These had more links than were read. */
  readonly leftOut: readonly string[];
}

interface Around extends Fitting {
  readonly attributes: readonly Attribute[];
  /** What is on its way to the server. */
  readonly sent: Edits;
}

/** Undoes the latest step, or does it again; null if there is none. */
export function takenBack(
  state: EntryState,
  direction: keyof Steps,
  around: Around,
): { readonly state: Pick<EntryState, 'edits' | 'steps'>; readonly told: TakenBack } | null {
  const step = state.steps[direction].at(-1);
  if (step === undefined) return null;
  const [from, to] = direction === 'undo' ? [step.after, step.before] : [step.before, step.after];
  let { edits } = state;
  const leftOut: string[] = [];
  for (const [name, content] of Object.entries(to)) {
    const attribute = around.attributes.find((one) => one.name === name);
    const was = from[name];
    if (attribute === undefined || was === undefined) continue;
    const shown = { ...state, edits };
    const next = contentAfter(contentIn(shown, attribute), was, content);
    if (isPartial(shown, step, attribute, [was, next], around)) leftOut.push(name);
    else edits = withoutNone(withContent(shown, name, next), shown, attribute, around);
  }
  const steps = withoutAttributes(withMovedStep(state.steps, direction), leftOut);
  const names = Object.keys(to).filter((name) => !leftOut.includes(name));
  return { state: { edits, steps }, told: { direction, names, kept: step.kept, leftOut } };
}

const contentAfter = (now: Content, from: Content, to: Content): Content =>
  now.kind === 'links' && from.kind === 'links' && to.kind === 'links'
    ? { kind: 'links', list: listAfterStep(now.list, from.list, to.list) }
    : to;

/** Whether components would lose links that were not read: once it was saved, nobody here knows what the others were. */
function isPartial(
  { entry }: Shown,
  { revision }: Step,
  attribute: Attribute,
  [from, to]: readonly [Content, Content],
  around: Around,
): boolean {
  if (attribute.kind === 'scalar' || attribute.kind === 'relation') return false;
  if (from.kind !== 'value' || to.kind !== 'value' || entry === null) return false;
  if (!fitted(around, attribute, to.value, entry.values[attribute.name] ?? null).isWhole) return true;
  const isSaved = revision !== entry.revision || Object.hasOwn(around.sent.values, attribute.name);
  return isSaved && partialLinks(from.value) !== partialLinks(to.value);
}

/** Drops the edit of an attribute that has what the server has, and will have after what is on its way. */
function withoutNone(edits: Edits, shown: Shown, attribute: Attribute, around: Around): Edits {
  const { name } = attribute;
  const { sent } = around;
  if (Object.hasOwn(sent.values, name) || Object.hasOwn(sent.links, name)) return edits;
  if (Object.hasOwn(edits.links, name)) {
    const { [name]: edit, ...links } = edits.links;
    return edit?.operations.length === 0 ? { ...edits, links } : edits;
  }
  const { [name]: value = null, ...values } = edits.values;
  const { [name]: _, ...files } = edits.files;
  const content = contentIn({ ...shown, edits: noEdits }, attribute);
  if (content.kind === 'links') return edits;
  const stored = content.kind === 'value' ? content.value : content.files.map(({ documentId }) => documentId);
  const isNested = attribute.kind === 'component' || attribute.kind === 'zone';
  const isSame = same(isNested ? fitted(around, attribute, value, stored).value : value, stored);
  return isSame ? { ...edits, values, files } : edits;
}
