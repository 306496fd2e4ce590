import type { SchemaChange } from '../../../../application/ports/schema-store.js';
import { namedBy } from '../../../../domain/schema/origin.js';
import type { Schema } from '../../../../domain/schema/schema.js';
import { quote } from '../layout.js';
import { componentSteps } from './component-steps.js';
import { desiredTables } from './desired-tables.js';
import { indexSteps } from './index-steps.js';
import { matchTables, moveRecord, type Match } from './match-tables.js';
import { draftSteps } from './draft-steps.js';
import { linkLayerSteps } from './link-layer-steps.js';
import { linkLocaleSteps } from './link-locale-steps.js';
import { localeSteps } from './locale-steps.js';
import type { Catalog } from './read-catalog.js';
import { nextRecord, type SchemaRecord } from './schema-record.js';
import { componentShapes } from './shape.js';
import { phases, refuse, type Difference, type Step } from './step.js';
import { systemTables } from '../migrations/system-tables.js';
import { tableSteps } from './table-steps.js';
import type { Table } from './table.js';

export interface Comparison extends Difference {
  /** What `quire_schema` is to hold once every step is done. */
  readonly record: SchemaRecord;
}

/** What has to be done to the database so that it fits the schema. Pure. */
export function compareSchema(schema: Schema, catalog: Catalog): Comparison {
  const tables = desiredTables(schema);
  const matches = matchTables(tables, catalog);
  const { defaultLocale = schema.defaultLocale } = catalog;
  const record = nextRecord(schema, tables, moveRecord(catalog.record, matches));
  const known = { before: catalog.record.components, after: componentShapes(schema) };
  const changes = matches.flatMap((match) => [
    ...tableSteps(match, known),
    ...indexSteps(match),
    ...draftSteps(match),
    ...linkLayerSteps(match, matches),
    ...localeSteps(match, known.before, defaultLocale),
    ...linkLocaleSteps(match, matches, defaultLocale),
    ...componentSteps(match, schema, known),
    ...targetStep(match, matches),
  ]);
  const steps = changes.filter((change): change is Step => 'statements' in change);
  return {
    steps: steps.sort((a, b) => phases.indexOf(a.phase) - phases.indexOf(b.phase)),
    refused: [
      ...tables.flatMap(nameClashes),
      ...changes.filter((change): change is SchemaChange => !('statements' in change)),
    ],
    leftovers: leftovers(tables, matches, catalog),
    record,
  };
}

function nameClashes({ name, columns }: Table): readonly SchemaChange[] {
  if (systemTables.includes(name))
    return [refuse(name, `"${name}" is a name of Quire's own: choose another collectionName.`)];
  return columns
    .filter((column, place) => columns.findIndex((other) => other.name === column.name) < place)
    .map((column) =>
      refuse(
        `${name}.${column.name}`,
        `Two attributes of "${name}" need the column "${column.name}": rename one.`,
      ),
    );
}

/** Links into one content-type cannot become links into another. */
function targetStep({ table, stored, record }: Match, matches: readonly Match[]): readonly Step[] {
  if (stored === undefined || table.origin.kind !== 'link' || record?.origin.kind !== 'link') return [];
  const { type, attribute } = { ...table.origin.source, type: table.origin.target.type };
  const target = matches.find(
    (match) => match.table.origin.kind === 'type' && match.table.origin.uid === type,
  );
  const former = record.origin.target.type;
  if (former === type || (target?.record?.origin.kind === 'type' && target.record.origin.uid === former))
    return [];
  const check = {
    text: `SELECT count(*) AS count, min(source_document) AS example FROM ${quote(stored.name)}`,
    refusal: ({ count, example }: { count: number; example: string | null }): string =>
      `"${attribute}" now points at ${type}, but ${count} ${count === 1 ? 'link points' : 'links point'} at ${former}, for example from document "${example}". ` +
      'Disconnect them first with the former schema, or give the attribute a new name.',
  };
  const message = `Links of "${table.name}" point at ${type}.`;
  const holds = [stored.name];
  return [{ phase: 'rename', name: table.name, message, checks: [check], statements: [], holds }];
}

function leftovers(
  tables: readonly Table[],
  matches: readonly Match[],
  catalog: Catalog,
): readonly SchemaChange[] {
  const used = new Set([...tables.map(({ name }) => name), ...matches.map(({ stored }) => stored?.name)]);
  const gone = Object.keys(catalog.record.tables).filter(
    (name) => !used.has(name) && catalog.tables.has(name),
  );
  const columns = matches.flatMap(({ table, stored, record, columns: kept }) => {
    const wanted = new Set(kept.values());
    return Object.keys(record?.columns ?? {})
      .filter((name) => !wanted.has(name) && stored?.columns.has(name))
      .map((name) => {
        const { attribute } = record?.columns[name] ?? {};
        const about = namedBy(table.origin).map((each) => ({ ...each, ...(attribute && { attribute }) }));
        return leftover(`${table.name}.${name}`, `Column "${name}" of "${table.name}"`, about);
      });
  });
  const whole = (name: string) => namedBy(catalog.record.tables[name]?.origin);
  return [...gone.map((name) => leftover(name, `Table "${name}"`, whole(name))), ...columns];
}

const leftover = (name: string, what: string, about: ReturnType<typeof namedBy>): SchemaChange => ({
  kind: 'leftover',
  name,
  about,
  message: `${what} is no longer in the schema; its data is kept until \`quire schema drop ${name}\`.`,
});
