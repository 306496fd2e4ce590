import { revisionOf } from '../../domain/document/revision.js';
import { revisionMember, type ReadPlan } from '../../domain/plan/read-plan.js';
import { answerOfText } from './answer-of-text.js';
import type { ReadAnswer } from '../ports/document-store.js';
import type { Answer } from './use-cases.js';

/** Takes the revision, which stores answer as the first member of a document, out of an answer. */
export function withoutRevision(answer: ReadAnswer, plan: ReadPlan): Answer {
  const [first, ...members] = plan.shape.members;
  if (first?.as !== revisionMember) return { answer, plan };
  const shown = { ...plan, shape: { members } };
  if (answer.size === 0) return { answer, plan: shown };
  const text = answer.text();
  const found = /^\[\s*\{\s*"__revision"\s*:\s*"([^"]+)"\s*,?/.exec(text);
  if (found?.[1] === undefined || answer.size > 1) throw new Error('an answer without its revision');
  const rest = `[{${text.slice(found[0].length)}`;
  return {
    answer: answerOfText(rest, answer.size, answer.total),
    plan: shown,
    revision: revisionOf(found[1]),
  };
}

/** Attributes that publishing a version again changes, although its revision stays. */
const unrevised: ReadonlySet<string> = new Set(['id', 'publishedAt']);

/** Whether the revision moves with each value that the plan reads, but for `unrevised`. */
export const isRevised = ({ shape: { members } }: ReadPlan): boolean =>
  members[0]?.as === revisionMember && members.every(({ kind }) => kind === 'field');

/** The plan of what `markOf` needs, for a revised plan. */
export const planOfMark = (plan: ReadPlan): ReadPlan => ({
  ...plan,
  shape: {
    members: plan.shape.members.filter(({ as }) => as === revisionMember || unrevised.has(as)),
  },
});

/** Adds the mark to an answer to a plan, or to its `planOfMark`, that no hook of the app has changed. */
export const marked = (found: Answer, plan: ReadPlan): Answer =>
  isRevised(plan) ? { ...found, mark: markOf(plan, found) } : found;

function markOf({ context: { layer, locale }, shape }: ReadPlan, { answer }: Answer): string {
  const [document] = answer.documents();
  const members = shape.members.map((member) =>
    member.kind === 'field' ? `${member.as}:${member.field.name}:${member.field.type}` : member.as,
  );
  const marks = [...unrevised].map((name) => JSON.stringify(document?.[name] ?? null));
  return [layer, locale, ...marks, ...members].join();
}
