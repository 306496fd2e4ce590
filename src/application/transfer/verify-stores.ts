import { failure } from '../../domain/failure.js';
import { err, ok, type Result } from '../../domain/result.js';
import type { ArchiveReader, ArchivedLink, ArchivedVersion } from '../ports/archive-store.js';
import { ahead } from './ahead.js';
import { leftoversOf } from './check-schemas.js';
import { accessLines } from './copy-access.js';
import { valueLines } from './copy-values.js';
import { namedValues } from './named-values.js';
import { partsOf, totalOf, type Part } from './parts.js';
import type { OnProgress, TransferDependencies, Verified } from './transfer.js';

type Report = (line: string) => void;

/** See `Transfer.verify`. */
export async function verifyStores(
  dependencies: TransferDependencies,
  onDifference: Report,
  onProgress: OnProgress,
): Promise<Result<Verified>> {
  const { source, target } = dependencies;
  const ready = await checkReady(dependencies);
  if (!ready.ok) return ready;
  let differences = 0;
  const report: Report = (line) => {
    differences++;
    onDifference(line);
  };
  const compared = await source.archive.read((ours) =>
    target.archive.read(async (theirs) =>
      ok(await verifyParts(dependencies, ours, theirs, report, onProgress)),
    ),
  );
  if (!compared.ok) return compared;
  const access = await verifyAccess(dependencies, report);
  if (!access.ok) return access;
  const values = await verifyValues(dependencies, report);
  return values.ok ? ok({ rows: compared.value, differences }) : values;
}

async function checkReady({ source, target }: TransferDependencies): Promise<Result<void>> {
  const mark = await target.archive.mark();
  if (!mark.ok) return mark;
  if (mark.value !== null && mark.value.completedAt === null)
    return err(
      failure('INPUT.MISMATCH', `The transfer from ${mark.value.source} is not finished: run it again first`),
    );
  for (const [store, name] of [
    [source, 'The source'],
    [target, 'The target'],
  ] as const) {
    const leftovers = await leftoversOf(store, name);
    if (!leftovers.ok) return leftovers;
  }
  return ok(undefined);
}

async function verifyParts(
  { schema }: TransferDependencies,
  ours: ArchiveReader,
  theirs: ArchiveReader,
  report: Report,
  onProgress: OnProgress,
): Promise<number> {
  const total = totalOf(await ours.inventory());
  let rows = 0;
  for (const part of partsOf(schema)) {
    const named = (row: Row): Row =>
      part.kind === 'versions' && 'values' in row
        ? { ...row, values: namedValues(schema, part.type, row.values, () => {}) }
        : row;
    let partRows = 0;
    const reportProgress = (isPartDone: boolean): void =>
      onProgress({ part: part.name, isPartDone, partRows, rows, total });
    for await (const [left, right] of sideBySide(rowsOf(ours, part), rowsOf(theirs, part))) {
      for (const line of differencesOf(left && named(left), right && named(right)))
        report(`${part.name} ${line}`);
      partRows++;
      if (++rows % 1_000 === 0) reportProgress(false);
    }
    reportProgress(true);
  }
  await verifyCounters(ours, theirs, report);
  return rows;
}

const rowsOf = (reader: ArchiveReader, part: Part): AsyncIterable<readonly Row[]> =>
  part.kind === 'versions' ? reader.versions(part.type, 0) : reader.links(part.link, 0);

/** A target that is in use may have used further ids. */
async function verifyCounters(ours: ArchiveReader, theirs: ArchiveReader, report: Report): Promise<void> {
  const [source, target] = [await ours.counters(), await theirs.counters()];
  const compare = (name: string, given: number, has: number): void => {
    if (has < given) report(`counter of ${name}: ${given} in the source, only ${has} in the target`);
  };
  compare('sequence keys', source.sequenceKey, target.sequenceKey);
  compare('item ids', source.itemId, target.itemId);
  for (const [uid, id] of Object.entries(source.versionIds))
    compare(`ids of ${uid}`, id, target.versionIds[uid] ?? 0);
}

async function verifyAccess({ source, target }: TransferDependencies, report: Report): Promise<Result<void>> {
  const ours = await source.access.load();
  if (!ours.ok) return ours;
  const theirs = await target.access.load();
  if (!theirs.ok) return theirs;
  reportLines(accessLines(ours.value), accessLines(theirs.value), report);
  return ok(undefined);
}

