import { failure, type Failure } from '../../domain/failure.js';
import type { Principal } from '../../domain/permission/permission.js';
import type { Mutation } from '../../domain/query/mutation.js';
import { err, ok, type Result } from '../../domain/result.js';
import { readThrownError } from '../access/rules/thrown-errors.js';
import { Places } from '../admission/places.js';
import { mostTogether } from '../documents/write-all.js';
import { createPauses } from '../stores/in-turns.js';
import { ThrownFailure } from '../thrown-failure.js';
import { nameGivenBy, type BulkDone, type BulkOperation } from './bulk-operation.js';
import { catching } from '../code-of-app.js';
import { mutationsAhead } from './mutations-ahead.js';
import { mostNames } from './named-documents.js';
import {
  mostMatchingTogether,
  runOperation,
  type BulkDependencies,
  type SharedByOperations,
} from './run-operation.js';
import { groupFrom, runTogether } from './run-together.js';

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
   * `ahead` are the mutations that it performs, whose documents are locked first.
   */
  together<T>(
    principal: Principal,
    ahead: () => Promise<readonly Mutation[]>,
    work: () => Promise<Result<T>>,
  ): Promise<Result<T>>;
  /** Begins to run operations that come one after the other, however many they are, each by itself. */
  begin(principal: Principal): Promise<Result<BulkStream>>;
}

export interface BulkStream {
  /** Returns a result for each. `principal` is who sends them, with the grants of now. */
  run(principal: Principal, operations: readonly BulkOperation[]): Promise<readonly Result<BulkDone>[]>;
  /** Lets a name stand for no document, because an operation that gives it is refused without being run. */
  forget(name: unknown): void;
  end(): void;
}

export interface BulkParts extends BulkDependencies {
  /** How many units of work may keep a connection between their statements. */
  readonly unitsAtOnce: number;
}

/** Runs many writes of one request through the use cases that single ones take. */
export function createBulk(given: BulkParts): Bulk {
  const { documents, units, unitsAtOnce } = given;
  const [atomic, apart] = [new Places({ ...atomicLimits, all: unitsAtOnce }), new Places(limits)];
  /** What runs operations of the principal: each unit in one of the places, unless it is a part of another. */
  const dependenciesFor = ({ caller }: Principal): BulkDependencies => ({
    ...given,
    units: {
      ...units,
      async run(work) {
        if (units.current() !== undefined) return units.run(work);
        const place = await atomic.take(caller);
        return place.ok ? units.run(work).finally(place.value) : place;
      },
    },
  });
  const together: Bulk['together'] = (principal, ahead, work) =>
    dependenciesFor(principal).units.run(async () => {
      const locked = await documents.lock(principal, ahead);
      return locked.ok ? work() : locked;
    });
  return {
    together,
    async run(principal, operations, isAtomic) {
      if (isAtomic)
        // A unit that loses a conflict runs it again.
        return together(
          principal,
          // Planning more of them twice would cost more than a few deadlocks, which are run again.
          async () => (operations.length > mostTogether ? [] : mutationsAhead(given, principal, operations)),
          async () => {
            const results = await runAll(given, sharingBudget(principal), operations, {
              stops: true,
              shared: sharedByAll(),
            });
            const first = results.findIndex((result) => !result.ok);
            const refused = results[first];
            return refused?.ok === false ? err(at(refused.failure, first)) : ok(results);
          },
        );
      const place = await apart.take(principal.caller);
      if (!place.ok) return place;
      const running = runAll(dependenciesFor(principal), sharingBudget(principal), operations, {
        stops: false,
        shared: sharedByAll(),
      });
      return ok(await running.finally(place.value));
    },
    async begin(principal) {
      const place = await apart.take(principal.caller);
      if (!place.ok) return place;
      const shared = { named: new Map<string, string>(), mayMatch: Infinity };
      return ok({
        run: (sender, operations) =>
          runAll(dependenciesFor(sender), sender, operations, { stops: false, shared }),
        forget: (name) => void shared.named.delete(name as string),
        end: place.value,
      });
    },
  };
}

