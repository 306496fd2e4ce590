import type { Comparison } from '../../../../application/schema-changes/compare-schemas.js';
import type { Match } from '../../../../application/schema-changes/match-collections.js';
import { draftColumns, pendingColumn, quote } from '../layout.js';
import { layersDiffer } from './count-check.js';
import type { Catalog } from './read-catalog.js';

/** The tables of the store itself, in the order in which they are made. */
const systemTables: Readonly<Record<string, readonly string[]>> = {
  quire_schema: [
    `CREATE TABLE quire_schema (
    one boolean PRIMARY KEY DEFAULT true CHECK (one), version bigint NOT NULL, record json NOT NULL)`,
    `INSERT INTO quire_schema (version, record) VALUES (0, '{"tables":{},"components":{}}')`,
  ],
  quire_role: [
    `CREATE TABLE quire_role (name text COLLATE "C" PRIMARY KEY, revision bigint NOT NULL DEFAULT 0)`,
    `INSERT INTO quire_role VALUES ('public'), ('authenticated')`,
  ],
  quire_grant: [
    `CREATE TABLE quire_grant (
    role text COLLATE "C" NOT NULL REFERENCES quire_role ON DELETE CASCADE,
    type text COLLATE "C" NOT NULL, action text COLLATE "C" NOT NULL, fields json, filters json,
    PRIMARY KEY (role, type, action))`,
  ],
  quire_token: [
    `CREATE TABLE quire_token (
    name text COLLATE "C" PRIMARY KEY, hash text COLLATE "C" NOT NULL UNIQUE, access text COLLATE "C" NOT NULL,
    grants json NOT NULL, created_at timestamptz(3) NOT NULL, expires_at timestamptz(3))`,
  ],
  quire_audit: [
    `CREATE TABLE quire_audit (
    at timestamptz(3) NOT NULL, id bigint GENERATED ALWAYS AS IDENTITY,
    actor_kind text NOT NULL, actor text NOT NULL, actor_document text, origin text,
    action text NOT NULL, outcome text NOT NULL, type text, document_id text, locale text, status text,
    subject text, names text[] NOT NULL, PRIMARY KEY (at, id))`,
  ],
  quire_rate: [
    `CREATE UNLOGGED TABLE quire_rate (
    key text COLLATE "C" PRIMARY KEY, count integer NOT NULL, ends_at timestamptz(3) NOT NULL)`,
  ],
  quire_access: [
    `CREATE TABLE quire_access (
    one boolean PRIMARY KEY DEFAULT true CHECK (one), revision bigint NOT NULL)`,
    `INSERT INTO quire_access (revision) VALUES (1)`,
  ],
};

/** Columns that later versions added to these tables, and their types. */
const laterColumns: readonly (readonly [table: string, column: string, type: string])[] = [
  ['quire_role', 'revision', 'bigint NOT NULL DEFAULT 0'],
  ['quire_grant', 'fields', 'json'],
  ['quire_grant', 'filters', 'json'],
];

/** Ticks (order keys) and ids of component items. */
const systemSequences: Readonly<Record<string, string>> = {
  quire_tick: 'CREATE SEQUENCE quire_tick',
  quire_item_id: 'CREATE SEQUENCE quire_item_id',
};

/** What databases lack that are new, or were made by a former version of Quire, whatever the schema is. */
export interface Upgrade {
  readonly name: string;
  readonly message: string;
  readonly statements: readonly string[];
}

/** They come before the changes of the comparison. */
export function systemUpgrades({ collections, sequences }: Catalog): readonly Upgrade[] {
  const made = (name: string, statements: readonly string[]): Upgrade => ({
    name,
    message: `"${name}" is made.`,
    statements,
  });
  return [
    ...Object.entries(systemTables).flatMap(([name, statements]) =>
      collections.has(name) ? [] : [made(name, statements)],
    ),
    ...Object.entries(systemSequences).flatMap(([name, statement]) =>
      sequences.has(name) ? [] : [made(name, [statement])],
    ),
    ...laterColumns.flatMap(([table, column, type]) =>
      collections.get(table)?.fields?.has(column) === false
        ? [made(`${table}.${column}`, [`ALTER TABLE ${table} ADD COLUMN ${column} ${type}`])]
        : [],
    ),
  ];
}

/** Drafts and links from before they kept what waits to be published. They come after the changes of the comparison. */
export const contentUpgrades = ({ changes, matches }: Comparison): readonly Upgrade[] =>
  matches.flatMap((match) => {
    const isSwitched = changes.some(
      (change) => change.match === match && (change.kind === 'addDrafts' || change.kind === 'addDraftLinks'),
    );
    if (match.stored === undefined || match.record === undefined || isSwitched) return [];
    return [...rememberPublished(match), ...rememberPending(match, matches)];
  });

const lacks = ({ wanted, fields }: Match, column: string): boolean =>
  !fields.has(column) && wanted.fields.some(({ name }) => name === column);

function rememberPublished(match: Match): readonly Upgrade[] {
  const { publishedId, hasChanges } = draftColumns;
  if (!lacks(match, publishedId)) return [];
  const { name } = match.wanted;
  const statement = `UPDATE ${quote(name)} d SET ${publishedId} = p.id, ${hasChanges} = d.updated_at <> p.updated_at FROM ${quote(name)} p
    WHERE d.status = 'draft' AND p.status = 'published' AND p.document_id = d.document_id AND p.locale = d.locale`;
  return [{ name, message: `Drafts of "${name}" remember what was published.`, statements: [statement] }];
}

/** Such a link could be edited at one end only: at the first that had drafts. */
function rememberPending(match: Match, matches: readonly Match[]): readonly Upgrade[] {
  const { wanted, record } = match;
  if (record?.origin.kind !== 'link' || !lacks(match, pendingColumn('source'))) return [];
  const { source } = record.origin;
  const hadDrafts = matches.some(
    ({ record: type }) =>
      type?.origin.kind === 'type' && type.origin.uid === source.type && type.origin.draftAndPublish,
  );
  const column = pendingColumn(hadDrafts ? 'source' : 'target');
  const message = `Links of "${wanted.name}" remember what waits to be published.`;
  const statement = `UPDATE ${quote(wanted.name)} SET ${column} = true WHERE ${layersDiffer}`;
  return [{ name: wanted.name, message, statements: [statement] }];
}
