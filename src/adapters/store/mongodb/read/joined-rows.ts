import type { Cancellation } from '../../../../domain/cancellation.js';
import { inTurns, mapInTurns } from '../../../../application/stores/in-turns.js';
import type { CountMember, RelationMember } from '../../../../domain/plan/read-plan.js';
import { otherSide } from '../../../../domain/schema/schema.js';
import { endFields } from '../layout.js';
import { FieldNames } from './field-names.js';
import { mostJoined, type Join, type Joins } from './joins.js';
import { NotInOne } from './reader.js';
import { byDocument, refAt, targetsOf, type Found, type Ref } from './resolve-targets.js';
import type { Place, Row } from './row.js';

/** What the rows of a page have brought along. */
export class JoinedRows {
  constructor(
    private readonly joins: Joins['of'],
    private readonly rows: readonly Row[],
  ) {}

  /** As `resolveTargets`; null: that did not come along. `NotInOne` where there was too much of it. */
  async targets(
    places: readonly Place[],
    member: RelationMember | CountMember,
    signal?: Cancellation,
  ): Promise<ReadonlyMap<Place, readonly Place[]> | null> {
    const join = this.joins.get(member);
    if (join === undefined) return null;
    const { relation, target } = member;
    const refs = await inTurns(refsIn(this.rows, join, member), signal);
    const found = await inTurns(versionsIn(this.rows, join), signal);
    const resolve = (place: Place) =>
      [place, targetsOf(place, refs.get(place.row.documentId) ?? [], relation, target, found)] as const;
    return new Map(await mapInTurns(places, resolve, signal));
  }
}

/** By document. Where several rows lead to one, each has all of its links. */
function* refsIn(
  rows: readonly Row[],
  join: Join,
  { relation }: RelationMember | CountMember,
): Generator<void, ReadonlyMap<string, readonly Ref[]>> {
  if (relation.place.kind !== 'link') throw new Error(`${relation.name} has no links`);
  const { link, side } = relation.place;
  const [own, other] = [endFields[side].document, endFields[otherSide(side)]];
  const names = new FieldNames([own, other.document, other.locale]);
  const refs = new Map<string, Ref[]>();
  for (const row of rows) {
    const links = row.rows(join.links, names);
    if (links.length > mostJoined) throw new NotInOne();
    const known = new Set(refs.keys());
    for (const each of links) {
      const document = each.text(own);
      if (known.has(document)) continue;
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
    for (const version of row.rows(join.targets, join.names)) versions.set(version._id, version);
    yield;
  }
  const sorted = [...versions].sort(([left], [right]) => left - right);
  return byDocument(sorted.map(([, version]) => version));
}
