import * as t from 'io-ts';
import { publicationFilters } from '../../../domain/query/query.js';
import { oneOf } from './contract/wire.js';
import type { QueryParameter } from './route.js';

/** Parameters that several routes take. */

export const text = (name: string, about: string): QueryParameter => ({ name, about, codec: t.string });

export const oneText = (name: string, about: string, values: readonly string[]): QueryParameter => ({
  name,
  about,
  codec: oneOf(values),
});

export const locale = text('locale', 'The code of a locale; the default locale without it.');

export const status = oneText('status', 'Which version; `draft` without it.', ['draft', 'published']);

/** Which version of an entry. */
export const ofVersion = [locale, status];

export const limit = (usual: number, most: number): QueryParameter =>
  text('limit', `How many at most: 1 to ${most}, ${usual} without it.`);

export const search = text('search', 'A text that the entries contain.');

const pagination: QueryParameter = {
  name: 'pagination',
  about:
    'Either `page` and `pageSize`, or `start` and `limit`, or `pageSize` with the cursor `after` or `before`, which is empty for the first or the last page.',
  isDeep: true,
  codec: t.partial(
    {
      page: t.number,
      pageSize: t.number,
      start: t.number,
      limit: t.number,
      after: t.string,
      before: t.string,
      withCount: t.boolean,
      count: oneOf(['exact', 'estimated', 'none']),
    },
    'PageParameters',
  ),
};

/** Pages by number only. */
export const pages: QueryParameter = {
  ...pagination,
  about: '`page` and `pageSize`.',
  codec: t.partial({ page: t.number, pageSize: t.number }),
};

/** Pages by number, with a total where `withCount` asks for one. */
export const countedPages: QueryParameter = {
  ...pagination,
  about: '`page` and `pageSize`; `withCount` for the total.',
  codec: t.partial({ page: t.number, pageSize: t.number, withCount: t.boolean }),
};

/** Pages by number, without cursors. */
export const ranges: QueryParameter = {
  ...pagination,
  about: 'Either `page` and `pageSize`, or `start` and `limit`.',
  codec: t.partial({ page: t.number, pageSize: t.number, start: t.number, limit: t.number }),
};

export const filters: QueryParameter = {
  name: 'filters',
  about: 'As the content API takes them: `filters[Name][$contains]=a`.',
  isDeep: true,
  codec: t.UnknownRecord,
};

export const sort = text('sort', '`Name`, `Name:desc`, or several separated by commas.');

/** The grammar of lists. */
export const ofList: readonly QueryParameter[] = [filters, sort, pagination, search];

const ofDrafts = [
  text('_q', 'Words that the entries contain.'),
  oneText('publicationFilter', 'Which of the drafts.', publicationFilters),
  text('hasPublishedVersion', '`true` or `false`.'),
];

/** The entries of a list, in the grammar of the content API. */
export const ofEntries: readonly QueryParameter[] = [...ofList, ...ofVersion, ...ofDrafts];

/** Which entries of a list are meant, in any order. */
export const ofMatch: readonly QueryParameter[] = [filters, search, locale, ...ofDrafts];
