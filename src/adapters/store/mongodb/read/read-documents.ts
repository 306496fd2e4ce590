import type { Db } from 'mongodb';
import type { Document, ReadAnswer } from '../../../../application/ports/document-store.js';
import type { ReadPlan } from '../../../../domain/plan/read-plan.js';
import type { Schema } from '../../../../domain/schema/schema.js';
import { findLedTo } from './find-led-to.js';
import { findPage, type Page } from './find-page.js';
import { JoinedRows } from './joined-rows.js';
import { joinPage, noJoins, type Joins } from './joins.js';
import { lowerVersions } from './lower-filter.js';
import { populate } from './populate.js';
import { Reader, type Sight } from './reader.js';
import { writePlaces } from './write-places.js';

/** Answers a plan; rejects with a `Refusal` past the limits. */
export async function readDocuments(
  db: Db,
  schema: Schema,
  plan: ReadPlan,
  sight: Sight,
): Promise<ReadAnswer> {
  const reader = new Reader(db, schema, plan.limits, sight);
  const joins = reader.joins ? await joinPage(reader, plan) : noJoins;
  const { places, total } = await findPlaces(reader, plan, joins);
  const reached = await populate(
    reader,
    places,
    plan.shape,
    new JoinedRows(
      joins.of,
      places.map(({ row }) => row),
    ),
  );
  const text = await writePlaces(places, plan.shape, reached, plan.limits.textSize, reader.signal);
  return {
    size: places.length,
    total,
    text: () => text,
    // Parsed anew each time, so that nobody shares what another one changes.
    documents: () => JSON.parse(text) as readonly Document[],
  };
}

async function findPlaces(reader: Reader, plan: ReadPlan, { stages }: Joins): Promise<Page> {
  if (reader.led !== null) return findLedTo(reader, plan, reader.led);
  const { type, context, where } = plan;
  const filter = await lowerVersions(reader, type, context.layer, context.locale, where);
  return findPage(reader, plan, filter, stages);
}
