import { failure } from '../../domain/failure.js';
import { err, ok, type Result } from '../../domain/result.js';
import type { AccessState } from '../ports/access-store.js';
import type { ArchiveReader, Inventory, TransferMark, ArchiveBatch } from '../ports/archive-store.js';
import { checkFinished } from './check-finished.js';
import { leftoversOf } from './check-schemas.js';
import { copyAccess } from './copy-access.js';
import { copyValues } from './copy-values.js';
import { changedParts, remainingParts, totalOf, type Part } from './parts.js';
import type { Copied, CopyDependencies, OnProgress, TransferTarget } from './transfer.js';
import type { Schema } from '../../domain/schema/schema.js';
import { ahead } from './ahead.js';
import { namedValues } from './named-values.js';

/** See `Transfer.copy`. */
export async function copyStore(
  dependencies: CopyDependencies,
  onProgress: OnProgress,
): Promise<Result<Copied>> {
  const { source } = dependencies;
  const whole = await checkFinished(source.archive);
  if (!whole.ok) return whole;
  const leftovers = await leftoversOf(source, 'The source');
  if (!leftovers.ok) return leftovers;
  const unfinished = await unfinishedMark(dependencies);
  if (!unfinished.ok) return unfinished;
  const access = await source.access.load();
  if (!access.ok) return access;
  return source.archive.read(async (reader) => {
    const inventory = await reader.inventory();
    const begun = await begin(dependencies, inventory, unfinished.value);
    if (!begun.ok) return begun;
    const prepared = await (dependencies.replacement?.prepare() ?? ok(undefined));
    if (!prepared.ok) return prepared;
    const copied = await copyParts(dependencies, reader, begun.value, onProgress);
    if (!copied.ok) return copied;
    const { mark, leftOut } = copied.value;
    const changed = await end(dependencies, reader, mark, access.value);
    if (!changed.ok) return changed;
    return ok({
      rows: mark.rows,
      before: begun.value.rows,
      leftOut: [...leftovers.value, ...leftOut],
      changedMeanwhile: changed.value,
    });
  });
}

/** Returns the transfer to continue; null if the target is empty, or what it contains may be replaced. */
async function unfinishedMark({
  target,
  replacement,
}: CopyDependencies): Promise<Result<TransferMark | null>> {
  const mark = await target.archive.mark();
  if (!mark.ok) return mark;
  if (mark.value !== null && mark.value.completedAt === null) return mark;
  const contents = await target.archive.contents();
  if (!contents.ok) return contents;
  if (contents.value.length === 0) return ok(null);
  const replaced = await (replacement?.mayReplace() ?? ok(false));
  if (!replaced.ok) return replaced;
  if (replaced.value) return ok(null);
  return err(failure('INPUT.MISMATCH', notEmpty(contents.value, mark.value)));
}

function notEmpty(contents: readonly string[], mark: TransferMark | null): string {
  const named = contents.slice(0, 5).join(', ');
  const more = contents.length > 5 ? ` and ${contents.length - 5} more` : '';
  const done =
    mark === null
      ? ''
      : ` A transfer from ${mark.source} into it was done at ${mark.completedAt ?? ''}: compare with --verify.`;
  return `The target is not empty: there is something in ${named}${more}. Nothing was changed.${done}`;
}

/** Claims the target for this run. */
async function begin(
  { target, sourceName, clock, ids, replacement }: CopyDependencies,
  inventory: Inventory,
  found: TransferMark | null,
): Promise<Result<TransferMark>> {
  const changed = found === null ? [] : changedParts(found.inventory, inventory);
  const unfinished = changed.length > 0 && replacement?.replacesUnfinished === true ? null : found;
  if (unfinished !== null && changed.length > 0)
    return err(failure('INPUT.MISMATCH', otherContent(unfinished, sourceName, changed)));
  const applied = await target.schema.apply();
  if (!applied.ok) return applied;
  const run = ids.documentId();
  const mark: TransferMark =
    unfinished === null
      ? { run, source: sourceName, startedAt: clock.now(), inventory, at: null, rows: 0, completedAt: null }
      : { ...unfinished, run };
  const claimed = await target.archive.claim(mark);
  return claimed.ok ? ok(mark) : claimed;
}

const otherContent = (
  { source, startedAt }: TransferMark,
  sourceName: string,
  changed: readonly string[],
): string =>
  source === sourceName
    ? `The source was written to since this transfer was begun at ${startedAt} (${changed.join(', ')}): what was copied does not fit what is to come. Stop what writes to it, empty the target, and start again.`
    : `The target holds an unfinished transfer from ${source}, begun at ${startedAt}, and ${sourceName} has other content. Go on with that one, or empty the target.`;

