import { ThrownFailure } from '../../../application/thrown-failure.js';
import { failure, notFound } from '../../../domain/failure.js';
import { notUnique, type VersionChange, type WritePlan } from '../../../domain/plan/write-plan.js';
import type { Json } from '../../../domain/schema/schema.js';
import type { Writing } from './changes.js';
import { findVersion, uniqueKeys, versionsOf, type VersionTable, type Version } from './tables.js';

/** Applies the version changes of a plan in order. Throws a `ThrownFailure` if one of them is impossible. */
export function applyVersions({ tables, changes }: Writing, plan: WritePlan): void {
  const table = tables.versions(plan.type);
  let replaced = 0;
  for (const change of plan.versions) {
    for (const replacement of replacementsFor(table, plan.documentId, change)) {
      checkReplacement(table, plan, change.op, replacement);
      changes.version(table, replacement.before, replacement.after);
      replaced++;
    }
  }
  const mayBeNone = plan.versions.every(({ op }) => op === 'remove');
  if (replaced === 0 && !mayBeNone) throw new ThrownFailure(notFound);
}

function checkReplacement(
  table: VersionTable,
  plan: WritePlan,
  op: VersionChange['op'],
  { before, after }: Replacement,
): void {
  if (after === undefined) return;
  if (op === 'insert' && before !== undefined) throw new ThrownFailure(alreadyThere);
  for (const { attribute, key } of uniqueKeys(table, after)) {
    const holder = table.byUnique.get(key);
    if (holder !== undefined && holder.id !== after.id) throw new ThrownFailure(notUnique(plan, attribute));
  }
}

const alreadyThere = failure('STORE.CONFLICT', 'Another writer has created this version');

/** A version before and after a change; undefined where it does not exist. */
interface Replacement {
  readonly before: Version | undefined;
  readonly after: Version | undefined;
}

type Op<T extends VersionChange['op']> = VersionChange & { readonly op: T };

/** Returns the replacements that one change makes. A change of a version that does not exist makes none. */
function replacementsFor(
  table: VersionTable,
  documentId: string,
  change: VersionChange,
): readonly Replacement[] {
  switch (change.op) {
    case 'insert':
      return insert(table, documentId, change);
    case 'update':
      return update(table, documentId, change);
    case 'publish':
      return publish(table, documentId, change);
    case 'discard':
      return discard(table, documentId, change);
    case 'share':
      return share(table, documentId, change);
    case 'remove':
      return remove(table, documentId, change);
  }
}

/** Creates a version; in both layers, a draft and an identical published version. */
function insert(table: VersionTable, documentId: string, change: Op<'insert'>): Replacement[] {
  const { layers, locale, createdAt, updatedAt, publishedAt, isBesidePublished = false } = change;
  const [layer = 'published'] = layers;
  const beside = isBesidePublished ? findVersion(table, documentId, 'published', locale) : undefined;
  const before = findVersion(table, documentId, layer, locale);
  const first: Version = {
    id: ++table.lastId,
    documentId,
    locale,
    layer,
    values: merged(sharedValues(table, documentId, change), change.values),
    createdAt,
    updatedAt,
    publishedAt: layer === 'published' ? publishedAt : null,
    publishedId: layers.length > 1 ? ++table.lastId : (beside?.id ?? null),
    hasChanges: isBesidePublished,
  };
  const only = { before, after: first };
  return layers.length > 1 ? [only, published(table, first, publishedAt)] : [only];
}

/** Returns the values that all locales share, from the version in the locale that the change names. */
function sharedValues(
  table: VersionTable,
  documentId: string,
  { layers, shared }: Op<'insert'>,
): ReadonlyMap<string, Json> {
  if (shared === null) return new Map();
  const from = findVersion(table, documentId, layers[0] ?? 'published', shared.from);
  if (from === undefined) throw new Error(`no version in ${shared.from} to share with`);
  return valuesIn(from, shared.attributes);
}

