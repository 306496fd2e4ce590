import type { Document } from 'mongodb';
import type { Conversion, PlannedChange } from '../../../../application/schema-changes/planned-change.js';
import { holdsItems, type ShapeChange } from '../../../../application/schema-changes/shapes.js';
import { ownCollections } from '../layout.js';
import { withoutTotals } from '../totals/kept-sums.js';
import { addDraftLinks, addDrafts, removeDraftLinks, removeDrafts } from './change-drafts.js';
import { createIndexes, removeIndex } from './change-indexes.js';
import { convertShape } from './convert-shape.js';
import { ignoring, namespaceExists } from './ignored-errors.js';
import { moveLinks } from './move-links.js';
import { moveUid } from './move-uid.js';
import { namesIn } from './read-catalog.js';
import { rewriteField, type Row, type Work } from './rewrite-rows.js';
import { shareItems } from './share-items.js';

/** Makes one change. What is done already, by a start that was cut off, is done again or left. */
export async function applyChange(change: PlannedChange, work: Work, components: ShapeChange): Promise<void> {
  const { name } = change.match.wanted;
  const make = () => makeChange(change, work, components);
  if (!movesVersions(change)) return make();
  return withoutTotals(work.db, change.kind === 'renameCollection' ? [change.former, name] : [name], make);
}

/** Whether a change alters how many versions a collection has in a layer and locale. */
const movesVersions = ({ kind }: PlannedChange): boolean =>
  kind === 'renameCollection' ||
  kind === 'addDrafts' ||
  kind === 'removeDrafts' ||
  kind === 'addLocale' ||
  kind === 'removeLocale';

async function makeChange(change: PlannedChange, work: Work, components: ShapeChange): Promise<void> {
  const { match } = change;
  const { name } = match.wanted;
  switch (change.kind) {
    case 'createCollection':
      return createCollection(work, name);
    case 'renameCollection':
      return renameCollection(work, change.former, name);
    case 'renameField':
      return renameField(work, name, change.former, change.field.name);
    case 'convertField':
      return convertField(work, name, change.conversion, components);
    case 'removeIndex':
      return removeIndex(work, match.stored?.name ?? name, change.index.name);
    case 'createIndex':
      return createIndexes(work, [change]);
    case 'addDrafts':
      return addDrafts(work, name);
    case 'removeDrafts':
      return removeDrafts(work, name);
    case 'addDraftLinks':
      return addDraftLinks(work, name);
    case 'removeDraftLinks':
      return removeDraftLinks(work, name);
    case 'addLocale':
      return changeLocale(work, name, '', change.locale);
    case 'removeLocale':
      return changeLocale(work, name, change.locale, '');
    case 'moveUid':
      return moveUid(work, change);
    case 'moveLinks':
      return moveLinks(work, match, change.ends, change.defaultLocale);
    case 'shareField':
      return holdsItems(change.shape) ? shareItems(work, name, change.field.name) : undefined;
    case 'renameIndex':
      throw new Error('indexes of MongoDB cannot be renamed');
    case 'addField':
    case 'limitValues':
    case 'retargetLinks':
    case 'stopPending':
    case 'leaveUid':
      return;
  }
}

/** Whether a change must be repeated for the rows that servers with the former schema write later. */
export const touchesRows = ({ kind, phase }: PlannedChange): boolean =>
  kind === 'renameCollection' ||
  kind === 'renameField' ||
  (phase === 'convert' && kind !== 'limitValues') ||
  (phase === 'fill' && kind !== 'shareField' && kind !== 'moveUid' && kind !== 'leaveUid');

async function createCollection({ db }: Work, name: string): Promise<void> {
  await db.createCollection(name).catch(ignoring(namespaceExists));
}

/** Numeric ids go on where they were. */
async function renameCollection({ db }: Work, former: string, name: string): Promise<void> {
  const there = await namesIn(db);
  if (there.has(former) && !there.has(name)) await db.renameCollection(former, name);
  const counters = db.collection<{ readonly _id: string; readonly value: number }>(ownCollections.counters);
  const counter = await counters.findOne({ _id: former });
  if (counter === null) return;
  await counters.updateOne({ _id: name }, { $max: { value: counter.value } }, { upsert: true });
}

/** What a server with the former schema wrote under the former name is newer. */
async function renameField({ db }: Work, collection: string, former: string, field: string): Promise<void> {
  await db
    .collection(collection)
    .updateMany({ [former]: { $exists: true } }, { $rename: { [former]: field } });
}

async function changeLocale({ db }: Work, collection: string, from: string, to: string): Promise<void> {
  await db.collection(collection).updateMany({ locale: from }, { $set: { locale: to } });
}

/** Marks rows whose values do not show that they are converted. */
const markOf = (field: string): string => `_converted.${field}`;

const convertField = (
  work: Work,
  collection: string,
  conversion: Conversion,
  components: ShapeChange,
): Promise<void> =>
  rewriteField(work, collection, conversion.field, [markOf(conversion.field)], (row) =>
    converted(work, row, conversion, components),
  );

function converted(
  { version, isRepeated }: Work,
  row: Row,
  { field, from, to, choices }: Conversion,
  components: ShapeChange,
): Document | null {
  const marks = row['_converted'] as Readonly<Record<string, number>> | undefined;
  const isMarked = isRepeated || (marks?.[field] ?? 0) >= version;
  const { fits, value, isAmbiguous } = convertShape(from, to, row[field], components, isMarked, choices);
  // What a server with the former schema wrote after the check may not fit: it stays, and is read as far as possible.
  if (!fits || value === row[field]) return null;
  const mark = isAmbiguous ? { [markOf(field)]: version } : {};
  return value === undefined ? { $unset: { [field]: '' } } : { $set: { [field]: value, ...mark } };
}
