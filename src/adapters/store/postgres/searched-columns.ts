import { searchedAttributes } from '../../../domain/plan/text-search.js';
import type { ContentType } from '../../../domain/schema/schema.js';
import { columnOf } from './layout.js';

/** The columns of the index of words. Each has its place in it, which a new name of the column may change. */
export const searchedColumns = (type: ContentType): readonly string[] =>
  searchedAttributes(type).map(columnOf).sort();

/** The expression that is indexed. `columns` are quoted; `locale` is SQL. */
export const wordsOf = (locale: string, columns: readonly string[]): string =>
  `quire_search_words(${locale}, VARIADIC ARRAY[${columns.join(', ')}])`;
