import type { Origin } from '../../../../domain/schema/origin.js';
import { quote } from '../layout.js';

/** A table as the schema wants it. */
export interface Table {
  readonly name: string;
  readonly origin: Origin;
  readonly columns: readonly Column[];
  readonly indexes: readonly Index[];
}

export interface Column {
  readonly name: string;
  /** The SQL type as PostgreSQL prints it: `timestamp(3) with time zone`. */
  readonly type: string;
  /** What follows the type in a definition: `COLLATE "C" NOT NULL`. */
  readonly rest: string;
  /** Absent on columns that every table of its sort has. */
  readonly attribute?: {
    readonly name: string;
    readonly shape: string;
    readonly renamedFrom?: string;
    /** Whether locales have values of their own. */
    readonly localized: boolean;
  };
}

/** `columns` holds column names and `md5(name)`; `where` is written as PostgreSQL prints it. */
export interface Index {
  readonly name: string;
  readonly columns: readonly string[];
  readonly unique: boolean;
  readonly where: string | null;
}

export const columnDefinition = (column: Column): string =>
  `${quote(column.name)} ${column.type}${column.rest === '' ? '' : ` ${column.rest}`}`;

export const createTable = (table: Table): string =>
  `CREATE TABLE ${quote(table.name)} (\n  ${table.columns.map(columnDefinition).join(',\n  ')}\n)`;

export function createIndex(table: string, index: Index, concurrently = false): string {
  const columns = index.columns
    .map((column) => column.replace(/^(?:md5\((.*)\)|(.*))$/s, quoteIndexed))
    .join(', ');
  const unique = index.unique ? 'UNIQUE ' : '';
  const where = index.where === null ? '' : ` WHERE ${index.where}`;
  return `CREATE ${unique}INDEX ${concurrently ? 'CONCURRENTLY ' : ''}${quote(index.name)} ON ${quote(table)} (${columns})${where}`;
}

const quoteIndexed = (_all: string, hashed: string | undefined, plain: string | undefined): string =>
  hashed === undefined ? quote(plain ?? '') : `md5(${quote(hashed)})`;
