import type { Db, Document } from 'mongodb';
import type { Match } from '../../../../application/schema-changes/match-collections.js';
import type { Check, Conversion, Found } from '../../../../application/schema-changes/planned-change.js';
import type { ShapeChange } from '../../../../application/schema-changes/shapes.js';
import type { Index } from '../../../../application/schema-changes/wanted-schema.js';
import { endFields, pendingField } from '../layout.js';
import { convertShape } from './convert-shape.js';
import { countDifferingLists, countDifferingValues } from './count-differences.js';
import { rowsOf } from './rewrite-rows.js';

/** Counts in `db` what the checks of a comparison look for. */
export const countIn =
  (db: Db, components: ShapeChange) =>
  (check: Check, match: Match): Promise<Found> => {
    const now = match.stored?.name ?? match.wanted.name;
    switch (check.counts) {
      case 'rows':
        return countRows(db, now, {}, match.wanted.origin.kind === 'link' ? 'source' : 'documentId');
      case 'misfits':
        return countMisfits(db, now, check.conversion, components);
      case 'duplicates':
        return countDuplicates(db, now, match, check.index);
      case 'unpublishedDrafts': {
        const differs = [{ _published: { $ne: true } }, { _changed: true }];
        return countRows(db, now, { _layer: 'draft', $or: differs }, 'documentId');
      }
      case 'pendingLinks': {
        const [side = 'source', other] = check.sides;
        const pending = check.sides.map((each) => ({ [pendingField(each)]: true }));
        return countRows(
          db,
          now,
          { $or: pending },
          endFields[other === undefined ? side : 'source'].document,
        );
      }
      case 'draftOnlyLinks':
        return countRows(db, now, { ...isSettled, draftKey: exists, publishedKey: existsNot }, 'source');
      case 'otherLocales':
        return countRows(db, now, { locale: { $nin: ['', check.locale] } }, 'documentId');
      case 'differingValues':
        return countDifferingValues(db, now, check.field);
      case 'differingLists':
        return countDifferingLists(db, now, check.end.type.stored?.name ?? '');
      case 'severalLinks':
        return countSeveralLinks(db, now, endFields[check.side].document);
    }
  };

const exists = { $exists: true };
const existsNot = { $exists: false };

/** Of links: nothing waits for publishing. */
export const isSettled = { sourcePending: { $ne: true }, targetPending: { $ne: true } };

async function countRows(db: Db, collection: string, filter: Document, example: string): Promise<Found> {
  const rows = db.collection(collection);
  const count = await rows.countDocuments(filter);
  if (count === 0) return { count, example: null };
  const first = await rows.findOne(filter, { sort: { [example]: 1 }, projection: { [example]: 1 } });
  return { count, example: String(first?.[example]) };
}

async function countMisfits(
  db: Db,
  collection: string,
  { former, from, to, choices }: Conversion,
  components: ShapeChange,
): Promise<Found> {
  let found: Found = { count: 0, example: null };
  const filter = { [former]: exists };
  for await (const rows of rowsOf({ db, confirmLease() {} }, collection, filter, ['documentId', former]))
    for (const row of rows) {
      if (convertShape(from, to, row[former], components, false, choices).fits) continue;
      const document = String(row['documentId']);
      const { count, example } = found;
      found = { count: count + 1, example: example !== null && example < document ? example : document };
    }
  return found;
}

/** Values that a unique index would refuse, in fields under the names that `match` has for them. */
export async function countDuplicates(
  db: Db,
  collection: string,
  { wanted, fields: names }: Pick<Match, 'wanted' | 'fields'>,
  index: Index,
): Promise<Found> {
  const nameOf = (field: string): string => names.get(field) ?? field;
  const where = typeof index.where === 'string' ? {} : (index.where ?? {});
  const fields = index.fields.map(nameOf);
  const example = wanted.origin.kind === 'link' ? fields[0] : 'documentId';
  return firstFound(db, collection, [
    { $match: Object.fromEntries(Object.entries(where).map(([field, value]) => [nameOf(field), value])) },
    {
      $group: {
        _id: Object.fromEntries(fields.map((field, place) => [`k${place}`, `$${field}`])),
        rows: { $sum: 1 },
        example: { $min: `$${example}` },
      },
    },
    { $match: { rows: { $gt: 1 } } },
    { $group: { _id: null, count: { $sum: 1 }, example: { $min: '$example' } } },
  ]);
}

async function countSeveralLinks(db: Db, collection: string, document: string): Promise<Found> {
  for (const key of ['draftKey', 'publishedKey']) {
    const found = await firstFound(db, collection, [
      { $match: { [key]: exists } },
      { $group: { _id: `$${document}`, links: { $sum: 1 } } },
      { $match: { links: { $gt: 1 } } },
      { $group: { _id: null, count: { $sum: 1 }, example: { $min: '$_id' } } },
    ]);
    if (found.count > 0) return found;
  }
  return { count: 0, example: null };
}

async function firstFound(db: Db, collection: string, pipeline: readonly Document[]): Promise<Found> {
  const rows = db.collection(collection).aggregate<Found>([...pipeline], { allowDiskUse: true });
  const [found] = await rows.toArray();
  return found ?? { count: 0, example: null };
}
