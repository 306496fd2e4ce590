import type { Filter } from 'mongodb';
import { ThrownFailure } from '../../../../application/thrown-failure.js';
import { notFound } from '../../../../domain/failure.js';
import type { VersionChange, WritePlan } from '../../../../domain/plan/write-plan.js';
import { isUnique, type ContentType } from '../../../../domain/schema/schema.js';
import { insertRows } from '../insert-rows.js';
import { collectionOf, type VersionRow } from '../layout.js';
import { updateOperators, storedValues, withoutNulls } from '../stored-value.js';
import { removeVersions } from './remove-versions.js';
import { shareValues, valuesOfVersion } from './share-values.js';
import { optionsOf, versionsOf, type Unit } from './unit.js';

type Change<Op extends VersionChange['op']> = Extract<VersionChange, { readonly op: Op }>;

/**
 * Applies the version changes of a plan in order. Throws `DOCUMENT.NOT_FOUND` if none of them finds its version, unless all
 * are removals. Returns whether a version was changed.
 */
export async function applyVersions(unit: Unit, plan: WritePlan): Promise<boolean> {
  let changed = false;
  for (const change of plan.versions) changed = (await apply(unit, plan, change)) || changed;
  if (!changed && plan.versions.some(({ op }) => op !== 'remove')) throw new ThrownFailure(notFound);
  return changed;
}

/** Returns whether the version to change was found. */
async function apply(unit: Unit, plan: WritePlan, change: VersionChange): Promise<boolean> {
  switch (change.op) {
    case 'insert':
      return insert(unit, plan, change);
    case 'update':
      return update(unit, plan, change);
    case 'publish':
      return publish(unit, plan, change);
    case 'discard':
      return discard(unit, plan, change);
    case 'share':
      await shareValues(unit, plan, change);
      return false;
    case 'remove':
      return removeVersions(unit, plan, change);
  }
}

async function insert(
  unit: Unit,
  { type, documentId }: WritePlan,
  change: Change<'insert'>,
): Promise<boolean> {
  const { layers, locale, values, shared, createdAt, updatedAt, publishedAt } = change;
  const both = layers.length === 2;
  const first = await unit.counters.ids(collectionOf(type), layers.length);
  const from =
    shared === null
      ? {}
      : await valuesOfVersion(unit, type, documentId, shared.from, layers[0] ?? 'draft', shared.attributes);
  const version = {
    documentId,
    locale,
    createdAt: new Date(createdAt),
    updatedAt: new Date(updatedAt),
    ...withoutNulls(new Map(Object.entries(from).filter(([name]) => !values.has(name)))),
    ...withoutNulls(storedValues(unit.schema, type, values)),
  };
  const publication = both
    ? { _publishedId: first + 1, _published: true }
    : await besidePublished(unit, type, documentId, change);
  const draft = { _id: first, _layer: 'draft' as const, ...version, ...publication };
  const published = {
    _id: both ? first + 1 : first,
    _layer: 'published' as const,
    ...version,
    publishedAt: new Date(publishedAt),
  };
  const rows: VersionRow[] = [
    ...(layers.includes('draft') ? [draft] : []),
    ...(layers.includes('published') ? [published] : []),
  ];
  await insertRows(versionsOf(unit, type), rows, optionsOf(unit));
  for (const row of rows) unit.written.set(type, row);
  unit.counts.addRows(rows, 1);
  return true;
}

async function besidePublished(
  unit: Unit,
  type: ContentType,
  documentId: string,
  { isBesidePublished, locale }: Change<'insert'>,
): Promise<Partial<VersionRow>> {
  if (isBesidePublished === undefined) return {};
  const filter = { documentId, locale, _layer: 'published' } as Filter<VersionRow>;
  const found = await versionsOf(unit, type).findOne(filter, optionsOf(unit));
  return found === null ? {} : { _publishedId: found._id, _published: true, _changed: true };
}

async function update(
  unit: Unit,
  { type, documentId }: WritePlan,
  change: Change<'update'>,
): Promise<boolean> {
  const { layer, locale, values, updatedAt, isGiven } = change;
  const { set, unset } = updateOperators(unit.schema, type, values);
  const isDraft = layer === 'draft';
  const filter = { documentId, locale, _layer: layer } as Filter<VersionRow>;
  const versions = versionsOf(unit, type);
  // Not every server names the violated index in the error of `findOneAndUpdate`.
  const namesUnique = [...values.keys()].some((name) => isUnique(type.attributes.get(name)));
  const write = async (found: Filter<VersionRow>, time: UpdatedAt): Promise<true | null> => {
    const changes = {
      // Never empty: some servers refuse that.
      $set: { ...set, ...time, ...timesOf(change), _layer: layer, ...(isDraft && { _changed: true }) },
      ...unset,
    };
    if (namesUnique) {
      unit.written.forget();
      const { matchedCount } = await versions.updateOne(found, changes, optionsOf(unit));
      return matchedCount > 0 ? true : null;
    }
    const row = await versions.findOneAndUpdate(found, changes, {
      ...optionsOf(unit),
      returnDocument: 'after',
    });
    if (row === null) return null;
    unit.written.set(type, row);
    return true;
  };
  const isOlder = isGiven ? ('$ne' as const) : ('$lt' as const);
  return (await movingOn(unit, type, filter, { updatedAt, isOlder }, write)) === true;
}

