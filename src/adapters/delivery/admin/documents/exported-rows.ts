import type { ReadAnswer } from '../../../../application/ports/document-store.js';
import { textOf } from '../../../../domain/document/text-of.js';
import { ok, type Result } from '../../../../domain/result.js';
import type { ContentType, Json } from '../../../../domain/schema/schema.js';
import { csvText } from '../../codec/csv.js';
import type { AdminDependencies } from '../call.js';
import { cellsOf, nameOf, type Column } from './columns.js';
import { readStates } from './states.js';

/** What a file has of each entry. */
export interface Exported {
  readonly type: ContentType;
  readonly columns: readonly Column[];
}

/** The name of a column in the file, as in `columns` of a list. */
export const keyOf = (column: Column): string =>
  column.kind === 'related' ? `${nameOf(column)}.${column.name}` : nameOf(column);

type Row = Readonly<Record<string, Json>>;

export async function rowsOf(
  { documents, schema }: AdminDependencies,
  { type, columns }: Exported,
  answer: ReadAnswer,
): Promise<Result<readonly Row[]>> {
  const found = answer.size > 0 ? answer.documents() : [];
  const ids = found.map(({ documentId }) => textOf(documentId));
  const stateOf = type.draftAndPublish ? await readStates(documents, type, ids) : null;
  if (stateOf?.ok === false) return stateOf;
  return ok(
    found.map((row): Row => {
      const documentId = textOf(row['documentId']);
      const locale = textOf(row['locale']) || null;
      return {
        documentId,
        ...(type.localized && { locale }),
        ...(stateOf !== null && { status: stateOf.value(documentId, locale) }),
        ...valuesOf(cellsOf(schema, columns, row), columns),
      };
    }),
  );
}

/** A relation to many is a list; what there is beyond the limit is a number at its end. */
function valuesOf({ values, links, related }: ReturnType<typeof cellsOf>, columns: readonly Column[]): Row {
  const entries = columns.map((column): [string, Json] => {
    const key = keyOf(column);
    if (column.kind === 'scalar') return [key, values[key] ?? null];
    const { many } = column.relation;
    const shown: readonly Json[] =
      column.kind === 'links'
        ? (links[key]?.labels ?? []).map(({ documentId, label }) => ({ documentId, label }))
        : (related[key]?.values ?? []);
    if (!many) return [key, shown[0] ?? null];
    const total = links[key]?.total ?? related[key]?.total ?? shown.length;
    return [key, total > shown.length ? [...shown, { more: total - shown.length }] : shown];
  });
  return Object.fromEntries(entries);
}

interface RowWriter {
  readonly write: (rows: readonly Row[], isFirst: boolean) => string;
  readonly end: string;
}

export const writerOf = (format: 'csv' | 'json', exported: Exported): RowWriter =>
  format === 'csv' ? csvWriter(exported) : jsonWriter;

const jsonWriter: RowWriter = {
  write: (rows, isFirst) =>
    (isFirst ? '[' : '') +
    rows.map((row, at) => `${isFirst && at === 0 ? '' : ','}\n${JSON.stringify(row)}`).join(''),
  end: '\n]\n',
};

/** Begins with a mark by which spreadsheets know that it is UTF-8. */
function csvWriter({ type, columns }: Exported): RowWriter {
  const names = [
    'documentId',
    ...(type.localized ? ['locale'] : []),
    ...(type.draftAndPublish ? ['status'] : []),
    ...columns.map(keyOf),
  ];
  const isRelated = new Set(columns.filter(({ kind }) => kind !== 'scalar').map(keyOf));
  return {
    write(rows, isFirst) {
      const values = rows.map((row) =>
        names.map((name) => (isRelated.has(name) ? relatedText(row[name] ?? null) : row[name])),
      );
      return isFirst ? `\uFEFF${csvText([names, ...values])}` : csvText(values);
    },
    end: '',
  };
}

/** What is linked, by its labels. */
function relatedText(value: Json): string {
  if (value === null) return '';
  if (typeof value !== 'object') return String(value);
  if (isList(value)) return value.map(relatedText).join('; ');
  const { more, label } = value;
  return typeof more === 'number' ? `+${more}` : textOf(label);
}

const isList = (value: object): value is readonly Json[] => Array.isArray(value);
