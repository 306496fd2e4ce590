import { answerOf } from '../../../application/documents/hooked/patched-answer.js';
import { writeInTurn, type SingleWrites } from '../../../application/documents/write-in-turn.js';
import type { Answer, Documents } from '../../../application/documents/use-cases.js';
import type { Document } from '../../../application/ports/document-store.js';
import { isPlainObject } from '../../../domain/document/plain-object.js';
import { failure, notFound, type Failure } from '../../../domain/failure.js';
import { isServer, type Principal } from '../../../domain/permission/permission.js';
import { planRead } from '../../../domain/plan/plan-read.js';
import type { Limits, ReadPlan } from '../../../domain/plan/read-plan.js';
import type { Create, Delete, Transition, Update } from '../../../domain/query/mutation.js';
import { readsOne, withoutLayout, type Query } from '../../../domain/query/query.js';
import { err, ok, type Result } from '../../../domain/result.js';
import { contentTypeOf, type Schema } from '../../../domain/schema/schema.js';
import { AppError, valueOf } from '../app-error.js';
import type { DocumentAction, DocumentMiddlewares } from './create-document-middlewares.js';
import { paramsOfQuery, selectionParams, type Params } from './document-params.js';
import { changedMutation, changedQuery, dataForCode } from './changed-params.js';

interface Dependencies {
  readonly documents: Documents;
  readonly middlewares: DocumentMiddlewares;
  readonly schema: Schema;
  readonly limits: Limits;
}

/**
 * The use cases inside of the app's document middlewares, which stand outside of the units of work of the operations.
 * Where none is registered, calls go through as they are, and so does what the server reads for itself.
 */
export function withDocumentMiddlewares(dependencies: Dependencies): Documents {
  const { documents, middlewares } = dependencies;
  const runsAround = (principal: Principal): boolean => middlewares.isUsed && !isServer(principal);
  const writing =
    <M extends Create | Update | Transition>(
      run: (principal: Principal, mutation: M) => Promise<Result<Answer>>,
    ) =>
    (principal: Principal, mutation: M): Promise<Result<Answer>> =>
      middlewares.isUsed ? write(dependencies, principal, mutation, run) : run(principal, mutation);
  const writes: SingleWrites = {
    create: writing(documents.create),
    update: writing(documents.update),
    publish: writing(documents.publish),
    unpublish: writing(documents.unpublish),
    discardDraft: writing(documents.discardDraft),
    delete: (principal, mutation) =>
      middlewares.isUsed ? remove(dependencies, principal, mutation) : documents.delete(principal, mutation),
  };
  return {
    find: (principal, query) =>
      runsAround(principal) ? find(dependencies, principal, query) : documents.find(principal, query),
    async findOne(principal, query) {
      if (!runsAround(principal)) return documents.findOne(principal, query);
      const found = await find(dependencies, principal, query);
      return found.ok && found.value.answer.size === 0 ? err(notFound) : found;
    },
    count: (principal, query) =>
      runsAround(principal) ? count(dependencies, principal, query) : documents.count(principal, query),
    // A middleware might narrow or change the documents, which an aggregate does not show.
    aggregate: async (principal, query) =>
      runsAround(principal) ? err(notFound) : documents.aggregate(principal, query),
    ...writes,
    writeAll: (principal, steps) =>
      (middlewares.isUsed ? writeInTurn(writes) : documents.writeAll)(principal, steps),
    lock: documents.lock,
    checkLinks: documents.checkLinks,
  };
}

/** Code of the app gets a total that is counted, because it cannot say that it is an estimate. */
async function find(dependencies: Dependencies, principal: Principal, asked: Query): Promise<Result<Answer>> {
  const query: Query = { ...withoutLayout(asked), estimates: false };
  const { documents, middlewares, schema, limits } = dependencies;
  // What the client asks for is checked before app code adds to it with its own rights.
  const allowed = planRead(schema, query, principal, limits);
  if (!allowed.ok) return allowed;
  const type = contentTypeOf(schema, query.type);
  const action = readAction(query);
  const isList = action === 'findMany';
  let answer: Answer | undefined;
  return caught(async () => {
    const returned = await middlewares.run(type, action, paramsOfQuery(query), async (params) => {
      answer = valueOf(await documents.find(principal, changedQuery(dependencies, principal, query, params)));
      const found = answer.answer.documents();
      return isList ? found : (found[0] ?? null);
    });
    const listed = isList ? returned : returned === null || returned === undefined ? [] : [returned];
    const total = query.count ? await totalOf(dependencies, query, answer) : null;
    return answered(listed, answer?.plan ?? allowed.value, total);
  });
}

