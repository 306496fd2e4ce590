import type { Db } from 'mongodb';
import type { Document, ReadAnswer } from '../../../../application/ports/document-store.js';
import { failure } from '../../../../domain/failure.js';
import type { Member, ReadPlan, Shape } from '../../../../domain/plan/read-plan.js';
import type { Json, Schema } from '../../../../domain/schema/schema.js';
import { Refusal } from '../database-error.js';
import { fieldOf } from '../layout.js';
import { shownScalar } from '../stored-value.js';
import { findLedTo } from './find-led-to.js';
import { findPage, type Page } from './find-page.js';
import { JoinedRows } from './joined-rows.js';
import { joinPage, noJoins, type Joins } from './joins.js';
import { lowerVersions } from './lower-filter.js';
import { populate, type Reached } from './populate.js';
import { Reader, type Sight } from './reader.js';
import type { Place } from './row.js';

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
  const budget = { left: plan.limits.textSize, most: plan.limits.textSize };
  const documents = places.map((place) => shapePlace(place, plan.shape, reached, budget));
  const text = JSON.stringify(documents);
  if (text.length > plan.limits.textSize) throw tooLong(plan.limits.textSize);
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

/** Counts the characters of an answer while it grows, a little less than there will be. */
interface Budget {
  left: number;
  readonly most: number;
}

const tooLong = (textSize: number): Refusal =>
  new Refusal(failure('PLAN.TOO_LARGE', `The answer is longer than ${textSize} characters`));

function shapePlace(place: Place, { members }: Shape, reached: Reached, budget: Budget): Json {
  const shaped: Record<string, Json> = {};
  for (const member of members) {
    const value = shapeMember(place, member, reached, budget);
    // Clients may name members as they like, also like this one, which is no plain member to an assignment.
    if (member.as === '__proto__') Object.defineProperty(shaped, member.as, { value, enumerable: true });
    else shaped[member.as] = value;
  }
  return shaped;
}

function shapeMember(place: Place, member: Member, reached: Reached, budget: Budget): Json {
  budget.left -= member.as.length + 4;
  if (budget.left < 0) throw tooLong(budget.most);
  if (member.kind === 'field') {
    const { row, item } = place;
    const { field } = member;
    const value = shownScalar(field, item === null ? row[fieldOf(field)] : item[field.name]);
    if (typeof value === 'string') budget.left -= value.length;
    return value;
  }
  const led = reached.get(member)?.get(place) ?? [];
  if (member.kind === 'count') return { count: led.length };
  if (member.kind === 'zone') {
    return led.flatMap((inside) => {
      const uid = inside.item?.['__component'];
      const shape = typeof uid === 'string' ? member.shapes.get(uid) : undefined;
      if (typeof uid !== 'string' || shape === undefined) return [];
      return [{ __component: uid, ...(shapePlace(inside, shape, reached, budget) as object) }];
    });
  }
  const shaped = led.map((inside) => shapePlace(inside, member.shape, reached, budget));
  const many = member.kind === 'relation' ? member.relation.many : member.attribute.repeatable;
  return many ? shaped : (shaped[0] ?? null);
}
