import { revisionOf } from '../../domain/document/revision.js';
import { revisionMember, type ReadPlan } from '../../domain/plan/read-plan.js';
import type { Document, ReadAnswer } from '../ports/document-store.js';
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
  return { answer: answerOf(rest, answer), plan: shown, revision: revisionOf(found[1]) };
}

const answerOf = (text: string, { size, total }: ReadAnswer): ReadAnswer => ({
  size,
  total,
  text: () => text,
  documents: () => JSON.parse(text) as readonly Document[],
});
