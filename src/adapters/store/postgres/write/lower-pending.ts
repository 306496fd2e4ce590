import { otherLayer } from '../../../../domain/query/query.js';
import type { PendingList, WritePlan } from '../../../../domain/plan/write-plan.js';
import { otherSide, type Schema } from '../../../../domain/schema/schema.js';
import { keyColumn, pendingColumn } from '../layout.js';
import { Parameters, withParts, type Statement, type Part } from '../statement.js';
import { alikeBy } from './joint-write.js';
import { isInList, isConflicting, listOf, type SqlList, withdraw, inTurns, isWritten } from './link-list.js';
import { leftPending } from './published-at-once.js';

/**
 * Returns the statements that apply pending links after the plan's own statement; they do nothing if that wrote nothing.
 * Their cost depends on the number of pending links. One statement is enough, unless it would apply both ends of a link.
 */
export function lowerPendingLists(schema: Schema, plan: WritePlan): readonly Statement[] {
  return inTurns(leftPending(plan), ({ link }) => link).map((turn) => {
    const parameters = new Parameters();
    const hidden = parameters.addHidden(plan.documentId);
    return lowerTurn(schema, parameters, turn, () => hidden);
  });
}

/** The same for several plans, none of which takes targets from other documents. */
export function lowerJointPending(schema: Schema, plans: readonly WritePlan[]): readonly Statement[] {
  const pending = plans.flatMap((plan) => leftPending(plan).map((list) => ({ plan, list })));
  const alike = alikeBy(
    pending,
    ({ list: { link, side, locale, to } }) => `${link.name} ${side} ${locale} ${to}`,
  );
  const lists = alike.map((lists) => {
    const documentIds = lists.map(({ plan }) => plan.documentId);
    return { ...lists[0].list, documentIds };
  });
  return inTurns(lists, ({ link }) => link).map((turn) => {
    const parameters = new Parameters();
    return lowerTurn(
      schema,
      parameters,
      turn,
      ({ documentIds }) => `ANY(${parameters.addTexts(documentIds)})`,
    );
  });
}

function lowerTurn<List extends PendingList>(
  schema: Schema,
  parameters: Parameters,
  turn: readonly List[],
  documentOf: (list: List) => string,
): Statement {
  const parts = turn.flatMap((pendingList, index) => {
    const document = documentOf(pendingList);
    const list = listOf(schema, pendingList, document, parameters.add(pendingList.locale, 'text'));
    return lowerPendingList(list, pendingList, `quire_s${index}`);
  });
  return { text: `${withParts(parts)}SELECT`, values: parameters.values };
}

/** The key columns of a list at both ends, in one layer. */
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
  const pending = [...isInList(list), list.flag, isWritten];
  const came = `${name}_new`;
  const gone: Part = {
    name: `${name}_gone`,
    text: `(DELETE FROM ${list.table} WHERE ${pending.join(' AND ')} AND ${from.own} IS NULL RETURNING 1)`,
  };
  const replaced = link[side].many ? [] : [replacement(list, after, from, came, `${name}_replaced`)];
  const taken = exclusive ? withdrawConflicting(list, to, after, came, `${name}_taken`) : [];
  const news = [...replaced, ...taken].length === 0 ? [] : [newcomers(list, after, from, pending, came)];
  const leaving = [gone, ...replaced, ...taken];
  const free = leaving.map((part) => `(SELECT count(*) FROM ${part.name}) >= 0`);
  return [...news, ...leaving, { name, text: applied(list, after, from, [...pending, ...free]) }];
}

/** Selects the targets that enter the layer, and the documents that link them. */
const newcomers = (
  { table, own, other }: SqlList,
  after: Keys,
  from: Keys,
  pending: readonly string[],
  name: string,
): Part => ({
  name,
  text: `MATERIALIZED (SELECT ${own.document} AS own_document, ${other.document} AS document, ${other.locale} AS locale FROM ${table} WHERE ${pending.join(' AND ')} AND ${from.own} IS NOT NULL AND ${after.own} IS NULL)`,
});

/** A to-one list has room for one link, so this also removes one that only the other end took out of the source layer. */
const replacement = (list: SqlList, after: Keys, from: Keys, came: string, name: string): Part => ({
  name,
  text: `(DELETE FROM ${list.table} WHERE ${isInList(list).join(' AND ')} AND NOT ${list.flag} AND ${after.own} IS NOT NULL AND ${from.own} IS NULL AND ${instead(list, came)} RETURNING 1)`,
});

/** An end without locales has one value for each locale of its sources. */
const instead = ({ own, other, isHeldPerLocale }: SqlList, came: string): string =>
  isHeldPerLocale
    ? `(${own.document}, ${other.locale}) IN (SELECT own_document, locale FROM ${came})`
    : `${own.document} IN (SELECT own_document FROM ${came})`;

/** Withdraws conflicting links. The array makes the planner use the index, as it cannot see how few targets there are. */
const withdrawConflicting = (
  list: SqlList,
  to: PendingList['to'],
  after: Keys,
  came: string,
  name: string,
) => {
  const { other } = list;
  const conditions = [
    ...isConflicting(list),
    `${other.document} = ANY(ARRAY(SELECT document FROM ${came}))`,
    `(${other.document}, ${other.locale}) IN (SELECT document, locale FROM ${came})`,
    `${after.own} IS NOT NULL`,
  ];
  return withdraw(list, [to], false, conditions, name);
};

/** Also clears the other side's flag if nothing is pending there any more. */
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
