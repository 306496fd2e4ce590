import type { WriteWork } from '../../../../application/ports/document-store.js';
import { decideAtOnce, guardsOf, isDecidedAtOnce } from '../../../../application/stores/write-protocol.js';
import { ThrownFailure } from '../../../../application/thrown-failure.js';
import { notFound } from '../../../../domain/failure.js';
import type { VersionChange, WritePlan } from '../../../../domain/plan/write-plan.js';
import { isUnique, type ContentType, type Schema } from '../../../../domain/schema/schema.js';
import { lowerInsertVersions, lowerUpdateVersions } from '../archive/lower-insertion.js';
import type { Connection } from '../connection.js';
import type { SentStatement } from '../send-statement.js';
import { writeDocuments } from './write-documents.js';

/** Performs writes in their order; plain ones that follow each other and write the same columns by one statement. */
export async function writeTogether(
  connection: Connection,
  schema: Schema,
  works: readonly WriteWork[],
): Promise<void> {
  for (const { rows, work } of runsOf(works)) {
    if (rows.length < 2) await writeDocuments(connection, schema, work);
    else await writeRows(connection, rows);
  }
}

async function writeRows(connection: Connection, rows: readonly PlainWrite[]): Promise<void> {
  const written = await connection.query(lowerRows(rows));
  if (written.length < rows.length) throw new ThrownFailure(notFound);
}

/** A write of one version that nothing else depends on. */
interface PlainWrite {
  readonly type: ContentType;
  readonly documentId: string;
  readonly version: VersionChange & { readonly op: 'insert' | 'update' };
}

/** The most characters that the texts of one statement have together, because it is in memory several times. One row may have more. */
const mostCharacters = 4_000_000;

interface Run {
  /** Empty if the write needs its own statements. */
  readonly rows: PlainWrite[];
  /** Of the texts of the rows. */
  characters: number;
  /** The first of the run. */
  readonly work: WriteWork;
}

function runsOf(works: readonly WriteWork[]): readonly Run[] {
  const runs: Run[] = [];
  for (const work of works) {
    const row = plainWrite(work);
    const characters = row === null ? 0 : charactersOf(row);
    const last = runs.at(-1);
    if (row !== null && last !== undefined && hasRoom(last, row, characters)) {
      last.rows.push(row);
      last.characters += characters;
    } else runs.push({ rows: row === null ? [] : [row], characters, work });
  }
  return runs;
}

const hasRoom = (run: Run, row: PlainWrite, characters: number): boolean =>
  run.rows.length > 0 &&
  run.characters + characters <= mostCharacters &&
  run.rows.every((each) => areAlike(each, row));

const charactersOf = ({ version }: PlainWrite): number =>
  [...version.values.values()].reduce<number>(
    (sum, value) => sum + (typeof value === 'string' ? value.length : 0),
    0,
  );

const areAlike = (one: PlainWrite, other: PlainWrite): boolean =>
  one.type === other.type &&
  one.version.op === other.version.op &&
  one.documentId !== other.documentId &&
  [...one.version.values.keys()].join() === [...other.version.values.keys()].join();

function plainWrite(work: WriteWork): PlainWrite | null {
  const { answer, change, entry } = work;
  if (answer !== null || change !== undefined || entry !== undefined) return null;
  if (!isDecidedAtOnce(work) || guardsOf(work, 'after').length > 0) return null;
  const plan = decideAtOnce(work);
  const { type, documentId } = plan;
  const [version, ...more] = plan.versions;
  if (version === undefined || more.length > 0 || !isAlone(plan)) return null;
  if (type.draftAndPublish || hasUnique(type)) return null;
  return isPlainInsert(version) || isPlainUpdate(version) ? { type, documentId, version } : null;
}

const isPlainInsert = (version: VersionChange): version is VersionChange & { op: 'insert' } =>
  version.op === 'insert' && version.shared === null;

/** A plain update sets no other time than `updatedAt`. */
const isPlainUpdate = (version: VersionChange): version is VersionChange & { op: 'update' } =>
  version.op === 'update' &&
  version.updatedAt !== null &&
  (version.createdAt ?? version.publishedAt ?? version.isGiven) === undefined;

const isAlone = ({ lists, applyPending, unlink, targets }: WritePlan): boolean =>
  lists.length + applyPending.length + unlink.length + targets.length === 0;

const hasUnique = ({ attributes }: ContentType): boolean => [...attributes.values()].some(isUnique);

function lowerRows(rows: readonly PlainWrite[]): SentStatement {
  const [first] = rows;
  if (first === undefined) throw new Error('no rows to write');
  const written = rows.map(({ documentId, version }) => ({
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
  const statement =
    first.version.op === 'insert'
      ? lowerInsertVersions(first.type, written)
      : lowerUpdateVersions(first.type, [...first.version.values.keys()], written);
  // The number of rows differs, so a plan that is kept would fit no more.
  return { ...statement, text: `${statement.text} RETURNING 1`, isRepeated: false };
}
