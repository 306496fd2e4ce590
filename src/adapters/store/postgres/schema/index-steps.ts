import { quote } from '../layout.js';
import type { Match } from './match-tables.js';
import type { StoredIndex } from './read-catalog.js';
import type { Check, Step } from './step.js';
import { createIndex, type Index } from './table.js';

/** Makes, renames and removes indexes of one match. Indexes are known by what they hold; somebody else's are left alone. */
export function indexSteps(match: Match): readonly Step[] {
  const { table, stored, record } = match;
  if (stored === undefined) return table.indexes.map((index) => makeIndex(match, index));
  const renamed = new Map([...match.columns].map(([wanted, now]) => [now, wanted]));
  const ours = stored.indexes.filter(({ name }) => record?.indexes.includes(name));
  const usable = ours.filter(({ valid }) => valid);
  const found = table.indexes.map((index) => ({
    index,
    now: usable.find((candidate) => holds(candidate, renamed) === holds(index)),
  }));
  const kept = new Set(found.map(({ now }) => now?.name));
  return [
    ...ours.filter(({ name }) => !kept.has(name)).map((index) => removeIndex(match, index)),
    ...found.flatMap(({ index, now }) =>
      now === undefined
        ? makeIndex(match, index)
        : now.name === index.name
          ? []
          : renameIndex(match, now, index),
    ),
  ];
}

function holds(index: Index | StoredIndex, renamed: ReadonlyMap<string, string> = new Map()): string {
  const columns = index.columns.map((column) => {
    const hashed = /^md5\((.*)\)$/s.exec(column)?.[1];
    return hashed === undefined ? (renamed.get(column) ?? column) : `md5(${renamed.get(hashed) ?? hashed})`;
  });
  return JSON.stringify([columns, index.unique, index.where]);
}

function renameIndex({ table }: Match, now: StoredIndex, index: Index): Step {
  const statements = [`ALTER INDEX ${quote(now.name)} RENAME TO ${quote(index.name)}`];
  const message = `Index "${now.name}" of "${table.name}" is renamed to "${index.name}".`;
  return { phase: 'unindex', name: index.name, message, checks: [], statements };
}

function removeIndex({ table }: Match, index: StoredIndex): Step {
  const statements = [`DROP INDEX ${quote(index.name)}`];
  const message = index.valid
    ? `Index "${index.name}" of "${table.name}" is no longer wanted and is removed.`
    : `Index "${index.name}" of "${table.name}" was left half made and is removed.`;
  return { phase: 'unindex', name: index.name, message, checks: [], statements };
}

function makeIndex(match: Match, index: Index): Step {
  const { table, stored } = match;
  const name = index.name;
  const message = `Index "${name}" is made on "${table.name}".`;
  const statements = [createIndex(table.name, index)];
  if (stored === undefined) return { phase: 'index', name, message, checks: [], statements };
  return {
    phase: 'index',
    name,
    message,
    checks: index.unique ? duplicateCheck(match, index) : [],
    statements,
    index: { table: table.name, storedTable: stored.name, index },
  };
}

/** Values that a new unique index would refuse. A column that is still to be made holds none. */
function duplicateCheck({ table, stored, columns }: Match, index: Index): readonly Check[] {
  const names = index.columns.map((column) => columns.get(column.replace(/^md5\((.*)\)$/s, '$1')));
  const [column] = names;
  if (stored === undefined || column === undefined || names.includes(undefined)) return [];
  const link = table.origin.kind === 'link';
  const example = link ? quote(column) : 'document_id';
  const by = names.map((name) => quote(name ?? '')).join(', ');
  const text = `SELECT count(*) AS count, min(example) AS example FROM (SELECT min(${example}) AS example FROM ${quote(stored.name)}
    WHERE ${index.where ?? 'true'} AND ${quote(column)} IS NOT NULL GROUP BY ${by} HAVING count(*) > 1) duplicate`;
  const refusal: Check['refusal'] = ({ count, example: document }) =>
    link
      ? `The relation of "${table.name}" now allows one, but ${count} ${count === 1 ? 'document holds' : 'documents hold'} several, for example "${document}". ` +
        'Disconnect the others first with the former schema.'
      : `"${table.name}.${index.columns[0]}" is to be unique, but ${count} ${count === 1 ? 'value is' : 'values are'} there more than once, for example in document "${document}". ` +
        'Make them differ first with the former schema.';
  return [{ text, refusal }];
}
