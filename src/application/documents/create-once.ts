import { failure } from '../../domain/failure.js';
import { isPlainObject } from '../../domain/document/plain-object.js';
import { textOf } from '../../domain/document/text-of.js';
import { reason } from '../../domain/reason/reason.js';
import type { Permission, Principal } from '../../domain/permission/permission.js';
import { readAfter } from '../../domain/permission/write-permission.js';
import type { Create, Once } from '../../domain/query/mutation.js';
import { err, ok, type Result } from '../../domain/result.js';
import type { Json } from '../../domain/schema/schema.js';
import { admitsAll } from '../admission/admission.js';
import { addressWrite } from './complete-write.js';
import type { Onces } from './onces.js';
import { marked } from './revision.js';
import { answered, planAnswer } from './store-change.js';
import type { Answer, DocumentsDependencies } from './use-cases.js';

type Creating = (
  dependencies: DocumentsDependencies,
  principal: Principal,
  mutation: Create,
) => Promise<Result<Answer>>;

export const oncePrefix = 'once ';

/** How long a key names the document that was created with it; milliseconds. */
const lifetimeMs = 24 * 3600 * 1000;

/**
 * Creates a document, or answers the one that the same key created before. Both are kept together or not at all, and of two
 * requests at once the second waits for the first.
 */
export async function createOnce(
  dependencies: DocumentsDependencies,
  principal: Principal,
  mutation: Create & { readonly once: Once },
  create: Creating,
): Promise<Result<Answer>> {
  const { admission = admitsAll, onces, ids } = dependencies;
  if (onces === undefined) throw new Error('there is no place for keys of creations');
  const now = dependencies.clock.now();
  const key = keyOf(mutation.once);
  const inside = { ...dependencies, admission: admitsAll };
  const done = await admission.write(principal.caller, () =>
    onces.units.run(async () => {
      const documentId = mutation.documentId ?? ids.documentId();
      const made: Made = { documentId, request: mutation.once.request, at: now };
      const before = await takeKey(onces, key, made);
      if (!before.ok) return before;
      if (before.value === null) return create(inside, principal, { ...mutation, documentId });
      if (before.value.request !== mutation.once.request) return err(reused);
      return answerAgain(inside, principal, { ...mutation, documentId: before.value.documentId });
    }),
  );
  if (done.ok && sweeps(mutation.once)) await forgetOld(onces, mutation.once, now);
  return done;
}

/** What was created with a key. */
interface Made {
  readonly documentId: string;
  readonly request: string;
  readonly at: string;
}

const reused = failure('INPUT.KEY_REUSED', reason('once.reused'));

/** Keys are hashes. Those with the same first letters are swept together. */
const partOf = ({ key }: Once): string => `${oncePrefix}${key.slice(0, 3)} `;
const keyOf = (once: Once): string => `${partOf(once)}${once.key}`;

/** One in sixteen. */
const sweeps = ({ key }: Once): boolean => key[3] === '0';

const isOld = (made: Made, now: string): boolean => Date.parse(made.at) < Date.parse(now) - lifetimeMs;

/** Takes the key for a new document. Returns null, or what the key has created. */
async function takeKey({ values }: Onces, key: string, made: Made): Promise<Result<Made | null>> {
  const claimed = await values.claim(key, { ...made });
  if (!claimed.ok) return claimed;
  const before = madeIn(claimed.value);
  if (before !== null && !isOld(before, made.at)) return ok(before);
  if (claimed.value === null) return ok(null);
  const set = await values.set(key, { ...made });
  return set.ok ? ok(null) : set;
}

const madeIn = (value: Json): Made | null =>
  isPlainObject(value)
    ? { documentId: textOf(value['documentId']), request: textOf(value['request']), at: textOf(value['at']) }
    : null;

/**
 * Answers the document as it is now. Others may have written it since, so that it shows what the principal may read and no more.
 */
async function answerAgain(
  dependencies: DocumentsDependencies,
  principal: Principal,
  mutation: Create,
): Promise<Result<Answer>> {
  const addressed = await addressWrite(dependencies, principal, mutation);
  if (!addressed.ok) return addressed;
  const { address } = addressed.value;
  const { type, layer } = mutation;
  const isDraft = address.type.draftAndPublish && layer === 'draft';
  const read = readAfter(principal, type, isDraft);
  const asked = read === null ? { ...mutation, answer: {} } : mutation;
  const plan = planAnswer(dependencies, principal, address, layer, asked, read ?? systemFields);
  if (!plan.ok) return plan;
  const answer = answered(await dependencies.store.read(plan.value), plan.value);
  return answer.ok ? ok(marked(answer.value, plan.value)) : answer;
}

const systemFields: Permission = { fields: new Set(), filter: null };

/** Removes old keys near this one, unless another request has taken them anew meanwhile. What fails is left for the next time. */
async function forgetOld({ units, values }: Onces, once: Once, now: string): Promise<void> {
  const found = await values.all(partOf(once));
  if (!found.ok) return;
  const isOldValue = (value: Json): boolean => {
    const made = madeIn(value);
    return made !== null && isOld(made, now);
  };
  const old = found.value.filter(({ value }) => isOldValue(value));
  if (old.length === 0) return;
  await units.run(async () => {
    for (const { key, value } of old) {
      // Who takes it waits from here on, or this one for them.
      const claimed = await values.claim(key, value);
      if (!claimed.ok) return claimed;
      if (claimed.value !== null && !isOldValue(claimed.value)) continue;
      const removed = await values.remove(key);
      if (!removed.ok) return removed;
    }
    return ok(null);
  });
}
