import type { Match } from '../../../../application/schema-changes/match-collections.js';
import type { EndMove, PlannedChange } from '../../../../application/schema-changes/planned-change.js';
import { holdsItems, type ChangedComponents } from '../../../../application/schema-changes/shapes.js';
import type { Index, WantedField } from '../../../../application/schema-changes/wanted-schema.js';
import { otherSide } from '../../../../domain/schema/schema.js';
import { draftColumns, keyColumn, linkColumns, pendingColumn, quote } from '../layout.js';
import { literal } from '../statement.js';
import { wordsOf } from '../searched-columns.js';
import { moveUid } from './move-uid.js';
import { forgetTotals } from '../totals/total-statements.js';
import { convertField } from './convert-field.js';

const sides = ['source', 'target'] as const;

/** The statements that make one change. */
export function changeStatements(change: PlannedChange, components: ChangedComponents): readonly string[] {
  const { match } = change;
  const table = quote(match.wanted.name);
  switch (change.kind) {
    case 'createCollection':
      return [`CREATE TABLE ${table} (\n  ${match.wanted.fields.map(definition).join(',\n  ')}\n)`];
    case 'renameCollection':
      return [
        `ALTER TABLE ${quote(change.former)} RENAME TO ${table}`,
        forgetTotals([change.former, match.wanted.name]),
      ];
    case 'addField':
      return [`ALTER TABLE ${table} ADD COLUMN ${definition(change.field)}`];
    case 'renameField':
      return [`ALTER TABLE ${table} RENAME COLUMN ${quote(change.former)} TO ${quote(change.field.name)}`];
    case 'convertField':
      return convertField(match, change.conversion, components).statements;
    case 'removeIndex':
      return [`DROP INDEX ${quote(change.index.name)}`];
    case 'renameIndex':
      return [`ALTER INDEX ${quote(change.former)} RENAME TO ${quote(change.index.name)}`];
    case 'createIndex':
      return createIndex(match.wanted.name, change.index);
    case 'addDrafts':
      return [addDrafts(match)];
    case 'removeDrafts':
      return [
        `DELETE FROM ${table} WHERE status = 'draft'`,
        ...Object.values(draftColumns).map((column) => dropColumn(table, column)),
      ];
    case 'addDraftLinks':
      return [
        `UPDATE ${table} SET ${sides.map((side) => `${keyColumn('draft', side)} = ${keyColumn('published', side)}`).join(', ')}`,
      ];
    case 'removeDraftLinks':
      return [
        `UPDATE ${table} SET ${sides.map((side) => `${keyColumn('draft', side)} = NULL`).join(', ')}`,
        ...sides.map((side) => dropColumn(table, pendingColumn(side))),
      ];
    case 'addLocale':
      return [`UPDATE ${table} SET locale = ${literal(change.locale)} WHERE locale = ''`];
    case 'removeLocale':
      return [`UPDATE ${table} SET locale = '' WHERE locale <> ''`];
    case 'shareField':
      return holdsItems(change.shape) ? [shareItems(table, quote(change.field.name))] : [];
    case 'moveUid':
      return moveUid(change);
    case 'moveLinks':
      return change.ends.flatMap((end) => moveLinks(match, end, change.defaultLocale));
    case 'limitValues':
    case 'retargetLinks':
    case 'stopPending':
    case 'leaveUid':
      return [];
  }
}

const definition = ({ name, type = '', constraints = '' }: WantedField): string =>
  `${quote(name)} ${type} ${constraints}`.trimEnd();

const dropColumn = (table: string, column: string): string =>
  `ALTER TABLE ${table} DROP COLUMN IF EXISTS ${column}`;

/**
 * The statements that make an index. Nothing is measured of words (`read/lower-search.ts` plans without), because ANALYZE
 * would compute those of 30,000 texts each time. What was written last is not in their tree yet, and each word that a search
 * looks up reads all of it: 64 kB, the least that PostgreSQL allows, instead of 4 MB, which costs writes nothing.
 */