/** A list with a total is also a `count`. */
async function totalOf(
  { middlewares, schema }: Dependencies,
  query: Query,
  answer: Answer | undefined,
): Promise<number> {
  const type = contentTypeOf(schema, query.type);
  const counted = await middlewares.run(
    type,
    'count',
    paramsOfQuery(query),
    async () => answer?.answer.total ?? 0,
  );
  return Number(counted);
}

function readAction(query: Query): DocumentAction {
  if (!readsOne(query)) return 'findMany';
  return query.action === 'findOne' || query.documentId !== undefined ? 'findOne' : 'findFirst';
}

const count = (dependencies: Dependencies, principal: Principal, query: Query): Promise<Result<number>> => {
  const { documents, middlewares, schema } = dependencies;
  const { start: _start, limit: _limit, ...params } = paramsOfQuery(query);
  return caught(async () => {
    const counted = await middlewares.run(contentTypeOf(schema, query.type), 'count', params, async (given) =>
      valueOf(await documents.count(principal, changedQuery(dependencies, principal, query, given))),
    );
    return ok(Number(counted));
  });
};

async function write<M extends Create | Update | Transition>(
  dependencies: Dependencies,
  principal: Principal,
  mutation: M,
  run: (principal: Principal, mutation: M) => Promise<Result<Answer>>,
): Promise<Result<Answer>> {
  // Code that writes single rows is not part of the document service.
  if ('row' in mutation && mutation.row !== undefined) return run(principal, mutation);
  const { middlewares, schema } = dependencies;
  const type = contentTypeOf(schema, mutation.type);
  const moves = !('data' in mutation);
  let answer: Answer | undefined;
  return caught(async () => {
    const returned = await middlewares.run(
      type,
      mutation.kind,
      paramsOfMutation(mutation),
      async (params) => {
        const written = await run(principal, changedMutation(type, mutation, params));
        if (!written.ok && written.failure.code === 'DOCUMENT.NOT_FOUND' && !moves) return null;
        answer = valueOf(written);
        const [document] = answer.answer.documents();
        return moves ? { documentId: document?.['documentId'], entries: [document] } : document;
      },
    );
    const entries = moves && isPlainObject(returned) ? returned['entries'] : [returned];
    const [document] = Array.isArray(entries) ? (entries as unknown[]) : [];
    if (document === null || document === undefined) return err(notFound);
    if (answer === undefined) return err(unanswered(type.uid, mutation.kind));
    return answered([document], answer.plan, null);
  });
}

/** A write that a middleware answers in its place has no plan that says what the client may see. */
const unanswered = (uid: string, action: string): Failure =>
  failure('INPUT.MISMATCH', `A document middleware has answered ${action} of ${uid} without calling next()`);

function remove(dependencies: Dependencies, principal: Principal, mutation: Delete): Promise<Result<null>> {
  const { documents, middlewares, schema } = dependencies;
  if (mutation.layer !== undefined) return documents.delete(principal, mutation);
  const type = contentTypeOf(schema, mutation.type);
  return caught(async () => {
    await middlewares.run(type, 'delete', paramsOfMutation(mutation), async (params) => {
      valueOf(await documents.delete(principal, changedMutation(type, mutation, params)));
      return { documentId: mutation.documentId, entries: [] };
    });
    return ok(null);
  });
}

function paramsOfMutation(mutation: Create | Update | Transition | Delete): Params {
  const { documentId, locale } = mutation as Update;
  return {
    ...(documentId !== undefined && { documentId }),
    ...('data' in mutation && { data: dataForCode(mutation) }),
    ...('layer' in mutation && mutation.layer !== undefined && { status: mutation.layer }),
    ...(locale !== undefined && { locale }),
    ...('answer' in mutation && selectionParams(mutation.answer)),
  };
}

const answered = (documents: unknown, plan: ReadPlan, total: number | null): Result<Answer> => {
  const list = (Array.isArray(documents) ? documents : []) as readonly Document[];
  return ok({ answer: answerOf(list, total), plan });
};

/** Failures of the operation pass through middlewares as errors. */
async function caught<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return err(AppError.failureOf(error));
  }
}