async function copyParts(
  dependencies: CopyDependencies,
  reader: ArchiveReader,
  begun: TransferMark,
  onProgress: OnProgress,
): Promise<Result<{ readonly mark: TransferMark; readonly leftOut: readonly string[] }>> {
  const total = totalOf(begun.inventory);
  const leftOut = new Map<string, number>();
  const onLeftOut = (path: string): void => void leftOut.set(path, (leftOut.get(path) ?? 0) + 1);
  let mark = begun;
  for (const { part, after } of remainingParts(dependencies.schema, begun.at)) {
    let partRows = 0;
    const tell = (isPartDone: boolean): void =>
      onProgress({ part: part.name, isPartDone, partRows, rows: mark.rows, total });
    const copied = await copyPart({ ...dependencies, reader, onLeftOut }, part, after, mark, (moved) => {
      partRows += moved.rows - mark.rows;
      mark = moved;
      tell(false);
    });
    if (!copied.ok) return copied;
    tell(true);
  }
  const sentences = [...leftOut].map(
    ([path, count]) =>
      `${count} ${count === 1 ? 'value' : 'values'} of ${path}, which the schema does not name`,
  );
  return ok({ mark, leftOut: sentences });
}

/** Returns the parts of the source that were written to during the copy, if that does not affect the copy. */
async function end(
  { source, target, clock, isDiscarded }: CopyDependencies,
  reader: ArchiveReader,
  mark: TransferMark,
  access: AccessState,
): Promise<Result<readonly string[]>> {
  const copied = await copyAccess(access, target.access);
  if (!copied.ok) return copied;
  const valued = await copyValues(source.values, target.values);
  if (!valued.ok) return valued;
  const now = await source.archive.read(async (later) => ok(await later.inventory()));
  if (!now.ok) return now;
  const revision = await source.access.revision();
  if (!revision.ok) return revision;
  const changed = changedParts(mark.inventory, now.value);
  if (changed.length > 0 && !reader.isSnapshot)
    return err(failure('STORE.CONFLICT', mixed(changed, isDiscarded)));
  const there = await target.archive.read(async (copy) => ok(await copy.inventory()));
  if (!there.ok) return there;
  const differing = changedParts(mark.inventory, there.value);
  if (differing.length > 0) return err(failure('STORE.CONFLICT', notWhole(differing)));
  const finished = await target.archive.finish(await reader.counters(), {
    ...mark,
    completedAt: clock.now(),
  });
  return finished.ok ? ok([...changed, ...(revision.value === access.revision ? [] : ['access'])]) : finished;
}

const notWhole = (differing: readonly string[]): string =>
  `The copy is not what the source is (${differing.join(', ')}): something else writes to the target. Empty it, and start again with nothing else on it.`;

const mixed = (changed: readonly string[], isDiscarded = false): string =>
  `The source was written to while it was copied (${changed.join(', ')}), and this kind of store cannot be read as of one moment: the copy may be of none. Stop what writes to it, ${isDiscarded ? '' : 'empty the target, '}and start again.`;

interface Copying {
  readonly schema: Schema;
  readonly reader: ArchiveReader;
  readonly target: TransferTarget;
  readonly onLeftOut: (path: string) => void;
}

/** Copies the rest of a part. Progress is reported after the target has stored each batch with its mark. */
async function copyPart(
  copying: Copying,
  part: Part,
  after: number,
  begun: TransferMark,
  onMoved: (mark: TransferMark) => void,
): Promise<Result<void>> {
  let { rows } = begun;
  for await (const batch of ahead(batchesOf(copying, part, after))) {
    const last = batch.rows.at(-1)?.id ?? 0;
    rows += batch.rows.length;
    const mark = { ...begun, at: { part: part.name, after: last }, rows };
    const put = await copying.target.archive.put(batch, mark);
    if (!put.ok) return put;
    onMoved(mark);
  }
  return ok(undefined);
}

async function* batchesOf(
  { schema, reader, onLeftOut }: Copying,
  part: Part,
  after: number,
): AsyncIterable<ArchiveBatch> {
  if (part.kind === 'links') {
    const { kind, link } = part;
    for await (const rows of reader.links(link, after)) yield { kind, link, rows };
    return;
  }
  const { kind, type } = part;
  for await (const found of reader.versions(type, after)) {
    const rows = found.map((row) => ({ ...row, values: namedValues(schema, type, row.values, onLeftOut) }));
    yield { kind, type, rows };
  }
}
