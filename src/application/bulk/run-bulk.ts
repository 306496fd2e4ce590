import { textOf } from '../../domain/document/text-of.js';
import { failure, type Failure } from '../../domain/failure.js';
import { decide, writableFields, type Principal } from '../../domain/permission/permission.js';
import { editedLayer } from '../../domain/plan/change.js';
import { compare } from '../../domain/query/compare.js';
import type { Create, Delete, Transition, Update } from '../../domain/query/mutation.js';
import type { Filter } from '../../domain/query/query.js';
import { err, ok, type Result } from '../../domain/result.js';
import { contentTypeOf, isUnique, type ContentType, type Schema } from '../../domain/schema/schema.js';
import { Places } from '../admission/places.js';
import { createPauses } from '../stores/in-turns.js';
import { findAsSystem } from '../documents/system-query.js';
import type { Answer, Documents } from '../documents/use-cases.js';
import type { UnitsOfWork } from '../ports/units-of-work.js';
import type { BulkDone, BulkOperation } from './bulk-operation.js';
import { createsFrom, createTogether, mostTogether } from './create-together.js';
import { mostNames, withNamed, type NamedDocuments } from './named-documents.js';

export type { BulkDone, BulkOperation } from './bulk-operation.js';

export interface Bulk {
  /**
   * Runs operations in their order. `isAtomic`: all together or not at all; the failure of one is that of all, with its index as
   * `details.operation`. Otherwise each by itself, with a result for each.
   */
  run(
    principal: Principal,
    operations: readonly BulkOperation[],
    isAtomic: boolean,
  ): Promise<Result<readonly Result<BulkDone>[]>>;
  /**
   * Runs other work in one unit, in the places of operations that run together. The work may be run again: see `UnitsOfWork`.
   */
  together<T>(principal: Principal, work: () => Promise<Result<T>>): Promise<Result<T>>;
  /** Begins to run operations that come one after the other, however many they are, each by itself. */
  begin(principal: Principal): Promise<Result<BulkStream>>;
}

export interface BulkStream {
  /** `principal` is who sends them, with the grants of now. */
  run(principal: Principal, operation: BulkOperation): Promise<Result<BulkDone>>;
  end(): void;
}

interface Dependencies {
  readonly schema: Schema;
  readonly documents: Documents;
  readonly units: UnitsOfWork;
}

/** The most documents that one operation changes by a filter. */
export const mostMatching = 10_000;

/** Runs many writes of one request through the use cases that single ones take. */
export function createBulk(dependencies: Dependencies): Bulk {
  const { units } = dependencies;
  const [atomic, apart] = [new Places(atomicLimits), new Places(limits)];
  const together: Bulk['together'] = async (principal, work) => {
    const place = await atomic.take(principal.caller);
    return place.ok ? units.run(work).finally(place.value) : place;
  };
  return {
    together,
    async run(principal, operations, isAtomic) {
      if (isAtomic)
        // A unit that loses a conflict runs it again.
        return together(principal, async () => {
          const results = await runAll(dependencies, principal, operations, true);
          const last = results.at(-1);
          return last?.ok === false ? err(at(last.failure, results.length - 1)) : ok(results);
        });
      const place = await apart.take(principal.caller);
      if (!place.ok) return place;
      return ok(await runAll(dependencies, principal, operations, false).finally(place.value));
    },
    async begin(principal) {
      const place = await apart.take(principal.caller);
      return place.ok ? ok({ run: inTurn(dependencies, new Map()), end: place.value }) : place;
    },
  };
}

/** Each holds a connection to the database, and keeps others from what it has written, until its end. */
const atomicLimits = { perCaller: 1, all: 2, waiting: 32 };
const limits = { perCaller: 2, all: 8, waiting: 32 };

const at = (one: Failure, operation: number): Failure => ({ ...one, details: { ...one.details, operation } });

/**
 * Runs operations in their order; creates that follow each other together. Returns a result for each, up to the first failure
 * if `stops`.
 */
async function runAll(
  dependencies: Dependencies,
  principal: Principal,
  operations: readonly BulkOperation[],
  stops: boolean,
): Promise<readonly Result<BulkDone>[]> {
  const named = new Map<string, string>();
  const run = inTurn(dependencies, named);
  const results: Result<BulkDone>[] = [];
  let most = mostTogether;
  while (results.length < operations.length) {
    const from = results.length;
    const creates = createsFrom(dependencies.schema, operations, { from, most, named });
    const written =
      creates.length > 1
        ? await createTogether(dependencies, principal, creates, named)
        : [await run(principal, operations[from]!)];
    results.push(...written);
    const isFailed = results.at(-1)?.ok !== true;
    if (isFailed && stops) break;
    // Those before a failure are written one by one to find it.
    most = isFailed ? 1 : Math.min(mostTogether, most * 2);
  }
  return results;
}

/** Returns what runs one operation after the other, with the names that they give. */
function inTurn(dependencies: Dependencies, named: Map<string, string>): BulkStream['run'] {
  const pause = createPauses();
  return async (principal, operation) => {
    // One that is refused before it asks the database gives nobody else a turn.
    await pause();
    const name = 'as' in operation ? operation.as : undefined;
    if (name !== undefined && named.size >= mostNames && !named.has(name)) return err(tooManyNames);
    const result = await runOne(dependencies, principal, operation, named);
    if (result.ok && name !== undefined) named.set(name, result.value.documentId ?? '');
    return result;
  };
}

