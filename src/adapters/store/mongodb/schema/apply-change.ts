import { MongoServerError, type Document, type IndexDescription } from 'mongodb';
import { unsafeChange } from '../../../../application/schema-changes/check-changes.js';
import {
  refused,
  type Conversion,
  type PlannedChange,
} from '../../../../application/schema-changes/planned-change.js';
import { holdsItems, type ShapeChange } from '../../../../application/schema-changes/shapes.js';
import type { Index } from '../../../../application/schema-changes/wanted-schema.js';
import { ThrownFailure } from '../../../../application/thrown-failure.js';
import { violatedIndex } from '../database-error.js';
import { ownCollections } from '../layout.js';
import { withoutTotals } from '../totals/kept-sums.js';
import { addDrafts } from './add-drafts.js';
import { convertShape } from './convert-shape.js';
import { countDuplicates, isSettled } from './count-check.js';
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
  const { name } = change.match.wanted;
  const rows = work.db.collection(name);
  switch (change.kind) {
    case 'createCollection':
      await work.db.createCollection(name).catch(ignoring(namespaceExists));
      return;
    case 'renameCollection':
      return renameCollection(work, change.former, name);
    case 'renameField': {
      // What a server with the former schema wrote under the former name is newer.
      const { former, field } = change;
      await rows.updateMany({ [former]: exists }, { $rename: { [former]: field.name } });
      return;
    }
    case 'convertField':
      return convertField(work, name, change.conversion, components);
    case 'removeIndex': {
      const stored = work.db.collection(change.match.stored?.name ?? name);
      await stored.dropIndex(change.index.name).catch(ignoring(namespaceNotFound, indexNotFound));
      return;
    }
    case 'createIndex':
      return createIndexes(work, [change]);
    case 'addDrafts':
      return addDrafts(work, name);
    case 'removeDrafts':
      await rows.deleteMany({ _layer: 'draft', _published: true, _changed: { $ne: true } });
      return;
    case 'addDraftLinks':
      await rows.updateMany({ ...isSettled, publishedKey: exists, draftKey: { $exists: false } }, [
        { $set: { draftKey: '$publishedKey', draftInverseKey: '$publishedInverseKey' } },
      ]);
      return;
    case 'removeDraftLinks':
      await rows.updateMany(
        { draftKey: exists, publishedKey: exists },
        { $unset: { draftKey: '', draftInverseKey: '', sourcePending: '', targetPending: '' } },
      );
      return;
    case 'addLocale':
      await rows.updateMany({ locale: '' }, { $set: { locale: change.locale } });
      return;
    case 'removeLocale':
      await rows.updateMany({ locale: change.locale }, { $set: { locale: '' } });
      return;
    case 'moveUid':
      return moveUid(work, change);
    case 'moveLinks':
      return moveLinks(work, change.match, change.ends, change.defaultLocale);
    case 'renameIndex':
      throw new Error('indexes of MongoDB cannot be renamed');
    case 'addField':
    case 'limitValues':
    case 'retargetLinks':
    case 'stopPending':
    case 'leaveUid':
      return;
    case 'shareField':
      return holdsItems(change.shape) ? shareItems(work, name, change.field.name) : undefined;
  }
}

/** Whether a change must be repeated for the rows that servers with the former schema write later. */
export const touchesRows = ({ kind, phase }: PlannedChange): boolean =>
  kind === 'renameCollection' ||
  kind === 'renameField' ||
  (phase === 'convert' && kind !== 'limitValues') ||
  (phase === 'fill' && kind !== 'shareField' && kind !== 'moveUid' && kind !== 'leaveUid');

const exists = { $exists: true };
const namespaceNotFound = 26;
const indexNotFound = 27;
const namespaceExists = 48;

const ignoring =
  (...codes: readonly number[]) =>
  (error: unknown): void => {
    if (!(error instanceof MongoServerError) || !codes.includes(Number(error.code))) throw error;
  };

/** Numeric ids go on where they were. */
async function renameCollection({ db }: Work, former: string, name: string): Promise<void> {
  const there = await namesIn(db);
  if (there.has(former) && !there.has(name)) await db.renameCollection(former, name);
  const counters = db.collection<{ readonly _id: string; readonly value: number }>(ownCollections.counters);
  const counter = await counters.findOne({ _id: former });
  if (counter === null) return;
  await counters.updateOne({ _id: name }, { $max: { value: counter.value } }, { upsert: true });
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

export type CreateIndex = Extract<PlannedChange, { kind: 'createIndex' }>;

/**
 * Makes indexes of one collection, whose rows are read once for all of them. MongoDB does so while readers and writers go
 * on: a writer may bring a duplicate after the check.
 */
export async function createIndexes({ db }: Work, changes: readonly CreateIndex[]): Promise<void> {
  const [first] = changes;
  if (first === undefined) return;
  const collection = first.match.wanted.name;
  const indexes = changes.map(({ index }) => describeIndex(index));
  try {
    await db.collection(collection).createIndexes(indexes);
  } catch (error) {
    if (violatedIndex(error) === undefined) throw error;
    for (const { name, match, index, refusal } of changes.filter((change) => change.index.unique)) {
      const found = await countDuplicates(db, collection, { ...match, fields: new Map() }, index);
      if (found.count > 0) throw new ThrownFailure(unsafeChange([refused(name, refusal(found))]));
    }
    const message = `"${first.name}": ${(error as Error).message}`;
    throw new ThrownFailure(unsafeChange([refused(first.name, message)]));
  }
}

export const describeIndex = ({ name, fields, unique, where }: Index): IndexDescription => ({
  name,
  key: Object.fromEntries(fields.map((field) => [field, 1])),
  ...(unique && { unique }),
  ...(where !== null && typeof where !== 'string' && { partialFilterExpression: where }),
});
