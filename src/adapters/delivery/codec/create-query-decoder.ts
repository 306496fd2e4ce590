import { LRUCache } from 'lru-cache';
import type { Query } from '../../../domain/query/query.js';
import { ok, type Result } from '../../../domain/result.js';
import type { Uid } from '../../../domain/schema/schema.js';
import { deepFreeze } from './deep-freeze.js';
import { decodeListQuery, decodeOneQuery, type ListQuery } from './decode-query.js';
import type { PagingLimits } from './pagination.js';
import { parseQueryText } from './parse-query-text.js';

/** Decodes the text of a query string. */
export interface QueryDecoder {
  list(type: Uid, text: string): Result<ListQuery>;
  /** Without a documentId, decodes the query for the document of a single type. */
  one(type: Uid, documentId: string | undefined, text: string): Result<Query>;
}

/**
 * Creates a decoder that caches the latest results, because clients send the same few query strings again and again. The
 * same text gives the same frozen query.
 */
export function createQueryDecoder(limits: PagingLimits): QueryDecoder {
  const lists = new Recent<ListQuery>();
  const ones = new Recent<Query>();
  return {
    list: (type, text) =>
      lists.of(type, text, () => {
        const params = parseQueryText(text);
        return params.ok ? decodeListQuery(type, params.value, limits) : params;
      }),
    one(type, documentId, text) {
      const query = ones.of(type, text, () => {
        const params = parseQueryText(text);
        return params.ok ? decodeOneQuery(type, documentId, params.value) : params;
      });
      return query.ok && documentId !== undefined ? ok({ ...query.value, documentId }) : query;
    },
  };
}

const maxEntries = 500;
const maxTextLength = 1000;

class Recent<T> {
  private readonly entries = new LRUCache<string, Result<T>>({ max: maxEntries });

  of(type: Uid, text: string, decode: () => Result<T>): Result<T> {
    const key = `${type}?${text}`;
    const found = this.entries.get(key);
    if (found !== undefined) return found;
    const decoded = decode();
    if (decoded.ok && text.length <= maxTextLength) this.entries.set(key, deepFreeze(decoded));
    return decoded;
  }
}
