import type { Document, Filter } from 'mongodb';
import { mapInTurns } from '../../../../application/stores/in-turns.js';
import type { ReadPlan } from '../../../../domain/plan/read-plan.js';
import { allowsTypos } from '../../../../domain/plan/near-words.js';
import { rankOf, type TextSearch } from '../../../../domain/plan/text-search.js';
import { fieldOf } from '../layout.js';
import { cut, findPage, type Page } from './find-page.js';
import { fieldsOf, identityFields, layerFields, nodeOf } from './node.js';
import type { Reader } from './reader.js';

type Where = Filter<Document>;

/**
 * Reads a page of the versions that match `filter` and contain the words: the texts of those that may contain them, whose
 * ranks this process computes, and then the versions of the page.
 */
export async function findSearched(
  reader: Reader,
  plan: ReadPlan,
  filter: Where,
  search: TextSearch,
): Promise<Page> {
  const { type, shape, range, context, limits, count } = plan;
  if (search.attributes.length === 0) return { nodes: [], total: count ? 0 : null };
  const candidates = await reader.versions(type, {
    filter: { $and: [filter, ...search.words.map((word) => mayContain(search, word))] },
    fields: [...identityFields, ...search.attributes.map(fieldOf)],
  });
  const ranks = await mapInTurns(
    candidates,
    (row) => ({ id: row._id, rank: rankOf(search, (field) => row[fieldOf(field)]) }),
    reader.signal,
  );
  const found = ranks.flatMap(({ id, rank }) => (rank === null ? [] : [{ id, rank }]));
  const among = (ids: readonly unknown[]): Where => ({ _id: { $in: ids } }) as object;
  if (!search.ranked) return findPage(reader, plan, among(found.map(({ id }) => id)));
  const sorted = found.sort((a, b) => b.rank - a.rank || a.id - b.id);
  const ids = cut(sorted, range, limits).map(({ id }) => id);
  const rows = await reader.versions(type, {
    filter: among(ids),
    fields: [...fieldsOf(shape, []), ...layerFields(plan)],
  });
  const byId = new Map(rows.map((row) => [row._id, row]));
  const nodes = ids.flatMap((id) => byId.get(id) ?? []).map((row) => nodeOf(type, row, context));
  return { nodes, total: count ? found.length : null };
}

/** Finds every version that contains the word, and others: texts with letters that folding changes are looked at here. */
function mayContain({ attributes, near = false }: TextSearch, word: string): Where {
  const patterns = ['[^\\x00-\\x7f]', ...[word, ...(near ? nearPatterns(word) : [])].filter(isAscii)];
  return {
    $or: attributes.map((attribute) => ({
      [fieldOf(attribute)]: { $regex: patterns.join('|'), $options: 'i' },
    })),
  };
}

const isAscii = (pattern: string): boolean => /^[\da-z.?]+$/.test(pattern);

/** Patterns for the words near a word (`domain/plan/near-words.ts`), and for others. */
function nearPatterns(word: string): readonly string[] {
  if (!allowsTypos([word])) return [];
  const letters = Array.from(word);
  return letters.flatMap((letter, at) => {
    const before = letters.slice(0, at).join('');
    const [next = '', ...rest] = letters.slice(at + 1);
    const after = [next, ...rest].join('');
    return [`${before}.?${after}`, `${before}.${letter}${after}`, before + next + letter + rest.join('')];
  });
}