const tooManyNames = failure('INPUT.INVALID', `One request names at most ${mostNames} documents`, {
  key: 'as',
});

async function runOne(
  dependencies: Dependencies,
  principal: Principal,
  operation: BulkOperation,
  named: NamedDocuments,
): Promise<Result<BulkDone>> {
  const { schema, documents } = dependencies;
  switch (operation.kind) {
    case 'create': {
      const mutation = withNamed(schema, operation.mutation, named);
      return mutation.ok ? done('created', await documents.create(principal, mutation.value)) : mutation;
    }
    case 'update': {
      const mutation = withNamed(schema, operation.mutation, named);
      if (!mutation.ok) return mutation;
      const { where } = operation;
      if (where === undefined) return done('updated', await documents.update(principal, mutation.value));
      return each(dependencies, principal, mutation.value, where, 'updated', (documentId) =>
        documents.update(principal, { ...mutation.value, documentId }),
      );
    }
    case 'upsert': {
      const mutation = withNamed(schema, operation.mutation, named);
      return mutation.ok ? upsert(dependencies, principal, mutation.value, operation.by) : mutation;
    }
    case 'delete': {
      const { mutation, where } = operation;
      if (where !== undefined)
        return each(dependencies, principal, mutation, where, 'deleted', (documentId) =>
          documents.delete(principal, { ...mutation, documentId }),
        );
      const removed = await documents.delete(principal, mutation);
      return removed.ok ? ok({ done: 'deleted', documentId: mutation.documentId ?? '' }) : removed;
    }
    case 'move':
      return move(documents, principal, operation.mutation);
  }
}

async function move(
  documents: Documents,
  principal: Principal,
  mutation: Transition,
): Promise<Result<BulkDone>> {
  const { kind } = mutation;
  switch (kind) {
    case 'publish':
      return done('published', await documents.publish(principal, { ...mutation, kind }));
    case 'unpublish':
      return done('unpublished', await documents.unpublish(principal, { ...mutation, kind }));
    case 'discardDraft':
      return done('discarded', await documents.discardDraft(principal, { ...mutation, kind }));
  }
}

function done(what: BulkDone['done'], answered: Result<Answer>): Result<BulkDone> {
  if (!answered.ok) return answered;
  const documentId = textOf(answered.value.answer.documents()[0]?.['documentId']);
  return ok({ done: what, documentId });
}

/** Changes each document that the principal finds, all or none. */
async function each(
  { schema, documents, units }: Dependencies,
  principal: Principal,
  { type, locale }: Update | Delete,
  where: Filter,
  what: BulkDone['done'],
  change: (documentId: string) => Promise<Result<unknown>>,
): Promise<Result<BulkDone>> {
  const found = await documents.find(principal, {
    type,
    action: 'find',
    filters: where,
    fields: ['documentId'],
    range: { offset: 0, limit: mostMatching + 1 },
    count: false,
    layer: editedLayer(contentTypeOf(schema, type)),
    ...(locale !== undefined && { locale }),
  });
  if (!found.ok) return found;
  const ids = [...new Set(found.value.answer.documents().map(({ documentId }) => textOf(documentId)))];
  if (ids.length > mostMatching)
    return err(
      failure('INPUT.INVALID', `The filters match more than ${mostMatching} documents`, { key: 'filters' }),
    );
  return units.run(async () => {
    for (const documentId of ids) {
      const changed = await change(documentId);
      if (!changed.ok) return changed;
    }
    return ok({ done: what, count: ids.length });
  });
}

/** Whether the principal may set the attribute; one that they may not is refused like one that does not exist. */
function mayWrite(principal: Principal, type: ContentType, name: string): boolean {
  const permission = decide(principal, 'create', type.uid);
  if (permission === null) return false;
  const names = writableFields(principal, permission, type);
  return names === null || names.has(name);
}

/**
 * Updates the document that has the values of unique attributes, or creates it. Whether there is one is found with the server's
 * rights, as a unique conflict would tell it too; what happens then needs the principal's own.
 */
async function upsert(
  dependencies: Dependencies,
  principal: Principal,
  mutation: Create,
  by: readonly string[],
): Promise<Result<BulkDone>> {
  const { schema, documents } = dependencies;
  const { type, locale, layer, answer, data } = mutation;
  const content = contentTypeOf(schema, type);
  const filters: Filter[] = [];
  for (const name of by) {
    const attribute = content.attributes.get(name);
    if (!isUnique(attribute) || !mayWrite(principal, content, name))
      return err(failure('INPUT.INVALID', `${name} is no unique attribute of ${type}`, { key: 'by' }));
    const value = (data as { readonly [name: string]: unknown })[name];
    if (value === undefined || value === null)
      return err(failure('INPUT.INVALID', `The data must have ${name}, by which it is found`, { key: name }));
    filters.push(compare(name, '$eq', value));
  }
  const found = await findAsSystem(documents, type, {
    filters: { kind: 'and', filters },
    fields: ['documentId'],
    layer: editedLayer(content),
    limit: 1,
    ...(locale !== undefined && { locale }),
  });
  if (!found.ok) return found;
  const documentId = found.value[0]?.['documentId'];
  if (typeof documentId !== 'string') return done('created', await documents.create(principal, mutation));
  const at = locale === undefined ? {} : { locale };
  const update: Update = { kind: 'update', type, documentId, layer, data, answer, ...at };
  return done('updated', await documents.update(principal, update));
}
