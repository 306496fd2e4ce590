import type { Document } from 'mongodb';
import type {
  CountMember,
  Member,
  ReadPlan,
  RelationMember,
  Shape,
} from '../../../../domain/plan/read-plan.js';
import { otherSide, type Link, type Side } from '../../../../domain/schema/schema.js';
import { collectionOf, endFields, isThere, keyField, linkCollectionOf } from '../layout.js';
import { FieldNames } from './field-names.js';
import { fieldsOf } from './fields-of.js';
import { asksElsewhere, lowerVersions } from './lower-filter.js';
import type { Reader } from './reader.js';
import { versionProjection } from './version-projection.js';

/**
 * The rows of a page can bring along what is populated, each the links and the versions that its own tree needs: then one
 * question answers all, which needs no transaction. All stand in the row itself, level by level, and not one inside the
 * other, which would have a server look up what several have in common again and again.
 */
export interface Joins {
  readonly of: ReadonlyMap<Member, Join>;
  /** What makes rows bring it along. */
  readonly stages: readonly Document[];
}

/** The fields in which a row has the links of a member, those of one document in order, and the versions at their ends. */
export interface Join {
  readonly links: string;
  readonly targets: string;
  /** What those versions have. */
  readonly names: FieldNames;
}

export const noJoins: Joins = { of: new Map(), stages: [] };

/** Links of one member in a row, which has to fit into 16 MB. Where there are more, they are asked for by themselves. */
export const mostJoined = 100;
const longestPage = 200;

type Joinable = (RelationMember | CountMember) & { readonly relation: { readonly place: LinkPlace } };
type LinkPlace = { readonly kind: 'link'; readonly link: Link; readonly side: Side };

/** Joins what of a plan can be joined. */
export async function joinPage(reader: Reader, plan: ReadPlan): Promise<Joins> {
  const locale = joinedLocale(plan);
  if (locale === null) return noJoins;
  const of = new Map<Member, Join>();
  const stages: Document[] = [];
  await joinShape({ reader, locale, of, stages }, plan.shape, 'documentId');
  return { of, stages };
}

/** Whether nothing is left to ask for when a page comes with its joins. */
export const isJoined = (plan: ReadPlan): boolean => isWhole(plan.shape, joinedLocale(plan) !== null);

/** The one in which everything is read; null: there are several, or more rows than should bring anything along. */
function joinedLocale({ context: { locale }, range }: ReadPlan): string | null {
  const isShort = range.limit !== null && range.limit <= longestPage;
  return isShort && typeof locale === 'string' && locale !== '*' ? locale : null;
}

const isWhole = ({ members }: Shape, joins: boolean): boolean =>
  members.every((member) => {
    switch (member.kind) {
      case 'field':
        return true;
      case 'component':
        return isWhole(member.shape, false);
      case 'zone':
        return [...member.shapes.values()].every((shape) => isWhole(shape, false));
      case 'count':
        return joins && isJoinable(member);
      case 'relation':
        return joins && isJoinable(member) && isWhole(member.shape, true);
    }
  });

function isJoinable(member: Member): member is Joinable {
  if (member.kind !== 'relation' && member.kind !== 'count') return false;
  const { relation, target } = member;
  return (
    relation.place.kind === 'link' &&
    // A version in another locale would lead on in that one.
    target.locale !== 'link' &&
    (target.where === null || !asksElsewhere(target.where)) &&
    (member.kind === 'count' || !sortsElsewhere(member))
  );
}

const sortsElsewhere = ({ order }: RelationMember): boolean =>
  order.some(({ hops }) => hops.some(({ kind }) => kind === 'relation'));

interface Joining {
  readonly reader: Reader;
  readonly locale: string;
  readonly of: Map<Member, Join>;
  readonly stages: Document[];
}

/** `documents`: where a row has the documentIds of the versions that have this shape. */
async function joinShape(joining: Joining, { members }: Shape, documents: string): Promise<void> {
  for (const member of members) {
    if (!isJoinable(member)) continue;
    const fields =
      member.kind === 'count' ? fieldsOf({ members: [] }, []) : fieldsOf(member.shape, member.order);
    const join = {
      links: `_links${joining.of.size}`,
      targets: `_targets${joining.of.size}`,
      names: new FieldNames(['_id', ...fields]),
    };
    joining.of.set(member, join);
    joining.stages.push(
      lookUpLinks(member, join, joining.locale, documents),
      await lookUpTargets(joining, member, join, fields),
    );
    if (member.kind === 'relation') await joinShape(joining, member.shape, `${join.targets}.documentId`);
  }
}

function lookUpLinks(
  { relation, target }: Joinable,
  join: Join,
  locale: string,
  documents: string,
): Document {
  const { link, side } = relation.place;
  const [own, other] = [endFields[side], endFields[otherSide(side)]];
  const key = keyField(target.linked, side);
  return {
    $lookup: {
      from: linkCollectionOf(link),
      localField: documents,
      foreignField: own.document,
      pipeline: [
        { $match: { [own.locale]: link[side].localized ? locale : '', [key]: isThere } },
        { $sort: { [key]: 1, _id: 1 } },
        { $limit: mostJoined + 1 },
        { $project: { _id: 0, [own.document]: 1, [other.document]: 1, [other.locale]: 1 } },
      ],
      as: join.links,
    },
  };
}

async function lookUpTargets(
  { reader, locale }: Joining,
  member: Joinable,
  join: Join,
  fields: readonly string[],
): Promise<Document> {
  const { relation, target } = member;
  const fitting = await lowerVersions(reader, target.type, target.layer, locale, target.where);
  const projection = versionProjection(target.type, fields);
  return {
    $lookup: {
      from: collectionOf(target.type),
      localField: `${join.links}.${endFields[otherSide(relation.place.side)].document}`,
      foreignField: 'documentId',
      pipeline: [
        ...(Object.keys(fitting).length > 0 ? [{ $match: fitting }] : []),
        ...(projection === null ? [] : [{ $project: projection }]),
      ],
      as: join.targets,
    },
  };
}
