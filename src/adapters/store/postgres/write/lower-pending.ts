import { otherLayer } from '../../../../domain/query/query.js';
import type { PendingList, WritePlan } from '../../../../domain/plan/write-plan.js';
import { otherSide, type Schema } from '../../../../domain/schema/schema.js';
import { keyColumn, pendingColumn } from '../layout.js';
import { Parameters, type Statement } from '../statement.js';
import { isMine, isConflicting, listOf, type SqlList, withdraw } from './link-list.js';
import { inTurns, isWritten, type Part } from './part.js';

/**
 * Statements for after the plan's own, whose links they settle; nothing where that wrote nothing. They cost what is
 * pending. One is enough, unless both ends of a link are settled.
 */
export function lowerPendingLists(
  schema: Schema,
  { documentId, applyPending }: WritePlan,
): readonly Statement[] {
  return inTurns(applyPending, ({ link }) => link).map((turn) => {
    const parameters = new Parameters();
    const hidden = parameters.addHidden(documentId);
    const parts = turn.flatMap((pendingList, index) =>
      lowerPendingList(
        listOf(schema, pendingList, hidden, parameters.add(pendingList.locale, 'text')),
        pendingList,
        `s${index}`,
      ),
    );
    const text = `WITH ${parts.map((part) => `${part.name} AS ${part.text}`).join(', ')} SELECT`;
    return { text, values: parameters.values };
  });
}

/** The keys of a list in the layer that is settled, and in the one that it is settled from. */
interface Keys {
  readonly own: string;
  readonly other: string;
}

const keysOf = ({ side }: SqlList, layer: PendingList['to']): Keys => ({
  own: keyColumn(layer, side),
  other: keyColumn(layer, otherSide(side)),
});

function lowerPendingList(
  list: SqlList,
  { link, side, to, exclusive }: PendingList,
  name: string,
): readonly Part[] {
  const [after, from] = [keysOf(list, to), keysOf(list, otherLayer(to))];
  const pending = [...isMine(list), list.flag, isWritten];
  const came = `${name}_new`;
  const gone: Part = {
    name: `${name}_gone`,
    text: `(DELETE FROM ${list.table} WHERE ${pending.join(' AND ')} AND ${from.own} IS NULL RETURNING 1)`,
  };
  const replaced = link[side].many ? [] : [replacement(list, after, from, came, `${name}_replaced`)];
  const taken = exclusive ? takings(list, to, after, came, `${name}_taken`) : [];
  const news = [...replaced, ...taken].length === 0 ? [] : [newcomers(list, after, from, pending, came)];
  const leaving = [gone, ...replaced, ...taken];
  const free = leaving.map((part) => `(SELECT count(*) FROM ${part.name}) >= 0`);
  return [...news, ...leaving, { name, text: applied(list, after, from, [...pending, ...free]) }];
}

/** The targets that come into the layer. */
const newcomers = (
  { table, other }: SqlList,
  after: Keys,
  from: Keys,
  pending: readonly string[],
  name: string,
): Part => ({
  name,
  text: `MATERIALIZED (SELECT ${other.document} AS document, ${other.locale} AS locale FROM ${table} WHERE ${pending.join(' AND ')} AND ${from.own} IS NOT NULL AND ${after.own} IS NULL)`,
});

/** One value has no place for two: what the other end alone took out of the layer that is taken over goes as well. */
const replacement = (list: SqlList, after: Keys, from: Keys, came: string, name: string): Part => ({
  name,
  text: `(DELETE FROM ${list.table} WHERE ${isMine(list).join(' AND ')} AND NOT ${list.flag} AND ${after.own} IS NOT NULL AND ${from.own} IS NULL AND ${instead(list, came)} RETURNING 1)`,
});

/** An end without locales has one value for each locale of the sources that lead to it. */
const instead = ({ other, isHeldPerLocale }: SqlList, came: string): string =>
  isHeldPerLocale ? `${other.locale} IN (SELECT locale FROM ${came})` : `EXISTS (SELECT FROM ${came})`;

/** The array is for the planner, which cannot see how few there are. */
const takings = (list: SqlList, to: PendingList['to'], after: Keys, came: string, name: string) => {
  const { other } = list;
  const conditions = [
    ...isConflicting(list),
    `${other.document} = ANY(ARRAY(SELECT document FROM ${came}))`,
    `(${other.document}, ${other.locale}) IN (SELECT document, locale FROM ${came})`,
    `${after.own} IS NOT NULL`,
  ];
  return withdraw(list, [to], false, conditions, name);
};

/** The other side's flag goes too where nothing is left for it to wait for. */
function applied({ table, side, flag }: SqlList, after: Keys, from: Keys, where: readonly string[]): string {
  const place = `coalesce(${after.other}, ${from.other})`;
  const otherFlag = pendingColumn(otherSide(side));
  const set = [
    `${after.own} = ${from.own}`,
    `${after.other} = ${place}`,
    `${flag} = false`,
    `${otherFlag} = ${otherFlag} AND ${place} <> ${from.other}`,
  ];
  return `(UPDATE ${table} SET ${set.join(', ')} WHERE ${where.join(' AND ')} AND ${from.own} IS NOT NULL RETURNING 1)`;
}
