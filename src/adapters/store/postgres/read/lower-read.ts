import type { ReadPlan } from '../../../../domain/plan/read-plan.js';
import type { Schema } from '../../../../domain/schema/schema.js';
import { tableName } from '../names.js';
import { literal, type Statement } from '../statement.js';
import { Lowering, rowScope, type RowScope } from './lowering.js';
import { lowerOrder, orderBy } from './lower-order.js';
import { lowerPredicate } from './lower-predicate.js';
import { lowerShape, raiseTooLarge } from './lower-shape.js';

/**
 * One statement that answers the plan with one row: `text`, the JSON of the list (an error where it is larger than
 * the limit), `size` and `total` (null where it is not asked). Plans of one form give one text: their values, and the
 * lengths of their lists, are parameters.
 */
export function lowerRead(schema: Schema, plan: ReadPlan): Statement {
  const lowering = new Lowering(schema, plan.limits);
  const scope = rowScope('t0', plan.type, plan.context.layer);
  const where = lowerWhere(lowering, scope, plan);
  const page = lowerPage(lowering, scope, plan, where);
  const shape = lowerShape(lowering, scope, plan.shape);
  const list = `SELECT coalesce(json_agg(${shape.json('x0')}), '[]')::text AS text, count(*) AS size FROM (SELECT ${shape.columns} FROM ${page.from}) x0`;
  const textSize = lowering.parameters.add(plan.limits.textSize, 'bigint');
  const fits = `octet_length(a.text) <= ${textSize} OR length(a.text) <= ${textSize}`;
  const total = plan.count ? lowerTotal(plan, where, page) : 'NULL';
  return {
    text: `SELECT CASE WHEN ${fits} THEN a.text ELSE ${raiseTooLarge('length(a.text)')}::text END AS text, a.size, ${total} AS total FROM (${list}) a`,
    values: lowering.parameters.values,
  };
}

/**
 * Types without drafts or without locales have rows of one layer, or one locale: not to ask for it lets the smallest
 * index serve.
 */
function lowerWhere(lowering: Lowering, scope: RowScope, plan: ReadPlan): string {
  const conditions: string[] = [];
  if (plan.type.draftAndPublish) conditions.push(`t0.status = ${literal(scope.layer)}`);
  const locale = lowerLocale(lowering, plan);
  if (locale !== null) conditions.push(locale);
  if (plan.where !== null) conditions.push(lowerPredicate(lowering, scope, plan.where));
  return conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
}

function lowerLocale(lowering: Lowering, { type, context: { locale } }: ReadPlan): string | null {
  if (!type.localized || locale === '*') return null;
  if (typeof locale === 'string') return `t0.locale = ${lowering.parameters.add(locale, 'text')}`;
  return `t0.locale = ANY(${lowering.parameters.add(locale, 'text[]')})`;
}

interface Page {
  /** Gives `t0`, in order. */
  readonly from: string;
  readonly limit: string;
  readonly offset: string;
}

/**
 * The rows of the page. Skipping and joined sorting go over ids alone and fetch the rows afterwards; a first page
 * takes the rows at once, which is faster by a sixth.
 */
function lowerPage(lowering: Lowering, scope: RowScope, plan: ReadPlan, where: string): Page {
  const { range, limits, type } = plan;
  const order = lowerOrder(lowering, scope, plan.order);
  const size = Math.min(range.limit ?? limits.rows + 1, limits.rows + 1);
  const atMost = bound(range.offset + size);
  const table = tableName(type);
  const rows = `FROM ${table} t0${order.joins.join('')}${where} ORDER BY ${orderBy(order)} LIMIT ${atMost}`;
  const isFirst = range.offset === 0 && order.joins.length === 0;
  if (isFirst && size === atMost)
    return { from: `(SELECT t0.* ${rows}) t0`, limit: String(size), offset: '0' };
  const limit = lowering.parameters.add(size, 'bigint');
  if (isFirst) {
    return { from: `(SELECT * FROM (SELECT t0.* ${rows}) t0 LIMIT ${limit}) t0`, limit, offset: '0' };
  }
  const offset = lowering.parameters.add(range.offset, 'bigint');
  const keys = order.keys.map(({ expression }, index) => `${expression} AS o${index}`).join(', ');
  const again = order.keys.map(({ direction }, index) => `p.o${index} ${direction}`).join(', ');
  const ids = `SELECT * FROM (SELECT t0.id, ${keys} ${rows}) p LIMIT ${limit} OFFSET ${offset}`;
  return { from: `(${ids}) p JOIN ${table} t0 ON t0.id = p.id ORDER BY ${again}`, limit, offset };
}

/**
 * The planner can not see a parameter, and takes an unseen limit for a tenth of the table. A rounded bound in the text
 * tells it the size, in few different texts.
 */
function bound(rows: number): number {
  if (rows <= 1) return 1;
  let rounded = 25;
  while (rounded < rows) rounded *= 4;
  return rounded;
}

/** A page that is not full already says how many there are; only otherwise the rows are counted. */
function lowerTotal(plan: ReadPlan, where: string, page: Page): string {
  const counted = `(SELECT count(*) FROM ${tableName(plan.type)} t0${where})`;
  const last = `a.size < ${page.limit} AND (a.size > 0 OR ${page.offset} = 0)`;
  return `CASE WHEN ${last} THEN ${page.offset} + a.size ELSE ${counted} END`;
}