interface UpdatedAt {
  readonly updatedAt?: Date;
}

interface NextTime {
  /** Null: the version's own plus a millisecond. */
  readonly updatedAt: string | null;
  /** How the version's own time compares with a time that it can get. */
  readonly isOlder: '$lt' | '$ne';
}

/**
 * Writes a version with the time that it then has (see `VersionChange`). Nearly always the version is older, so that a
 * single command is enough. `write` returns the version, or null if it did not find it.
 */
async function movingOn<T>(
  unit: Unit,
  type: ContentType,
  version: Filter<VersionRow>,
  { updatedAt, isOlder }: NextTime,
  write: (found: Filter<VersionRow>, time: UpdatedAt) => Promise<T | null>,
): Promise<T | null> {
  if (updatedAt !== null) {
    const now = new Date(updatedAt);
    const older = { ...version, updatedAt: { [isOlder]: now } } as Filter<VersionRow>;
    const written = await write(older, { updatedAt: now });
    if (written !== null) return written;
  }
  const row = await versionsOf(unit, type).findOne(version, optionsOf(unit));
  return row === null ? null : write(version, { updatedAt: new Date(row.updatedAt.getTime() + 1) });
}

const timesOf = ({ createdAt, publishedAt }: Change<'update'>) => ({
  ...(createdAt !== undefined && { createdAt: new Date(createdAt) }),
  ...(publishedAt !== undefined && { publishedAt: new Date(publishedAt) }),
});

async function publish(
  unit: Unit,
  { type, documentId }: WritePlan,
  change: Change<'publish'>,
): Promise<boolean> {
  const { locale, values, updatedAt, publishedAt } = change;
  const { set, unset } = updateOperators(unit.schema, type, values);
  const versions = versionsOf(unit, type);
  const filter = { documentId, locale, _layer: 'draft' } as Filter<VersionRow>;
  const write = (found: Filter<VersionRow>, time: UpdatedAt) => {
    const changes = { $set: { ...set, ...time, _changed: false, _published: true }, ...unset };
    return versions.findOneAndUpdate(found, changes, { ...optionsOf(unit), returnDocument: 'after' });
  };
  const draft =
    updatedAt === null
      ? await write(filter, {})
      : await movingOn(unit, type, filter, { updatedAt, isOlder: '$lt' }, write);
  if (draft === null) return false;
  const id = draft._publishedId ?? (await giveId(unit, type, draft));
  const { _id, _publishedId, _published, _changed, _revision, ...copied } = draft;
  const row = { ...copied, _layer: 'published' as const, publishedAt: new Date(publishedAt) };
  const replaced = await versions.replaceOne({ _id: id }, row, { ...optionsOf(unit), upsert: true });
  if (replaced.upsertedCount > 0) unit.counts.addRows([row], 1);
  unit.written.set(type, draft);
  unit.written.set(type, { ...row, _id: id });
  return true;
}

/** Assigns the numeric id that the published version has from its first publication on. */
async function giveId(unit: Unit, type: ContentType, { _id }: VersionRow): Promise<number> {
  const _publishedId = await unit.counters.ids(collectionOf(type), 1);
  await versionsOf(unit, type).updateOne({ _id }, { $set: { _publishedId } }, optionsOf(unit));
  return _publishedId;
}

async function discard(
  unit: Unit,
  { type, documentId }: WritePlan,
  { locale }: Change<'discard'>,
): Promise<boolean> {
  const versions = versionsOf(unit, type);
  const rows = await versions.find({ documentId, locale } as Filter<VersionRow>, optionsOf(unit)).toArray();
  const draft = rows.find(({ _layer }) => _layer === 'draft');
  const published = rows.find(({ _layer }) => _layer === 'published');
  if (draft === undefined || published === undefined) return false;
  const { _id, publishedAt: _never, _revision, ...copied } = published;
  const row = {
    ...copied,
    _layer: 'draft' as const,
    _published: true,
    _publishedId: _id,
    _changed: false,
  };
  await versions.replaceOne({ _id: draft._id }, row, optionsOf(unit));
  unit.written.set(type, { ...row, _id: draft._id });
  return true;
}
