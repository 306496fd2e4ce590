import * as t from 'io-ts';
import { EntrySet } from './documents.js';
import { FailureBody } from './failures.js';
import { Integer, listOf, oneOf, orNull } from './wire.js';

const Action = oneOf(['publish', 'unpublish', 'delete', 'set']);

/**
 * With `ids` a request changes these. Otherwise with `all` what matches the query, which is that of the list
 * (`filters`, `search`, `publicationFilter`, `locale`), from `pagination[after]` on, at most `pagination[pageSize]` entries.
 * The locale is that of the query; `delete` removes an entry in all its locales.
 */
export const BulkBody = t.exact(
  t.intersection([
    t.type({ action: Action }),
    t.partial({
      ids: t.readonlyArray(t.string),
      all: t.literal(true),
      /** With `set`: the values to change by attribute, as in a `WriteBody`. */
      set: EntrySet,
    }),
  ]),
  'BulkBody',
);
export type BulkBody = t.TypeOf<typeof BulkBody>;
export type BulkAction = t.TypeOf<typeof Action>;

/** Why one entry stays as it was. */
const BulkRefusal = t.type(
  {
    documentId: t.string,
    label: t.string,
    error: FailureBody,
  },
  'BulkRefusal',
);
export type BulkRefusal = t.TypeOf<typeof BulkRefusal>;

export const BulkAnswer = t.type(
  {
    /** How many were changed. */
    done: Integer,
    refused: listOf(BulkRefusal),
    /** Where the next request begins (`pagination[after]`); null: this was the last. */
    after: orNull(t.string),
  },
  'BulkAnswer',
);
export type BulkAnswer = t.TypeOf<typeof BulkAnswer>;
