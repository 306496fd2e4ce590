import * as t from 'io-ts';
import type { Attribute, Scalar } from '../../../../domain/schema/schema.js';
import type { FailureAnswer } from './failures.js';

const searchable: ReadonlySet<string> = new Set([
  'string',
  'text',
  'email',
  'uid',
  'enumeration',
  'richtext',
]);

/** Whether `search` of a list looks at the attribute, for a part of it, whatever the case. It looks for a documentId too. */
export const isSearched = (attribute: Attribute): attribute is Scalar =>
  attribute.kind === 'scalar' && searchable.has(attribute.type) && !attribute.system;

/** How many entries one request changes. Requests for more than these are refused, so that each is short and can be the last. */
export const bulkSize = 50;

const Action = t.keyof({ publish: null, unpublish: null, delete: null, set: null });

/**
 * `POST documents/:uid/bulk`. With `ids` it changes these. Otherwise with `all` what matches the query, which is that of the list
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
      set: t.UnknownRecord,
    }),
  ]),
);
export type BulkBody = t.TypeOf<typeof BulkBody>;
export type BulkAction = t.TypeOf<typeof Action>;

export interface BulkAnswer {
  /** How many were changed. */
  readonly done: number;
  readonly refused: readonly BulkRefusal[];
  /** Where the next request begins (`pagination[after]`); null: this was the last. */
  readonly after: string | null;
}

/** Why one entry stays as it was. */
export interface BulkRefusal {
  readonly documentId: string;
  readonly label: string;
  readonly error: FailureAnswer['error'];
}