function update(table: VersionTable, documentId: string, change: Op<'update'>): Replacement[] {
  const { layer, locale, values, updatedAt, isGiven, createdAt, publishedAt } = change;
  const before = findVersion(table, documentId, layer, locale);
  if (before === undefined) return [];
  const hasChanges = layer === 'draft';
  const times = {
    updatedAt: updatedAt === null ? later(before) : (isGiven ? other : movedOn)(before, updatedAt),
    createdAt: createdAt ?? before.createdAt,
    publishedAt: publishedAt ?? before.publishedAt,
  };
  return [{ before, after: { ...before, values: merged(before.values, values), ...times, hasChanges } }];
}

/** See `VersionChange`. */
const movedOn = (version: Version, now: string): string => (now > version.updatedAt ? now : later(version));

const other = (version: Version, given: string): string =>
  given === version.updatedAt ? later(version) : given;

const later = ({ updatedAt }: Version): string => new Date(Date.parse(updatedAt) + 1).toISOString();

function publish(table: VersionTable, documentId: string, change: Op<'publish'>): Replacement[] {
  const { locale, values, updatedAt, publishedAt } = change;
  const before = findVersion(table, documentId, 'draft', locale);
  if (before === undefined) return [];
  const draft: Version = {
    ...before,
    values: merged(before.values, values),
    updatedAt: updatedAt === null ? before.updatedAt : movedOn(before, updatedAt),
    publishedId: before.publishedId ?? ++table.lastId,
    hasChanges: false,
  };
  return [{ before, after: draft }, published(table, draft, publishedAt)];
}

/** The draft's `publishedId` is the numeric id, so a republished version gets its former id again. */
function published(table: VersionTable, draft: Version, publishedAt: string): Replacement {
  const { documentId, locale, publishedId } = draft;
  if (publishedId === null) throw new Error('a draft is published without an id');
  const before = findVersion(table, documentId, 'published', locale);
  return { before, after: { ...draft, id: publishedId, layer: 'published', publishedAt, publishedId: null } };
}

/** The draft also gets back the published version's times. */
function discard(table: VersionTable, documentId: string, { locale }: Op<'discard'>): Replacement[] {
  const before = findVersion(table, documentId, 'draft', locale);
  const from = findVersion(table, documentId, 'published', locale);
  if (before === undefined || from === undefined) return [];
  const { values, createdAt, updatedAt } = from;
  return [{ before, after: { ...before, values, createdAt, updatedAt, hasChanges: false } }];
}

/** Copying shared values to the other locales does not set `hasChanges` on their drafts. */
function share(table: VersionTable, documentId: string, change: Op<'share'>): Replacement[] {
  const { layers, locale, attributes, updatedAt, updatedBy } = change;
  const from = findVersion(table, documentId, layers.at(-1) ?? 'published', locale);
  if (from === undefined) return [];
  const values = valuesIn(from, attributes);
  return [...versionsOf(table, documentId)]
    .filter((version) => version.locale !== locale && layers.includes(version.layer))
    .filter((version) =>
      [...values].some(([name, value]) => !isSame(version.values.get(name) ?? null, value)),
    )
    .map((before) => ({
      before,
      after: {
        ...before,
        values: merged(before.values, new Map([...values, ['updatedBy', updatedBy]])),
        updatedAt: movedOn(before, updatedAt),
      },
    }));
}

function remove(table: VersionTable, documentId: string, { layers, locale }: Op<'remove'>): Replacement[] {
  return [...versionsOf(table, documentId)]
    .filter((version) => layers.includes(version.layer) && (locale === null || version.locale === locale))
    .map((before) => ({ before, after: undefined }));
}

const valuesIn = (
  { values }: Version,
  attributes: readonly { readonly name: string }[],
): ReadonlyMap<string, Json> => new Map(attributes.map(({ name }) => [name, values.get(name) ?? null]));

/** Compares JSON texts, so that objects whose keys are in a different order differ. */
const isSame = (left: Json, right: Json): boolean => JSON.stringify(left) === JSON.stringify(right);

/** Copies the new values, because the caller may change its objects later. */
function merged(
  before: ReadonlyMap<string, Json>,
  values: ReadonlyMap<string, Json>,
): ReadonlyMap<string, Json> {
  const after = new Map(before);
  for (const [name, value] of values) {
    if (value === null) after.delete(name);
    else after.set(name, structuredClone(value));
  }
  return after;
}
