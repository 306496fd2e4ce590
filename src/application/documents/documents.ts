import type { Input } from '../../domain/document/input.js';
import { failure, notFound } from '../../domain/failure.js';
import type { Principal } from '../../domain/permission/permission.js';
import { planRead } from '../../domain/plan/plan-read.js';
import type { Transition } from '../../domain/query/mutation.js';
import { requestedLocales, withoutLayout, type Layer, type Query } from '../../domain/query/query.js';
import { err, ok, type Result } from '../../domain/result.js';
import { contentTypeOf, type ContentType } from '../../domain/schema/schema.js';
import { admitsAll } from '../admission/admission.js';
import { recordingRefusals } from '../audit/refusals.js';
import { measuringPlan } from '../observations/request-record.js';
import { localesOf } from './address.js';
import { addressMove } from './address-change.js';
import { checkNamed } from './complete-write.js';
import { explainingChanged } from './explain-changed.js';
import { createAggregate } from './aggregate.js';
import { findByCursor } from './find-by-cursor.js';
import { guardsOf } from './guards.js';
import { hookedReads, hookedWrites } from './hooked/hooked.js';
import { moveHooked } from './hooked/move-hooked.js';
import { readHooked } from './hooked/read-hooked.js';
import { defaultLimits } from './limits.js';
import { lockAhead } from './lock-ahead.js';
import { readSearched } from './read-searched.js';
import { replicasSince } from './replicas-since.js';
import { isRevised, marked, planOfMark, withoutRevision } from './revision.js';
import { answered, planAnswer, storeChange } from './store-change.js';
import type { Answer, Documents, DocumentsDependencies } from './use-cases.js';
import { writeAll } from './write-all.js';
import { createWrites } from './write-documents.js';

export type { Answer, Documents, DocumentsDependencies } from './use-cases.js';

export function createDocuments(dependencies: DocumentsDependencies): Documents {
  const single = explainingChanged(
    {
      ...createReads(dependencies),
      aggregate: createAggregate(dependencies),
      ...createWrites(dependencies),
      ...createTransitions(dependencies),
    },
    dependencies,
  );
  const documents = {
    ...single,
    writeAll: writeAll(dependencies, single),
    lock: lockAhead(dependencies),
    checkLinks: (principal: Principal, type: ContentType, input: Input) =>
      checkNamed(dependencies, principal, type, input),
  };
  const { audit } = dependencies;
  return audit === undefined ? documents : recordingRefusals(documents, audit);
}

function createReads(dependencies: DocumentsDependencies): Pick<Documents, 'find' | 'findOne' | 'count'> {
  const { schema, store, cursors, limits = defaultLimits, budget, admission = admitsAll } = dependencies;
  const read = async (principal: Principal, query: Query, isHooked: boolean): Promise<Result<Answer>> => {
    const locale = requestedLocales(query, localesOf(dependencies).default);
    const hooked = isHooked ? hookedReads(dependencies, principal, contentTypeOf(schema, query.type)) : null;
    const asked = hooked === null ? { ...query, locale } : { ...withoutLayout(query), locale };
    const plan = measuringPlan(principal, () => planRead(schema, asked, principal, limits, budget?.()));
    if (!plan.ok) return plan;
    const isMarked = hooked === null && isRevised(plan.value);
    const unread = isMarked && query.revision === 'only';
    const answered = async (): Promise<Result<Answer>> => {
      const wanted = unread ? planOfMark(plan.value) : plan.value;
      const searched = await readSearched(wanted, query, (each) =>
        admission.read(principal.caller, each, (deadline) =>
          store.read(each, deadline, replicasSince(principal, each)),
        ),
      );
      if (!searched.ok) return searched;
      const found = withoutRevision(searched.value.answer, searched.value.plan);
      return ok(isMarked ? { ...marked(found, plan.value), ...(unread && { unread }) } : found);
    };
    return hooked === null ? answered() : readHooked(hooked, query, plan.value, answered);
  };
  const find = async (principal: Principal, query: Query): Promise<Result<Answer>> => {
    const { cursor } = query;
    if (cursor === undefined) return read(principal, query, true);
    if (cursors === undefined) return err(failure('QUERY.PAGINATION', 'There are no cursors here'));
    const keys = (asked: Query): Promise<Result<Answer>> => read(principal, withoutLayout(asked), false);
    const shown = (asked: Query): Promise<Result<Answer>> => read(principal, asked, true);
    return findByCursor({ schema, cursors, keys, find: shown }, { ...query, cursor });
  };
  const findOne = async (principal: Principal, query: Query): Promise<Result<Answer>> => {
    const found = await find(principal, query);
    if (!found.ok || found.value.answer.size > 0) return found;
    return err(notFound);
  };
  const count = async (principal: Principal, query: Query): Promise<Result<number>> => {
    const found = await find(principal, { ...query, range: { offset: 0, limit: 0 }, count: true });
    return found.ok ? ok(found.value.answer.total ?? 0) : found;
  };
  return { find, findOne, count };
}

/** The use cases that move a document between its layers. */
function createTransitions(
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
  const addressed = await addressMove(dependencies, principal, mutation);
  if (!addressed.ok) return addressed;
  const change = addressed.value;
  const plan = planAnswer(dependencies, principal, change, layer, mutation);
  if (!plan.ok) return plan;
  const hooked = hookedWrites(dependencies, change.type);
  if (hooked !== null)
    return moveHooked(hooked, { principal, change, layer, answer: plan.value, selection: mutation.answer });
  const guards = guardsOf(dependencies, principal, change, layer);
  const moved = answered(await storeChange(dependencies, principal, change, plan.value, guards), plan.value);
  return moved.ok ? ok(marked(moved.value, plan.value)) : moved;
}
