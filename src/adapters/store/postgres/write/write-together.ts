import type { WriteWork } from '../../../../application/ports/document-store.js';
import { afterRaces } from '../../../../application/stores/after-races.js';
import { decideAtOnce, guardsOf, isDecidedAtOnce } from '../../../../application/stores/write-protocol.js';
import { ThrownFailure } from '../../../../application/thrown-failure.js';
import { failure, notFound } from '../../../../domain/failure.js';
import type { VersionChange, WritePlan } from '../../../../domain/plan/write-plan.js';
import { ok, type Result } from '../../../../domain/result.js';
import { isUnique, type ContentType, type Schema } from '../../../../domain/schema/schema.js';
import { lowerUpdateVersions } from '../archive/lower-insertion.js';
import type { Connection } from '../connection.js';
import { attempt, isDeadlock } from '../database-error.js';
import { areAlike, plainCreate, type PlainCreate } from './create-group.js';
import { lowerCaptures, lowerCreates, type CreatedRow } from './lower-creates.js';
import { writeDocuments } from './write-documents.js';

/**
 * Performs writes in their order. By one statement: those that follow each other and make documents, and those that update
 * the same columns of versions.
 */
export async function writeTogether(
  connection: Connection,
  schema: Schema,
  works: readonly WriteWork[],
): Promise<readonly Result<null>[]> {
  const results: Result<null>[] = [];
  for (const run of runsOf(works)) {
    results.push(...(await writeRun(connection, schema, run)));
    if (results.at(-1)?.ok === false) break;
  }
  return results;
}

async function writeRun(
  connection: Connection,
  schema: Schema,
  { writes, works }: Run,
): Promise<readonly Result<null>[]> {
  if (works.length > 1) {
    const together = await attempt(async () => {
      await writeAtOnce(connection, schema, writes);
      return ok(null);
    });
    if (together.ok) return works.map(() => together);
    if (isOfStore(together)) return [together];
  }
  // One by one, to find the write that is refused, and why.
  const results: Result<null>[] = [];
  for (const work of works) {
    const written = await attempt(async () => {
      await writeDocuments(connection, schema, work);
      return ok(null);
    });
    results.push(written);
    if (!written.ok) break;
  }
  return results;
}

/** Another writer may have taken a unique value, which the write that wanted it is told. */
const isOfStore = (result: Result<null>): boolean =>
  !result.ok && result.failure.code.startsWith('STORE.') && result.failure.code !== 'STORE.CONFLICT';

const retries = { isRace: isDeadlock, attempts: 10, maxPauseMs: 100 };

async function writeAtOnce(connection: Connection, schema: Schema, writes: readonly PlainWrite[]) {
  const creates = writes.filter((write) => 'insert' in write);
  if (creates.length > 0)
    await afterRaces({ ...retries, onRetry: connection.retried }, () => make(connection, schema, creates));
  else
    await update(
      connection,
      writes.filter((write) => 'update' in write),
    );
}

/** The number of rows differs, so a plan that is kept would fit no more. */
const unprepared = { isRepeated: false } as const;

async function make(connection: Connection, schema: Schema, creates: readonly PlainCreate[]): Promise<void> {
  const statement = { ...lowerCreates(schema, creates), ...unprepared };
  const capture = creates[0]?.work.capture;
  if (!capture?.plan) return checkMade(await connection.query<CreatedRow>(statement));
  const { plan } = capture;
  await connection.transaction(async (transaction) => {
    const [row] = await transaction.query<CreatedRow>(statement);
    checkMade([row]);
    await transaction.commit([{ ...lowerCaptures(schema, plan, row?.changes ?? []), ...unprepared }]);
  });
}

function checkMade([row]: readonly (CreatedRow | undefined)[]): void {
  if (row === undefined) throw new Error('the database returned no row for creates');
  if (row.missing !== null) throw new ThrownFailure(missing);
}