export function createIndex(table: string, index: Index, concurrently = false): readonly string[] {
  const columns = index.fields.map((field, place) =>
    index.hashed === true && place === 0 ? `md5(${quote(field)})` : quote(field),
  );
  const { search } = index;
  const content =
    search === undefined
      ? `(${columns.join(', ')})`
      : `USING gin (${wordsOf(search === null ? 'locale' : literal(search), columns)}) WITH (gin_pending_list_limit = 64)`;
  const unique = index.unique ? 'UNIQUE ' : '';
  const where = typeof index.where === 'string' ? ` WHERE ${index.where}` : '';
  const made = `CREATE ${unique}INDEX ${concurrently ? 'CONCURRENTLY ' : ''}${quote(index.name)} ON ${quote(table)} ${content}${where}`;
  return search === undefined
    ? [made]
    : [made, `ALTER INDEX ${quote(index.name)} ALTER COLUMN 1 SET STATISTICS 0`];
}

/** Leftover columns are copied too: a draft is a whole version. */
function addDrafts({ wanted, stored, fields }: Match): string {
  const own = new Set<string>(['id', 'status', 'published_at', ...Object.values(draftColumns)]);
  const known = new Set(fields.values());
  const leftover = [...(stored?.fields?.keys() ?? [])].filter((name) => !known.has(name));
  const copied = [...fields.keys(), ...leftover]
    .filter((name) => !own.has(name))
    .map(quote)
    .join(', ');
  const table = quote(wanted.name);
  return `INSERT INTO ${table} (${copied}, status, ${draftColumns.publishedId})
    SELECT ${copied}, 'draft', id FROM ${table} WHERE status = 'published' ORDER BY id`;
}

/** Items that are equal apart from their ids become the same in all locales. */
const shareItems = (table: string, column: string): string => `UPDATE ${table} v SET ${column} = o.items
  FROM (SELECT DISTINCT ON (document_id, status) document_id, status, ${column} AS items FROM ${table} ORDER BY document_id, status, id) o
  WHERE o.document_id = v.document_id AND o.status = v.status AND o.items::text IS DISTINCT FROM v.${column}::text`;

function moveLinks(match: Match, { side, becomes, type }: EndMove, defaultLocale: string): readonly string[] {
  const table = quote(match.wanted.name);
  const own = linkColumns[side];
  const other = linkColumns[otherSide(side)].locale;
  switch (becomes) {
    case 'named':
      return [
        `UPDATE ${table} SET ${own.locale} = coalesce(nullif(${other}, ''), ${literal(defaultLocale)}) WHERE ${own.locale} = ''`,
      ];
    case 'spread':
      return spread(match, side, type);
    case 'unnamed': {
      // Where the other end still names a locale, links of all locales stay; otherwise those of the default one.
      const { origin } = match.wanted;
      const staysNamed = origin.kind === 'link' && origin[otherSide(side)].localized === true;
      const moved = staysNamed ? `${own.locale} <> ''` : `${own.locale} = ${literal(defaultLocale)}`;
      return [`UPDATE ${table} SET ${own.locale} = '' WHERE ${moved}`];
    }
    case 'joined':
      return [
        `DELETE FROM ${table} l USING (SELECT ${own.document} AS document, min(${own.locale}) AS locale FROM ${table} GROUP BY 1) k
          WHERE l.${own.document} = k.document AND l.${own.locale} <> k.locale`,
        `UPDATE ${table} SET ${own.locale} = ''`,
      ];
  }
}

function spread({ wanted }: Match, side: EndMove['side'], type: Match): readonly string[] {
  const table = quote(wanted.name);
  const own = linkColumns[side];
  const copied = wanted.fields
    .map(({ name }) => name)
    .filter((name) => name !== 'id' && name !== own.locale)
    .map(quote);
  return [
    `INSERT INTO ${table} (${copied.join(', ')}, ${own.locale})
      SELECT ${copied.map((column) => `l.${column}`).join(', ')}, v.locale FROM ${table} l
      JOIN (SELECT DISTINCT document_id, locale FROM ${quote(type.wanted.name)}) v ON v.document_id = l.${own.document}
      WHERE l.${own.locale} = '' ORDER BY l.id`,
    `DELETE FROM ${table} WHERE ${own.locale} = ''`,
  ];
}
