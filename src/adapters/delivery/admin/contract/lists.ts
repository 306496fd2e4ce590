import * as t from 'io-ts';
import { EntrySet } from './documents.js';
import { FailureBody } from './failures.js';
import { LinkOperation } from './links.js';
import { Integer, listOf, oneOf, orNull, Time } from './wire.js';

const Action = oneOf(['publish', 'unpublish', 'delete', 'set', 'duplicate']);
export type BulkAction = t.TypeOf<typeof Action>;

/**
 * With the action `set`: the values to change by attribute, and the links to add or take away, as in a `WriteBody`; `replace`
 * has, by relation, the documentIds of all that is linked then.
 */
const values = {
  set: EntrySet,
  links: t.readonlyArray(LinkOperation),
  replace: t.record(t.string, t.readonlyArray(t.string)),
};

/** The locale is that of the query; `delete` removes an entry in all its locales. */
export const BulkBody = t.exact(
  t.intersection([t.type({ action: Action, ids: t.readonlyArray(t.string) }), t.partial(values)]),
  'BulkBody',
);
export type BulkBody = t.TypeOf<typeof BulkBody>;

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
  },
  'BulkAnswer',
);
export type BulkAnswer = t.TypeOf<typeof BulkAnswer>;

/**
 * With `ids` a job changes these. Otherwise with `all` what matches the query, which is that of the list (`filters`, `search`,
 * `publicationFilter`, `locale`), at most `most` entries: as many as were shown to match.
 */
export const BulkJobBody = t.exact(
  t.intersection([
    t.type({ action: Action }),
    t.partial({ ids: t.readonlyArray(t.string), all: t.literal(true), most: Integer, ...values }),
  ]),
  'BulkJobBody',
);
export type BulkJobBody = t.TypeOf<typeof BulkJobBody>;

/** A change of many entries that goes on without the page. */
export const BulkJob = t.type(
  {
    documentId: t.string,
    /** The uid of the content-type. */
    type: t.string,
    action: oneOf(['publish', 'unpublish', 'discardDraft', 'delete', 'update', 'duplicate']),
    /** Null: the default locale, or a type without locales. */
    locale: orNull(t.string),
    /** `failed`: it could not go on, for `problem`. What was done stays done. */
    state: oneOf(['waiting', 'running', 'done', 'cancelled', 'failed']),
    total: Integer,
    done: Integer,
    refused: Integer,
    /** The first of those that were refused. */
    refusals: listOf(BulkRefusal),
    problem: orNull(FailureBody),
    startedBy: t.type({ kind: t.string, name: t.string }),
    createdAt: Time,
    endedAt: orNull(Time),
  },
  'BulkJob',
);
export type BulkJob = t.TypeOf<typeof BulkJob>;

/**
 * With `ids` these entries, otherwise all that match the query. `columns` as in `GET documents/:uid`; without it, all attributes
 * but components and zones.
 */
export const ExportBody = t.exact(
  t.intersection([
    t.type({ format: oneOf(['csv', 'json']) }),
    t.partial({ columns: t.string, ids: t.readonlyArray(t.string) }),
  ]),
  'ExportBody',
);
export type ExportBody = t.TypeOf<typeof ExportBody>;