/** Which one it is, and for which write, is found by performing them one by one. */
const missing = failure('INPUT.INVALID', 'A linked document is missing');

async function update(connection: Connection, updates: readonly PlainUpdate[]): Promise<void> {
  const [first] = updates;
  if (first === undefined) return;
  const rows = updates.map(({ documentId, update: version }) => ({
    documentId,
    locale: version.locale,
    layer: 'published' as const,
    createdAt: version.createdAt ?? '',
    updatedAt: version.updatedAt ?? '',
    publishedAt: version.publishedAt ?? null,
    publishedId: null,
    hasChanges: false,
    isPublished: true,
    values: Object.fromEntries(version.values),
  }));
  const { text, values } = lowerUpdateVersions(first.type, [...first.update.values.keys()], rows);
  const written = await connection.query({ text: `${text} RETURNING 1`, values, ...unprepared });
  if (written.length < rows.length) throw new ThrownFailure(notFound);
}

/** An update of one version that nothing else depends on. */
interface PlainUpdate {
  readonly type: ContentType;
  readonly documentId: string;
  readonly update: VersionChange & { readonly op: 'update' };
}

type PlainWrite = PlainCreate | PlainUpdate;

/** The most characters that the texts of one statement have together, because it is in memory several times. One row may have more. */
const mostCharacters = 4_000_000;

interface Run {
  readonly works: WriteWork[];
  /** Empty if the write needs its own statements. */
  readonly writes: PlainWrite[];
  /** Of the texts of the rows. */
  characters: number;
}

function runsOf(works: readonly WriteWork[]): readonly Run[] {
  const runs: Run[] = [];
  for (const work of works) {
    const write = plainCreate(work) ?? plainUpdate(work);
    const characters = write === null ? 0 : charactersOf(write);
    const last = runs.at(-1);
    if (write !== null && last !== undefined && hasRoom(last, write, characters)) {
      last.writes.push(write);
      last.works.push(work);
      last.characters += characters;
    } else runs.push({ works: [work], writes: write === null ? [] : [write], characters });
  }
  return runs;
}

/** Looks only at the first: documentIds of a run differ, because its writes are of different documents. */
function hasRoom(
  { writes: [first], characters: taken }: Run,
  write: PlainWrite,
  characters: number,
): boolean {
  if (first === undefined || taken + characters > mostCharacters) return false;
  if ('insert' in first) return 'insert' in write && areAlike(first, write);
  return (
    'update' in write &&
    first.type === write.type &&
    first.documentId !== write.documentId &&
    [...first.update.values.keys()].join() === [...write.update.values.keys()].join()
  );
}

const charactersOf = (write: PlainWrite): number =>
  [...('insert' in write ? write.insert : write.update).values.values()].reduce<number>(
    (sum, value) => sum + (typeof value === 'string' ? value.length : 0),
    0,
  );

function plainUpdate(work: WriteWork): PlainUpdate | null {
  const { answer, change, entry } = work;
  if (answer !== null || change !== undefined || entry !== undefined) return null;
  if (!isDecidedAtOnce(work) || guardsOf(work, 'after').length > 0) return null;
  const plan = decideAtOnce(work);
  const { type, documentId } = plan;
  const [version, ...more] = plan.versions;
  if (version?.op !== 'update' || more.length > 0 || !isAlone(plan)) return null;
  if (type.draftAndPublish || [...type.attributes.values()].some(isUnique)) return null;
  return isPlain(version) ? { type, documentId, update: version } : null;
}

/** A plain update sets no other time than `updatedAt`. */
const isPlain = (version: VersionChange & { readonly op: 'update' }): boolean =>
  version.updatedAt !== null && (version.createdAt ?? version.publishedAt ?? version.isGiven) === undefined;

const isAlone = ({ lists, applyPending, unlink, targets }: WritePlan): boolean =>
  lists.length + applyPending.length + unlink.length + targets.length === 0;
