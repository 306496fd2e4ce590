import { MongoBulkWriteError, type Db, type Document, type Filter } from 'mongodb';
import { violatedIndex } from '../database-error.js';
import { isSettled } from './count-check.js';
import { asStored, rowsOf, type Row, type Work } from './rewrite-rows.js';

/** Gives every published version a draft that equals it, leftover attributes included: a draft is a whole version. */
export async function addDrafts(work: Work, name: string): Promise<void> {
  for await (const published of rowsOf(work, name, { _layer: 'published' }, 'all')) {
    const drafts = await draftsOf(work.db, name, published);
    const missing = published.filter((row) => !drafts.has(versionKey(row)));
    if (missing.length > 0) await insertDrafts(work, name, missing);
    for (const row of published) {
      const draft = drafts.get(versionKey(row));
      if (draft !== undefined && isBehind(draft, row)) await follow(work.db, name, draft, row);
    }
  }
}

const versionKey = (row: Row): string => `${String(row['documentId'])} ${String(row['locale'])}`;

async function draftsOf(db: Db, name: string, published: readonly Row[]): Promise<ReadonlyMap<string, Row>> {
  const documents = published.map((row) => row['documentId']);
  const drafts = await db
    .collection<Row>(name)
    .find({ documentId: { $in: documents }, _layer: 'draft' } as Document as Filter<Row>, {
      ...asStored,
      projection: { documentId: 1, locale: 1, updatedAt: 1, createdAt: 1, _changed: 1 },
    })
    .toArray();
  return new Map(drafts.map((row) => [versionKey(row as Row), row as Row]));
}

async function insertDrafts({ db, counters }: Work, name: string, published: readonly Row[]): Promise<void> {
  const first = await counters.ids(name, published.length);
  const drafts = published.map((row, place) => draftOf(row, first + place));
  try {
    await db.collection<Row>(name).insertMany(drafts, { ordered: false });
  } catch (error) {
    // Another server made some of them in the meantime.
    if (!(error instanceof MongoBulkWriteError) || violatedIndex(error) === undefined) throw error;
  }
}

function draftOf(published: Row, id: number): Row {
  const { _id, publishedAt: _publishedAt, _revision, ...content } = published;
  return { ...content, _id: id, _layer: 'draft', _publishedId: _id, _published: true };
}

/** A server with the former schema, without drafts, changed the published version alone. */
const isBehind = (draft: Row, published: Row): boolean =>
  draft['_changed'] !== true && Number(draft['updatedAt']) < Number(published['updatedAt']);

async function follow(db: Db, name: string, draft: Row, published: Row): Promise<void> {
  const filter = { _id: draft._id, updatedAt: draft['updatedAt'], _changed: { $ne: true } };
  await db.collection<Row>(name).replaceOne(filter, draftOf(published, draft._id));
}

/** Removes drafts that equal their published version. */
export async function removeDrafts({ db }: Work, name: string): Promise<void> {
  await db.collection(name).deleteMany({ _layer: 'draft', _published: true, _changed: { $ne: true } });
}

export async function addDraftLinks({ db }: Work, name: string): Promise<void> {
  await db
    .collection(name)
    .updateMany({ ...isSettled, publishedKey: exists, draftKey: { $exists: false } }, [
      { $set: { draftKey: '$publishedKey', draftInverseKey: '$publishedInverseKey' } },
    ]);
}

export async function removeDraftLinks({ db }: Work, name: string): Promise<void> {
  await db
    .collection(name)
    .updateMany(
      { draftKey: exists, publishedKey: exists },
      { $unset: { draftKey: '', draftInverseKey: '', sourcePending: '', targetPending: '' } },
    );
}

const exists = { $exists: true };