async function verifyValues({ source, target }: TransferDependencies, report: Report): Promise<Result<void>> {
  const ours = await valueLines(source.values);
  if (!ours.ok) return ours;
  const theirs = await valueLines(target.values);
  if (!theirs.ok) return theirs;
  reportLines(ours.value, theirs.value, report);
  return ok(undefined);
}

function reportLines(left: readonly string[], right: readonly string[], report: Report): void {
  const [ofSource, ofTarget] = [new Set(left), new Set(right)];
  for (const line of left) if (!ofTarget.has(line)) report(`${line}: only in the source`);
  for (const line of right) if (!ofSource.has(line)) report(`${line}: only in the target`);
}

type Row = ArchivedVersion | ArchivedLink;

/** Returns lines about one row: that it is missing, or which of its members differ. */
function differencesOf(left: Row | undefined, right: Row | undefined): readonly string[] {
  if (left === undefined || right === undefined) {
    const row = left ?? right;
    const where = left === undefined ? 'target' : 'source';
    return row === undefined ? [] : [`${nameOf(row)}: only in the ${where}`];
  }
  const differing = differingMembers(left, right);
  return differing.length === 0 ? [] : [`${nameOf(left)}: differs in ${differing.join(', ')}`];
}

const nameOf = (row: Row): string =>
  'documentId' in row
    ? `${row.id} (${[row.documentId, row.locale, row.layer].filter((text) => text !== '').join(' ')})`
    : `${row.id} (${end(row.source)} → ${end(row.target)})`;

const end = ({ documentId, locale }: ArchivedLink['source']): string =>
  locale === '' ? documentId : `${documentId} ${locale}`;

function differingMembers(left: Row, right: Row): readonly string[] {
  const [ours, theirs] = [valuesOf(left), valuesOf(right)];
  return [
    ...differingNames({ ...left, values: null }, { ...right, values: null }),
    ...differingNames(ours, theirs),
  ];
}

const valuesOf = (row: Row): object => ('values' in row ? row.values : {});

/** The values are JSON. The order of the members of an object is significant. */
function differingNames(left: object, right: object): readonly string[] {
  const [ours, theirs] = [new Map(Object.entries(left)), new Map(Object.entries(right))];
  return [...new Set([...ours.keys(), ...theirs.keys()])].filter(
    (name) => JSON.stringify(ours.get(name)) !== JSON.stringify(theirs.get(name)),
  );
}

interface Numbered {
  readonly id: number;
}

/** Pairs the rows of two iterations in ascending order of ids; undefined if the other one has no such row. */
async function* sideBySide<Row extends Numbered>(
  left: AsyncIterable<readonly Row[]>,
  right: AsyncIterable<readonly Row[]>,
): AsyncGenerator<readonly [Row | undefined, Row | undefined], void> {
  const [ours, theirs] = [new Walk(left), new Walk(right)];
  try {
    for (;;) {
      const mine = ours.current ?? (await ours.fetch());
      const other = theirs.current ?? (await theirs.fetch());
      if (mine === undefined && other === undefined) return;
      const isMine = mine !== undefined && (other === undefined || mine.id <= other.id);
      const isOther = other !== undefined && (mine === undefined || other.id <= mine.id);
      if (isMine) ours.step();
      if (isOther) theirs.step();
      yield [isMine ? mine : undefined, isOther ? other : undefined];
    }
  } finally {
    await Promise.all([ours.end(), theirs.end()]);
  }
}

class Walk<Row> {
  private readonly batches: AsyncGenerator<readonly Row[], void>;
  private rows: readonly Row[] = [];
  private at = 0;

  constructor(batches: AsyncIterable<readonly Row[]>) {
    this.batches = ahead(batches);
  }

  /** Undefined if the next row has to be fetched. */
  get current(): Row | undefined {
    return this.rows[this.at];
  }

  step(): void {
    this.at++;
  }

  /** Returns undefined after the last row. */
  async fetch(): Promise<Row | undefined> {
    const { done, value } = await this.batches.next();
    this.rows = done === true ? [] : value;
    this.at = 0;
    return this.current;
  }

  async end(): Promise<void> {
    await this.batches.return();
  }
}
