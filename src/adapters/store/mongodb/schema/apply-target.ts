import { isDeepStrictEqual } from 'node:util';
import type { Db } from 'mongodb';
import type { SchemaChange } from '../../../../application/ports/schema-store.js';
import { err, ok, type Result } from '../../../../domain/result.js';
import { violatedIndex } from '../database-error.js';
import { compareSchema, type Comparison } from './compare-schema.js';
import { readCatalog, type Catalog } from './read-catalog.js';
import { writeIntent, writeRecord } from './schema-record.js';
import { refuse, type Step, type Work } from './step.js';
import type { Target } from './target.js';
import { unsafeChange } from './unsafe-change.js';

/** Whether there is nothing to do, nor to make up for. */
export async function isInStep(db: Db, target: Target): Promise<boolean> {
  const catalog = await readCatalog(db, Object.keys(target.collections));
  return catalog.state.former.length === 0 && fits(catalog, compare(target, catalog));
}

const compare = (target: Target, catalog: Catalog): Comparison =>
  compareSchema(target, catalog, catalog.state.record, false);

const fits = ({ state }: Catalog, { steps, refused, record }: Comparison): boolean =>
  state.intent === null &&
  steps.length === 0 &&
  refused.length === 0 &&
  isDeepStrictEqual(record, state.record);

type Turn = Pick<Work, 'db' | 'counters' | 'log' | 'goOn'>;

/** Brings the database in step, beginning with what an earlier start left half done. */
export async function applyTarget(turn: Turn, target: Target): Promise<Result<readonly SchemaChange[]>> {
  const { db } = turn;
  const names = Object.keys(target.collections);
  const first = await readCatalog(db, names);
  const resumed = await resume(turn, target, first);
  const catalog = resumed === null ? first : await readCatalog(db, names);
  const comparison = compare(target, catalog);
  const done = [...(resumed ?? [])];
  if (!fits(catalog, comparison)) {
    const { safe, unsafe } = await checkSteps(db, comparison);
    if (unsafe.length > 0) return err(unsafeChange(unsafe));
    await writeIntent(db, catalog.state, target);
    await run(turn, catalog, comparison, safe);
    done.push(...safe.map(asChange));
  }
  await makeUp(turn, target, names);
  return ok(done);
}

/** The checks were passed, so it is gone through with, whatever the files say by now. */
async function resume(turn: Turn, target: Target, catalog: Catalog): Promise<readonly SchemaChange[] | null> {
  const { intent, record } = catalog.state;
  if (intent === null) return null;
  const comparison = compareSchema(intent, catalog, record, true);
  // Indexes that nobody wants any more may be those that cannot be made.
  const isWanted = isDeepStrictEqual(intent.collections, target.collections);
  const steps = comparison.steps.filter(({ phase }) => phase !== 'index' || isWanted);
  await run(turn, catalog, comparison, steps);
  return steps.map(asChange);
}

async function run(
  turn: Turn,
  { state }: Catalog,
  { record }: Comparison,
  steps: readonly Step[],
): Promise<void> {
  const work: Work = { ...turn, version: state.version + 1, isAgain: false };
  for (const step of steps) {
    turn.goOn();
    await step.run(work);
  }
  turn.goOn();
  const touched = steps.some(({ touchesRows }) => touchesRows === true);
  await writeRecord(turn.db, record, touched ? state.record : null);
}

/**
 * Servers that run with a former schema go on writing until they are restarted. So each start soon after a change does the
 * same once more with what they wrote; where that does not fit, it stays as it is.
 */
async function makeUp(turn: Turn, target: Target, names: readonly string[]): Promise<void> {
  const catalog = await readCatalog(turn.db, names);
  for (const former of catalog.state.former) {
    const { steps } = compareSchema(target, catalog, former, true);
    for (const step of steps.filter(({ touchesRows }) => touchesRows === true)) {
      turn.goOn();
      await runAgain(step, { ...turn, version: catalog.state.version, isAgain: true });
    }
  }
}

async function runAgain(step: Step, work: Work): Promise<void> {
  try {
    await step.run(work);
  } catch (error) {
    const index = violatedIndex(error);
    if (index === undefined) throw error;
    work.log.warn(
      `A server with a former schema wrote to "${step.name}" what the index "${index}" has no place for: it stays as it is`,
    );
  }
}

/** Asks the data whether the steps can be done without losing any of it. Changes nothing. */
export async function checkSteps(
  db: Db,
  { steps, refused }: Comparison,
): Promise<{ readonly safe: readonly Step[]; readonly unsafe: readonly SchemaChange[] }> {
  const safe: Step[] = [];
  const unsafe: SchemaChange[] = [...refused];
  for (const step of steps) {
    const found: string[] = [];
    for (const check of step.checks) found.push(...[await check(db)].filter((message) => message !== null));
    if (found.length === 0) safe.push(step);
    else unsafe.push(...found.map((message) => refuse(step.name, message)));
  }
  return { safe, unsafe };
}

export const asChange = ({ name, message }: Step): SchemaChange => ({ kind: 'safe', name, message });
