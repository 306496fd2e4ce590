import { denied, failure } from '../../domain/failure.js';
import { decide, type Principal } from '../../domain/permission/permission.js';
import type { Change } from '../../domain/plan/change.js';
import type { Layer } from '../../domain/query/query.js';
import type { Transition } from '../../domain/query/mutation.js';
import { err, type Result } from '../../domain/result.js';
import { contentTypeOf } from '../../domain/schema/schema.js';
import { addressedDocument, writtenLocale } from './address.js';
import { guardsOf } from './guards.js';
import { answered, planAnswer, storeChange } from './store-change.js';
import type { Answer, Documents, DocumentsDependencies } from './use-cases.js';

/** The use cases that move a document between its layers. */
export function createTransitions(
  dependencies: DocumentsDependencies,
): Pick<Documents, 'publish' | 'unpublish' | 'discardDraft'> {
  return {
    publish: (principal, mutation) => move(dependencies, principal, mutation, 'published'),
    unpublish: (principal, mutation) => move(dependencies, principal, mutation, 'draft'),
    discardDraft: (principal, mutation) => move(dependencies, principal, mutation, 'draft'),
  };
}

async function move(
  dependencies: DocumentsDependencies,
  principal: Principal,
  mutation: Transition,
  layer: Layer,
): Promise<Result<Answer>> {
  const { kind, type: uid } = mutation;
  const type = contentTypeOf(dependencies.schema, uid);
  if (!decide(principal, kind, uid)) return err(denied);
  if (!type.draftAndPublish) return err(failure('INPUT.MISMATCH', `${type.displayName} has no drafts`));
  const locale = await writtenLocale(dependencies, type, mutation.locale);
  if (!locale.ok) return locale;
  const documentId = await addressedDocument(dependencies, type, mutation.documentId);
  if (!documentId.ok) return documentId;
  const address = { type, documentId: documentId.value, locale: locale.value };
  const plan = planAnswer(dependencies, principal, address, layer, mutation);
  if (!plan.ok) return plan;
  const change: Change = { ...address, kind, now: dependencies.clock.now() };
  const guards = guardsOf(dependencies, principal, change, layer);
  return answered(await storeChange(dependencies, principal, change, 0, plan.value, guards), plan.value);
}
