import type { SchemaChange } from '../../../../application/ports/schema-store.js';
import { quote } from '../layout.js';
import type { Match } from './match-tables.js';
import { convertColumn, type Known } from './shape-conversion.js';
import { refuse, type Step } from './step.js';
import { columnDefinition, createTable, type Column } from './table.js';

/** Makes, renames and widens the table of one match. */
export function tableSteps(match: Match, known: Known): readonly (Step | SchemaChange)[] {
  const { table, stored, record } = match;
  if (stored === undefined) {
    const message = `Table "${table.name}" is made.`;
    return [step('create', table.name, message, [createTable(table)])];
  }
  if (record === undefined || record.origin.kind !== table.origin.kind) {
    return [refuse(table.name, foreignTable(table.name))];
  }
  return [...renameTable(match), ...table.columns.flatMap((column) => columnSteps(match, column, known))];
}

const foreignTable = (name: string): string =>
  `Table "${name}" is in this database already, and not for this. Give the content-type another collectionName, or move that table away.`;

const step = (
  phase: Step['phase'],
  name: string,
  message: string,
  statements: readonly string[],
  checks: Step['checks'] = [],
): Step => ({ phase, name, message, checks, statements });

function renameTable({ table, stored }: Match): readonly Step[] {
  if (stored === undefined || stored.name === table.name) return [];
  const statement = `ALTER TABLE ${quote(stored.name)} RENAME TO ${quote(table.name)}`;
  return [step('rename', table.name, `Table "${stored.name}" is renamed to "${table.name}".`, [statement])];
}

function columnSteps(match: Match, column: Column, known: Known): readonly (Step | SchemaChange)[] {
  const { table, columns } = match;
  const name = `${table.name}.${column.name}`;
  const former = columns.get(column.name);
  if (former === undefined) {
    const statement = `ALTER TABLE ${quote(table.name)} ADD COLUMN ${columnDefinition(column)}`;
    return [step('create', name, `Column "${column.name}" is added to "${table.name}".`, [statement])];
  }
  return [...renameColumn(match, column, former), ...convertSteps(match, column, former, known)];
}

function renameColumn({ table }: Match, column: Column, former: string): readonly Step[] {
  if (former === column.name) return [];
  const statement = `ALTER TABLE ${quote(table.name)} RENAME COLUMN ${quote(former)} TO ${quote(column.name)}`;
  const name = `${table.name}.${column.name}`;
  return [
    step('rename', name, `Column "${former}" of "${table.name}" is renamed to "${column.name}".`, [
      statement,
    ]),
  ];
}

function convertSteps(
  match: Match,
  column: Column,
  former: string,
  known: Known,
): readonly (Step | SchemaChange)[] {
  const { table, stored, record } = match;
  const type = stored?.columns.get(former) ?? '';
  if (column.attribute === undefined) return [];
  const name = `${table.name}.${column.name}`;
  const from = record?.columns[former]?.shape;
  const { shape: to } = column.attribute;
  if (from === undefined)
    return type === column.type ? [] : [refuse(name, foreignColumn(name, type, column.type))];
  const conversion = convertColumn(from, to, quote(former), column.type, known);
  if (conversion === null) return [];
  const after = convertColumn(from, to, quote(column.name), column.type, known) ?? conversion;
  const collate = column.type === 'text' ? ' COLLATE "C"' : '';
  const statement =
    type === column.type
      ? `UPDATE ${quote(table.name)} SET ${quote(column.name)} = ${after.value}`
      : `ALTER TABLE ${quote(table.name)} ALTER COLUMN ${quote(column.name)} TYPE ${column.type}${collate} USING ${after.value}`;
  const check = {
    text: `SELECT count(*) AS count, min(document_id) AS example FROM ${quote(stored?.name ?? '')} WHERE (${conversion.fits}) IS FALSE`,
    refusal: ({ count, example }: { count: number; example: string | null }): string =>
      `${count} ${count === 1 ? 'value does' : 'values do'} not fit when "${name}" changes from ${from} to ${to}, for example in document "${example}". ` +
      `Change or clear ${count === 1 ? 'it' : 'them'} first with the former schema, or give the attribute a new name.`,
  };
  const message = `Column "${name}" changes from ${from} to ${to}.`;
  return [{ ...step('convert', name, message, [statement], [check]), holds: [stored?.name ?? table.name] }];
}

const foreignColumn = (name: string, type: string, wanted: string): string =>
  `Column "${name}" was not made by Quire and is ${type}, not ${wanted}. Rename that column, or the attribute.`;
