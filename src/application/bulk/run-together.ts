import type { Principal } from '../../domain/permission/permission.js';
import type { Mutation } from '../../domain/query/mutation.js';
import { ok, type Result } from '../../domain/result.js';
import type { Schema, Uid } from '../../domain/schema/schema.js';
import type { WriteStep } from '../documents/use-cases.js';
import { mostTogether } from '../documents/write-all.js';
import { createPauses } from '../stores/in-turns.js';
import { doneBy, nameGivenBy, type BulkDone, type BulkOperation } from './bulk-operation.js';
import { mostNames, withNamed, type NamedDocuments } from './named-documents.js';
import type { BulkDependencies } from './run-operation.js';
import { keyOf, likenessOf, mutationsOf, type Upsert } from './upsert.js';

interface NamingStep extends WriteStep {
  readonly as: string | undefined;
}

/** Operations that follow each other, with their references replaced. */
export interface Group {
  readonly steps: readonly NamingStep[];
  /** Present if these are upserts. */
  readonly upserts?: readonly Upsert[];
}

interface Place {
  readonly from: number;
  readonly most: number;
  readonly named: ReadonlyMap<string, string>;
  /** Whether an operation on a content-type is performed by itself. */
  readonly isAlone: (type: Uid) => boolean;
}

/**
 * Returns the operations from a place on that can be performed together: each on one document; or upserts of different documents
 * of one type, which refer to none of them.
 */
export async function groupFrom(
  schema: Schema,
  principal: Principal,
  operations: readonly BulkOperation[],
  { from, most, named, isAlone }: Place,
): Promise<Group> {
  const steps: NamingStep[] = [];
  const upserts = createUpserts(schema, principal);
  /** The places in the group of the documents that it names. */
  const names = new Map<string, number>();
  const pause = createPauses();
  /** The operations before one mean the document that has the name now. */
  const isNewName = (as: string): boolean =>
    !named.has(as) && !names.has(as) && named.size + names.size < mostNames;
  for (const operation of operations.slice(from, from + most)) {
    await pause();
    const isUpsert = operation.kind === 'upsert';
    const isOfOthers = steps.length > 0 && isUpsert !== upserts.all.length > 0;
    const matchesMany = 'where' in operation && operation.where !== undefined;
    if (isOfOthers || matchesMany || isAlone(operation.mutation.type)) break;
    const as = nameGivenBy(operation);
    if (as !== undefined && !isNewName(as)) break;
    const step = stepOf(schema, operation, named, isUpsert ? new Map() : names);
    if (step === null || (isUpsert && !upserts.add(operation, step))) break;
    if (as !== undefined) names.set(as, steps.length);
    steps.push({ ...step, as });
  }
  return upserts.all.length > 0 ? { steps, upserts: upserts.all } : { steps };
}

/** Collects upserts that can be performed together: of one form, and each of another document. */
function createUpserts(schema: Schema, principal: Principal) {
  const all: Upsert[] = [];
  const keys = new Set<string>();
  return {
    all: all as readonly Upsert[],
    /** Whether it could be added. */
    add(operation: Extract<BulkOperation, { kind: 'upsert' }>, step: WriteStep): boolean {
      const mutation = { ...operation.mutation, ...step.mutation, kind: 'create' as const };
      const upsert = { ...operation, mutation };
      const key = keyOf(schema, principal, upsert);
      const [first = upsert] = all;
      if (all.length === mostTogether || !key.ok || key.value === null || keys.has(key.value)) return false;
      if (likenessOf(first) !== likenessOf(upsert)) return false;
      keys.add(key.value);
      all.push(upsert);
      return true;
    },
  };
}

/** Returns null for an operation that refers to a document that is not there yet. */
function stepOf(
  schema: Schema,
  { mutation }: BulkOperation,
  named: NamedDocuments,
  names: ReadonlyMap<string, number>,
): WriteStep | null {
  if (mutation.kind !== 'create' && mutation.kind !== 'update') return { mutation };
  const replaced = withNamed(schema, mutation, named);
  if (replaced.ok) return { mutation: replaced.value };
  const within = (documentIds: readonly string[]): Result<Mutation> =>
    withNamed(schema, mutation, {
      get(name) {
        const place = names.get(name);
        return place === undefined ? named.get(name) : (documentIds[place] ?? '');
      },
    });
  const isThere = within([]).ok;
  return isThere ? { mutation, resolve: (documentIds) => valueOr(within(documentIds), mutation) } : null;
}

const valueOr = <T>(result: Result<T>, other: T): T => (result.ok ? result.value : other);

/**
 * Performs operations, and notes the names that they give. Returns a result for each, up to the first failure. Upserts are
 * returned up to the one before it, because another writer may have made its document since they were looked for.
 */
export async function runTogether(
  dependencies: BulkDependencies,
  principal: Principal,
  { steps, upserts }: Group,
  named: Map<string, string>,
): Promise<readonly Result<BulkDone>[]> {
  const found = upserts === undefined ? null : await mutationsOf(dependencies, principal, upserts);
  if (found?.ok === false) return [];
  const performed = found === null ? steps : found.value.map((mutation) => ({ mutation }));
  const results = await dependencies.documents.writeAll(principal, performed);
  const done = results.map((result, index): Result<BulkDone> => {
    if (!result.ok) return result;
    const as = steps[index]?.as;
    if (as !== undefined) named.set(as, result.value);
    return ok({ done: doneBy[performed[index]!.mutation.kind], documentId: result.value });
  });
  return upserts === undefined ? done : done.filter((result) => result.ok);
}