/** Each keeps a connection to the database, and others from what it has written, until its end. */
const atomicLimits = { perCaller: 1, waiting: 32, waitingPerCaller: 16 };
const limits = { perCaller: 2, all: 8, waiting: 32, waitingPerCaller: 16 };

/** How many budgets of one request the operations of one request share. */
const budgets = 25;

const sharingBudget = (principal: Principal): Principal => ({ ...principal, spending: { cost: 0, budgets } });

const sharedByAll = (): SharedByOperations => ({ named: new Map(), mayMatch: mostMatchingTogether });

const at = (one: Failure, operation: number): Failure => ({ ...one, details: { ...one.details, operation } });

/** A refusal that was thrown, with the index of its operation. Anything else stays as it is. */
function thrownBy(error: unknown, operation: number): unknown {
  if (error instanceof ThrownFailure) return new ThrownFailure(at(error.failure, operation));
  const refusal = readThrownError(error);
  if (refusal === null) return error;
  const { message, details, ...rest } = refusal;
  return Object.assign(new Error(message, { cause: error }), { ...rest, details: { ...details, operation } });
}

interface Way {
  /** Whether the first failure is the end. Else what code of the app throws is the failure of its operation. */
  readonly stops: boolean;
  readonly shared: SharedByOperations;
}

/**
 * Runs operations in their order; those that follow each other together. Returns a result for each; if `stops`, up to the first
 * failure, and those that failed together with it.
 */
async function runAll(
  dependencies: BulkDependencies,
  principal: Principal,
  operations: readonly BulkOperation[],
  way: Way,
): Promise<readonly Result<BulkDone>[]> {
  const { stops, shared } = way;
  const { named } = shared;
  const runOne = inTurn(dependencies, principal, way);
  // Code of the app runs around one operation at a time, so that what it throws is known to be of that one.
  const isAlone = dependencies.runsCode;
  const results: Result<BulkDone>[] = [];
  let most = operations.length;
  while (results.length < operations.length) {
    const from = results.length;
    const group = await groupFrom(dependencies.schema, principal, operations, { from, most, named, isAlone });
    const { length } = group.steps;
    const written =
      length > 1
        ? await runTogether(dependencies, principal, group, named)
        : [await runOne(operations[from]!, from)];
    results.push(...written);
    const isFailed = written.at(-1)?.ok === false;
    if (isFailed && stops) break;
    // The one that follows those that were written is run by itself.
    most = isFailed || written.length < length ? 1 : most * 2;
  }
  return results;
}

/** Returns what runs one operation after the other, with the names that they give. */
function inTurn(dependencies: BulkDependencies, principal: Principal, { stops, shared }: Way) {
  const { named } = shared;
  const pause = createPauses();
  const run = async (operation: BulkOperation): Promise<Result<BulkDone>> => {
    // One that is refused before it asks the database gives nobody else a turn.
    await pause();
    const name = nameGivenBy(operation);
    if (name !== undefined && named.size >= mostNames && !named.has(name)) return err(tooManyNames);
    return runOperation(dependencies, principal, operation, shared);
  };
  return async (operation: BulkOperation, index: number): Promise<Result<BulkDone>> => {
    const result = stops
      ? await run(operation).catch((error: unknown) => Promise.reject(thrownBy(error, index)))
      : await catching(dependencies, operation.mutation.type, () => run(operation));
    const name = nameGivenBy(operation);
    if (name === undefined) return result;
    if (result.ok) named.set(name, result.value.documentId ?? '');
    // Else later operations would link the former document of the name.
    else named.delete(name);
    return result;
  };
}

const tooManyNames = failure('INPUT.INVALID', `One request names at most ${mostNames} documents`, {
  key: 'as',
});
