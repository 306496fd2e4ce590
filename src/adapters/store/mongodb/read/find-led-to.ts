import type { ReadPlan } from '../../../../domain/plan/read-plan.js';
import { otherSide } from '../../../../domain/schema/schema.js';
import { collectionOf, endFields, isThere, keyField } from '../layout.js';
import { FieldNames } from './field-names.js';
import { fieldsOf } from './fields-of.js';
import { cut, type Page } from './find-page.js';
import type { Led, Related } from './led.js';
import { linkedStages } from './linked-stages.js';
import { asksElsewhere, lowerVersions } from './lower-filter.js';
import { orderOf } from './page-order.js';
import { NotInOne, type Reader } from './reader.js';
import { placeOf } from './row.js';
import { sortPlaces } from './sort-places.js';
import { isWorthTrying, triedInVain } from './tries.js';
import { versionProjection } from './version-projection.js';

/** Null: a plan that is not answered so. */
export function ledBy({ where, context: { locale }, range, shape, order }: ReadPlan): Led | null {
  if (where === null || range.limit === null || typeof locale !== 'string' || locale === '*') return null;
  if (shape.members.some(({ kind }) => kind !== 'field') || orderOf(order).kind === 'elsewhere') return null;
  const parts = where.kind === 'and' ? where.predicates : [where];
  const [related, ...others] = parts.filter(asksElsewhere);
  if (related?.kind !== 'related' || others.length > 0 || !isFollowed(related)) return null;
  const own = parts.filter((part) => part !== related);
  const rest = own.length === 0 ? null : ({ kind: 'and', predicates: own } as const);
  return { locale, related, rest, most: Math.min(200, 2 * range.limit) };
}

function isFollowed(related: Related): related is Led['related'] {
  const { relation, target, negated } = related;
  const isPlain =
    !negated && relation.place.kind === 'link' && (target.where === null || !asksElsewhere(target.where));
  return isPlain && isWorthTrying(relation);
}

/** The page of all versions that the relation leads to, found from its far end. `NotInOne` where there are many. */
export async function findLedTo(reader: Reader, plan: ReadPlan, led: Led): Promise<Page> {
  const { type, context, range, limits, count } = plan;
  const { relation } = led.related;
  const own = endFields[relation.place.side];
  const rest = await lowerVersions(reader, type, context.layer, led.locale, led.rest);
  const fields = fieldsOf(plan.shape, plan.order);
  const projection = versionProjection(type, fields);
  const found = await reader.aggregate(
    led.related.target.type,
    [
      ...(await linksStages(reader, led)),
      { $limit: led.most + 1 },
      { $group: { _id: `$link.${own.document}`, links: { $sum: 1 } } },
      {
        $lookup: {
          from: collectionOf(type),
          localField: '_id',
          foreignField: 'documentId',
          pipeline: [{ $match: rest }, ...(projection === null ? [] : [{ $project: projection }])],
          as: 'rows',
        },
      },
    ],
    ['links', 'rows'],
  );
  if (found.reduce((sum, row) => sum + Number(row.get('links')), 0) > led.most) {
    triedInVain(relation);
    throw new NotInOne();
  }
  const names = new FieldNames(fields);
  const rows = found.flatMap((one) => one.rows('rows', names));
  const places = rows.map((row) => placeOf(row, context.locale));
  const sorted = await sortPlaces(reader, places, orderOf(plan.order).all);
  return { places: cut(sorted, range, limits), total: count ? places.length : null };
}

async function linksStages(reader: Reader, { locale, related }: Led) {
  const { relation, target } = related;
  const { link, side } = relation.place;
  const [own, other] = [endFields[side], endFields[otherSide(side)]];
  const inLocale = target.locale === 'link' ? '*' : locale;
  const stages = linkedStages(link, {
    filter: await lowerVersions(reader, target.type, target.layer, inLocale, target.where),
    end: other.document,
    links: {
      [keyField(target.linked, side)]: isThere,
      [own.locale]: link[side].localized ? locale : '',
    },
  });
  const isNamed = { $expr: { $eq: [`$link.${other.locale}`, '$locale'] } };
  return link[otherSide(side)].localized ? [...stages, { $match: isNamed }] : stages;
}
