import { textOf } from '../../domain/document/text-of.js';
import { failure, type Failure } from '../../domain/failure.js';
import type { Principal } from '../../domain/permission/permission.js';
import { editedLayer } from '../../domain/plan/change.js';
import { isNotUnique } from '../../domain/plan/write-plan.js';
import type { Delete, Mutation, Update } from '../../domain/query/mutation.js';
import type { Filter, Range } from '../../domain/query/query.js';
import { err, ok, type Result } from '../../domain/result.js';
import { contentTypeOf, type Schema } from '../../domain/schema/schema.js';
import type { Documents } from '../documents/use-cases.js';
import { writeOne } from '../documents/write-in-turn.js';
import type { UnitsOfWork } from '../ports/units-of-work.js';
import type { CodeOfApp } from '../code-of-app.js';
import { doneBy, type BulkDone, type BulkOperation } from './bulk-operation.js';
import { withNamed } from './named-documents.js';
import { keyOf, mutationsOf, type Upsert } from './upsert.js';

export interface BulkDependencies extends CodeOfApp {
  readonly schema: Schema;
  readonly documents: Documents;
  readonly units: UnitsOfWork;
}

/** The most documents that one operation changes by a filter; with `locale: "*"`, the most versions of them. */
export const mostMatching = 10_000;

/** The most documents that the operations of one request change by filters. */
export const mostMatchingTogether = 50_000;

/** What the operations of one request share. */
export interface SharedByOperations {
  /** The documents that they have named. */
  readonly named: Map<string, string>;
  /** How many documents they may still change by filters. */
  mayMatch: number;
}

/** Runs one operation with the rights of the principal. */
export async function runOperation(
  dependencies: BulkDependencies,
  principal: Principal,
  operation: BulkOperation,
  shared: SharedByOperations,
): Promise<Result<BulkDone>> {
  const { schema } = dependencies;
  const { named } = shared;
  switch (operation.kind) {
    case 'create': {
      const mutation = withNamed(schema, operation.mutation, named);
      return mutation.ok ? write(dependencies, principal, mutation.value) : mutation;
    }
    case 'update': {
      const mutation = withNamed(schema, operation.mutation, named);
      if (!mutation.ok) return mutation;
      const { where } = operation;
      return where === undefined
        ? write(dependencies, principal, mutation.value)
        : each(dependencies, principal, { mutation: mutation.value, where }, shared);
    }
    case 'upsert': {
      const mutation = withNamed(schema, operation.mutation, named);
      return mutation.ok
        ? upsert(dependencies, principal, { mutation: mutation.value, by: operation.by })
        : mutation;
    }
    case 'delete': {
      const { mutation, where } = operation;
      return where === undefined
        ? write(dependencies, principal, mutation)
        : each(dependencies, principal, { mutation, where }, shared);
    }
    case 'move':
      return write(dependencies, principal, operation.mutation);
  }
}

async function write(
  { documents }: BulkDependencies,
  principal: Principal,
  mutation: Mutation,
): Promise<Result<BulkDone>> {
  const written = await writeOne(documents, principal, mutation);
  return written.ok ? ok({ done: doneBy[mutation.kind], documentId: written.value }) : written;
}

interface Choosing {
  readonly mutation: Update | Delete;
  readonly where: Filter;
}

/** Changes each document that the principal finds, all or none. */
async function each(
  dependencies: BulkDependencies,
  principal: Principal,
  choosing: Choosing,
  shared: SharedByOperations,
): Promise<Result<BulkDone>> {
  const { documents, units } = dependencies;
  const { mutation } = choosing;
  const found = await matching(dependencies, principal, choosing);
  if (!found.ok) return found;
  const ids = found.value;
  if (ids.length > shared.mayMatch)
    return err(tooManyMatch('The filters of one request', mostMatchingTogether));
  shared.mayMatch -= ids.length;
  const steps = ids.map((documentId) => ({ mutation: { ...mutation, documentId } }));
  return units.run(async () => {
    const locked = await documents.lock(principal, async () => steps.map((step) => step.mutation));
    if (!locked.ok) return locked;
    const results = await documents.writeAll(principal, steps);
    const refused = results.at(-1);
    return refused?.ok === false ? refused : ok({ done: doneBy[mutation.kind], count: ids.length });
  });
}

/** Returns the documentIds of what the principal finds. */
async function matching(
  { schema, documents }: BulkDependencies,
  principal: Principal,
  { mutation: { type, locale }, where }: Choosing,
): Promise<Result<readonly string[]>> {
  const find = (range: Range) =>
    documents.find(principal, {
      type,
      action: 'find',
      filters: where,
      fields: ['documentId'],
      range,
      count: false,
      layer: editedLayer(contentTypeOf(schema, type)),
      ...(locale !== undefined && { locale }),
    });
  const found = await find({ offset: 0, limit: mostMatching });
  if (!found.ok) return found;
  const { answer } = found.value;
  if (answer.size === mostMatching) {
    const more = await find({ offset: mostMatching, limit: 1 });
    if (!more.ok) return more;
    if (more.value.answer.size > 0) return err(tooManyMatch('The filters', mostMatching));
  }
  return ok([...new Set(answer.documents().map(({ documentId }) => textOf(documentId)))]);
}

const tooManyMatch = (filters: string, most: number): Failure =>
  failure('INPUT.INVALID', `${filters} match more than ${most} documents`, { key: 'filters' });

async function upsert(
  dependencies: BulkDependencies,
  principal: Principal,
  asked: Upsert,
): Promise<Result<BulkDone>> {
  const key = keyOf(dependencies.schema, principal, asked);
  if (!key.ok) return key;
  for (let isAgain = false; ; isAgain = true) {
    const mutations = await mutationsOf(dependencies, principal, [asked]);
    if (!mutations.ok) return mutations;
    const [mutation = asked.mutation] = mutations.value;
    const written = await write(dependencies, principal, mutation);
    // Another writer may have made it after it was looked for.
    const isMade = !written.ok && mutation.kind === 'create' && isNotUnique(written.failure);
    if (!isMade || isAgain) return written;
  }
}
