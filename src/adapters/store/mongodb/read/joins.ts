import type { Document } from 'mongodb';
import { inTurns, mapInTurns } from '../../../../application/stores/in-turns.js';
import type { Cancellation } from '../../../../domain/cancellation.js';
import type { Member, Shape } from '../../../../domain/plan/read-plan.js';
import { otherSide } from '../../../../domain/schema/schema.js';
import { collectionOf, endFields, keyExists, keyField, linkCollectionOf, type LinkRow } from '../layout.js';
import { lowerTargets } from './lower-filter.js';
import { fieldsOf, identityFields, projectionStages, type Node, type Row } from './node.js';
import type { Follow } from './populate.js';
import type { Reader } from './reader.js';
import { byDocument, ReachedNodes, refAt, targetsOf, type Found, type Ref } from './resolve-targets.js';
import { isJoined, type JoinedMember } from './strategy.js';

/**
 * The stages that join relations to the rows of a page. For each member, a row receives a list of links and a list
 * of the versions at their other ends. The lists stand side by side in the row, not one inside the other, so that
 * the server looks up shared documents once.
 */
export interface Joins {
  readonly of: ReadonlyMap<Member, Join>;
  readonly stages: readonly Document[];
}

/**
 * The fields of a row with a member's links, those of each document in order, and with the versions that they lead
 * to.
 */
interface Join {
  readonly links: string;
  readonly targets: string;
}

/** The most links of one member in a row, which MongoDB limits to 16 MB. */
const maxJoinedLinks = 100;

interface Joining {
  readonly reader: Reader;
  readonly locale: string;
  readonly of: Map<Member, Join>;
  readonly stages: Document[];
}

/** The joins of a shape. `locale` is null if nothing is joined. */
export async function joinsOf(reader: Reader, shape: Shape, locale: string | null): Promise<Joins> {
  const of = new Map<Member, Join>();
  const stages: Document[] = [];
  if (locale !== null) await joinShape({ reader, locale, of, stages }, shape, 'documentId');
  return { of, stages };
}

/**
 * Adds the joins of a shape. `documents` is the field with the documentIds of the versions that have this shape.
 */
async function joinShape(joining: Joining, { members }: Shape, documents: string): Promise<void> {
  for (const member of members) {
    if (!isJoined(member)) continue;
    const { size } = joining.of;
    const join = { links: `_links${size}`, targets: `_targets${size}` };
    joining.of.set(member, join);
    joining.stages.push(
      lookUpLinks(member, join, joining.locale, documents),
      await lookUpTargets(joining, member, join),
    );
    if (member.kind === 'relation') await joinShape(joining, member.shape, `${join.targets}.documentId`);
  }
}

function lookUpLinks(
  { relation, target }: JoinedMember,
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
        { $match: { [own.locale]: link[side].localized ? locale : '', [key]: keyExists } },
        { $sort: { [key]: 1, _id: 1 } },
        { $limit: maxJoinedLinks + 1 },
        { $project: { _id: 0, [own.document]: 1, [other.document]: 1, [other.locale]: 1 } },
      ],
      as: join.links,
    },
  };
}

async function lookUpTargets(
  { reader, locale }: Joining,
  member: JoinedMember,
  join: Join,
): Promise<Document> {
  const { relation, target } = member;
  const fitting = await lowerTargets(reader, member, { locale, layer: target.layer });
  const fields = member.kind === 'count' ? identityFields : fieldsOf(member.shape, member.order);
  return {
    $lookup: {
      from: collectionOf(target.type),
      localField: `${join.links}.${endFields[otherSide(relation.place.side)].document}`,
      foreignField: 'documentId',
      pipeline: [
        ...(Object.keys(fitting).length > 0 ? [{ $match: fitting }] : []),
        ...projectionStages(target.type, fields),
      ],
      as: join.targets,
    },
  };
}

/** Whether no list of links was cut off at `maxJoinedLinks`. */
export const areComplete = (rows: readonly Row[], { of }: Joins): boolean =>
  rows.every((row) =>
    [...of.values()].every(({ links }) => (row[links] as readonly unknown[]).length <= maxJoinedLinks),
  );

/** Follows members within the joined rows of a page. */
export const followIn =
  (rows: readonly Row[], { of }: Joins, signal?: Cancellation): Follow =>
  async (nodes, member) => {
    const join = of.get(member);
    if (join === undefined || !isJoined(member)) throw new Error(`${member.as} is not joined`);
    const refs = await inTurns(refsIn(rows, join, member), signal);
    const found = await inTurns(versionsIn(rows, join), signal);
    const reached = new ReachedNodes();
    const resolve = (node: Node) =>
      [node, targetsOf(node, refs.get(node.row.documentId) ?? [], member, found, reached)] as const;
    return new Map(await mapInTurns(nodes, resolve, signal));
  };

/** The links of a member by document. If several rows lead to one document, each of them has all its links. */
function* refsIn(
  rows: readonly Row[],
  join: Join,
  { relation }: JoinedMember,
): Generator<void, ReadonlyMap<string, readonly Ref[]>> {
  const { link, side } = relation.place;
  const refs = new Map<string, Ref[]>();
  const firstRows = new Map<string, Row>();
  for (const row of rows) {
    for (const each of row[join.links] as readonly LinkRow[]) {
      const document = each[endFields[side].document];
      const first = firstRows.get(document);
      if (first !== undefined && first !== row) continue;
      firstRows.set(document, row);
      const ref = refAt(each, link, otherSide(side));
      const list = refs.get(document);
      if (list === undefined) refs.set(document, [ref]);
      else list.push(ref);
    }
    yield;
  }
  return refs;
}

function* versionsIn(rows: readonly Row[], join: Join): Generator<void, Found> {
  const versions = new Map<number, Row>();
  for (const row of rows) {
    for (const version of row[join.targets] as readonly Row[]) versions.set(version._id, version);
    yield;
  }
  const sorted = [...versions].sort(([left], [right]) => left - right);
  return byDocument(sorted.map(([, version]) => version));
}
