import type { Input } from '../../domain/document/input.js';
import { countNewItems } from '../../domain/document/merge-components.js';
import { numericRefsOf, resolveRefs } from '../../domain/document/references.js';
import { validateInput } from '../../domain/document/validate-input.js';
import { denied, notFound } from '../../domain/failure.js';
import { decide, type Action, type Principal } from '../../domain/permission/permission.js';
import { type Change, type ValueChange } from '../../domain/plan/change.js';
import { needsOf } from '../../domain/plan/needs-of.js';
import { planSelected } from '../../domain/plan/plan-read.js';
import { planWrite } from '../../domain/plan/plan-write.js';
import type { ReadPlan } from '../../domain/plan/read-plan.js';
import type { Mutation } from '../../domain/query/mutation.js';
import { err, ok, type Result } from '../../domain/result.js';
import { contentTypeOf, type ContentType } from '../../domain/schema/schema.js';
import type { ReadAnswer } from '../ports/document-store.js';
import type { Answer, Documents, DocumentsDependencies } from './use-cases.js';
import { hashPasswords } from './hash-passwords.js';
import { defaultLimits } from './limits.js';

type ValueMutation = Mutation & { readonly kind: 'create' | 'update' };

export function createWrites(
  dependencies: DocumentsDependencies,
): Pick<Documents, 'create' | 'update' | 'delete'> {
  return {
    create: (principal, mutation) => write(dependencies, principal, mutation, dependencies.ids.documentId()),
    update: (principal, mutation) => write(dependencies, principal, mutation, mutation.documentId),
    delete: (principal, mutation) => remove(dependencies, principal, mutation),
  };
}

async function write(
  dependencies: DocumentsDependencies,
  principal: Principal,
  mutation: ValueMutation,
  documentId: string,
): Promise<Result<Answer>> {
  const { schema } = dependencies;
  const type = contentTypeOf(schema, mutation.type);
  if (!may(principal, mutation.kind, type)) return err(denied);
  const plan = planAnswer(dependencies, principal, mutation, documentId);
  if (!plan.ok) return plan;
  const mode = { kind: mutation.kind, draft: type.draftAndPublish && mutation.layer === 'draft' };
  const checked = validateInput(schema, type, mutation.data, mode, principal);
  if (!checked.ok) return checked;
  const input = await completeInput(dependencies, type, checked.value);
  if (!input.ok) return input;
  const change = {
    ...addressOf(dependencies, type, mutation, documentId),
    kind: mutation.kind,
    input: input.value,
    now: dependencies.clock.now(),
  };
  const answer = await apply(dependencies, change, plan.value);
  if (!answer.ok) return answer;
  if (answer.value === null || answer.value.size === 0) return err(notFound);
  return ok({ answer: answer.value, plan: plan.value });
}

const may = (principal: Principal, action: Action, type: ContentType): boolean =>
  decide(principal, action, type.uid);

function addressOf(
  { schema }: DocumentsDependencies,
  type: ContentType,
  { layer, locale }: Mutation,
  documentId: string,
) {
  return { type, documentId, layer, locale: type.localized ? (locale ?? schema.defaultLocale) : '' };
}

/** What the writer gets to see: planned first, so that a wrong selection writes nothing. */
function planAnswer(
  { schema, limits = defaultLimits }: DocumentsDependencies,
  principal: Principal,
  { type, layer, locale, answer }: ValueMutation,
  documentId: string,
): Result<ReadPlan> {
  const { fields, populate } = answer;
  const query = {
    type,
    action: 'findOne' as const,
    documentId,
    range: { offset: 0, limit: 1 },
    count: false,
    layer,
    ...(locale !== undefined && { locale }),
    ...(fields !== undefined && { fields }),
    ...(populate !== undefined && { populate }),
  };
  return planSelected(schema, query, principal, limits);
}

/** What checking alone can not give: documents of numeric ids, and hashes of passwords. */
async function completeInput(
  { schema, store, passwords }: DocumentsDependencies,
  type: ContentType,
  input: Input,
): Promise<Result<Input>> {
  const found = new Map<string, ReadonlyMap<number, string>>();
  for (const { type: target, ids } of numericRefsOf(schema, type, input)) {
    const documents = await store.identify(target, ids);
    if (!documents.ok) return documents;
    found.set(target.uid, documents.value);
  }
  const resolved = resolveRefs(schema, type, input, (uid, id) => found.get(uid)?.get(id));
  return resolved.ok ? ok(await hashPasswords(schema, type, resolved.value, passwords)) : resolved;
}

async function apply(
  { schema, store }: DocumentsDependencies,
  change: ValueChange,
  answer: ReadPlan,
): Promise<Result<ReadAnswer | null>> {
  const wanted = [...change.input.components.values()].reduce((sum, input) => sum + countNewItems(input), 0);
  const reserved = wanted === 0 ? ok(0) : await store.reserveItemIds(wanted);
  if (!reserved.ok) return reserved;
  return store.write({
    needs: needsOf(schema, change),
    decide: (known) => {
      let next = reserved.value;
      return planWrite(schema, change, known, () => next++);
    },
    answer,
  });
}

async function remove(
  dependencies: DocumentsDependencies,
  principal: Principal,
  mutation: Mutation & { readonly kind: 'delete' },
): Promise<Result<null>> {
  const { schema, store } = dependencies;
  const type = contentTypeOf(schema, mutation.type);
  if (!may(principal, 'delete', type)) return err(denied);
  const change: Change = {
    ...addressOf(dependencies, type, mutation, mutation.documentId),
    kind: 'delete',
  };
  const removed = await store.write({
    needs: needsOf(schema, change),
    decide: (known) => planWrite(schema, change, known, noItems),
    answer: null,
  });
  return removed.ok ? ok(null) : removed;
}

function noItems(): never {
  throw new Error('a removal has no new items');
}
