import type { DocumentRow, Entry } from '../../../contract/documents.js';

/** Returns the answer of a list with its row of an entry as the entry is now. Other answers stay as they are. */
export function withEntry(answer: unknown, entry: Entry): unknown {
  const { data } = (answer ?? {}) as { readonly data?: unknown };
  if (!Array.isArray(data)) return answer;
  const isOf = ({ documentId, locale }: DocumentRow): boolean =>
    documentId === entry.documentId && locale === entry.locale;
  const rows = data as readonly DocumentRow[];
  return { ...(answer as object), data: rows.map((row) => (isOf(row) ? rowOf(row, entry) : row)) };
}

/** Columns of related entries and links stay as they were read. */
function rowOf(row: DocumentRow, { label, state, revision, updatedAt, values }: Entry): DocumentRow {
  const known = { ...values, updatedAt };
  const own = Object.entries(row.values).map(([name, value]) => [
    name,
    Object.hasOwn(known, name) ? known[name as keyof typeof known] : value,
  ]);
  return { ...row, label, state, revision, updatedAt, values: Object.fromEntries(own) };
}
