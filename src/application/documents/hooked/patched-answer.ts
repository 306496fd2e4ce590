import { isSystem } from '../../../domain/schema/schema.js';
import { ok, type Result } from '../../../domain/result.js';
import { answerOfText } from '../answer-of-text.js';
import type { Document, ReadAnswer } from '../../ports/document-store.js';
import type { Answer } from '../use-cases.js';
import type { Hooked } from './hooked.js';
import type { Finished } from './row-steps.js';

/**
 * Returns the answer with what `after` hooks have changed in the `result`: values that the caller may see, and members that
 * are no attributes. Changed relations and components stay as they are stored, because they may have members that the
 * caller may not see.
 */
export function patchedAnswer({ hooks }: Hooked, given: Answer, { event, edits }: Finished): Result<Answer> {
  const { answer, plan } = given;
  const { attributes } = plan.type;
  const [document] = answer.documents();
  const changes = Object.entries(edits.changed);
  if (document === undefined || (changes.length === 0 && edits.removed.length === 0)) return ok(given);
  const patched: Record<string, unknown> = { ...document };
  const ignored: string[] = [];
  for (const [name, value] of changes) {
    const attribute = attributes.get(name);
    if (attribute === undefined) patched[name] = value;
    else if (!Object.hasOwn(document, name)) continue;
    else if (attribute.kind === 'scalar' || isSystem(attribute)) patched[name] = value;
    else ignored.push(name);
  }
  for (const name of edits.removed) delete patched[name];
  if (ignored.length > 0) hooks.reportIgnored(event, ignored);
  return ok({ ...given, answer: answerOf([patched as Document], answer.total) });
}

/** An answer of documents that app code may have changed. */
export const answerOf = (documents: readonly Document[], total: number | null): ReadAnswer =>
  answerOfText(JSON.stringify(documents), documents.length, total);
