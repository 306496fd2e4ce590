import type { ReadPlan } from '../../../../domain/plan/read-plan.js';
import type { WritePlan } from '../../../../domain/plan/write-plan.js';
import type { Schema } from '../../../../domain/schema/schema.js';
import { linkColumns } from '../layout.js';
import { linkTableName, tableName } from '../names.js';
import { Parameters, type Statement } from '../statement.js';
import { lowerList } from './lower-list.js';
import { lowerReturned } from './lower-returned.js';
import { lowerVersions } from './lower-versions.js';
import type { Part } from './part.js';

/**
 * One statement that applies a plan, or nothing of it. Its one row tells `missing`, the documents that must exist and
 * do not, `versions`, the number written, and `text`, the answer where it can be told from what was written
 * (`answered`). Its parts run in the order that they name each other in, so that a place is free before it is taken.
 */
export interface LoweredWrite {
  readonly statement: Statement;
  readonly answered: boolean;
}

export function lowerWrite(schema: Schema, plan: WritePlan, answer: ReadPlan | null): LoweredWrite {
  const parameters = new Parameters();
  const documentId = parameters.add(plan.documentId, 'text');
  const guards = lowerGuards(parameters, plan);
  const guarded = guards.length === 0 ? [] : ['(SELECT count(*) FROM missing) = 0'];
  const versions = lowerVersions(parameters, plan, documentId, guarded);
  const written = versions.length === 0 ? guarded : [`${countOf(versions)} > 0`];
  const lists = plan.lists.flatMap((change, index) =>
    lowerList(schema, parameters, change, documentId, written, index),
  );
  const returned = answer === null ? null : lowerReturned(schema, parameters, plan, answer, versions);
  const parts = [...guards, ...versions, ...lists, ...lowerUnlinks(plan, documentId)];
  const columns = [
    `${guards.length === 0 ? 'NULL' : '(SELECT json_agg(document_id) FROM missing)'} AS missing`,
    `${versions.length === 0 ? '0' : countOf(versions)} AS versions`,
    `${returned ?? 'NULL'} AS text`,
  ];
  const parted = parts.map(({ name, text }) => `${name} AS ${text}`).join(', ');
  return {
    statement: { text: `WITH ${parted} SELECT ${columns.join(', ')}`, values: parameters.values },
    answered: returned !== null,
  };
}

const countOf = (parts: readonly Part[]): string =>
  `(${parts.map(({ name }) => `(SELECT count(*) FROM ${name})`).join(' + ')})`;

/** Holds the targets until the end: a shared lock keeps them from being removed, and waits for who is removing them. */
function lowerGuards(parameters: Parameters, plan: WritePlan): readonly Part[] {
  const targets = plan.targets.filter(({ documentIds }) => documentIds.length > 0);
  if (targets.length === 0) return [];
  const guards = targets.map(({ type, documentIds }, index) => {
    const wanted = parameters.addTexts(documentIds);
    const text = `SELECT document_id FROM ${tableName(type)} WHERE document_id = ANY(${wanted}) ORDER BY document_id, id FOR KEY SHARE`;
    const missing = `SELECT document_id FROM unnest(${wanted}) AS wanted(document_id) WHERE document_id NOT IN (SELECT document_id FROM g${index})`;
    return { part: { name: `g${index}`, text: `MATERIALIZED (${text})` }, missing };
  });
  const missing = guards.map((guard) => guard.missing).join(' UNION ALL ');
  return [...guards.map(({ part }) => part), { name: 'missing', text: `MATERIALIZED (${missing})` }];
}

/** A link between two documents of one type may be named for both of its ends. */
function lowerUnlinks(plan: WritePlan, documentId: string): readonly Part[] {
  const ends = new Map<string, string[]>();
  for (const { link, side } of plan.unlink) {
    const table = linkTableName(link);
    ends.set(table, [...(ends.get(table) ?? []), `${linkColumns[side].document} = ${documentId}`]);
  }
  return [...ends].map(([table, conditions], index) => ({
    name: `u${index}`,
    text: `(DELETE FROM ${table} WHERE ${conditions.join(' OR ')})`,
  }));
}
