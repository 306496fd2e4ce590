import * as t from 'io-ts';
import { AttributeChange } from './documents.js';
import { Reason } from './failures.js';
import { Json, listOf, oneOf, orNull, Time } from './wire.js';

const VersionAction = oneOf(['create', 'update', 'publish', 'unpublish', 'discardDraft', 'delete']);
export type VersionAction = t.TypeOf<typeof VersionAction>;

/** An earlier version of a document in one locale. */
export const VersionEntry = t.type(
  {
    id: t.string,
    at: Time,
    by: t.type({ kind: t.string, name: t.string }),
    action: VersionAction,
    /** Null for types without drafts. */
    status: orNull(oneOf(['draft', 'published'])),
    locale: orNull(t.string),
    /** The attributes that differ from the entry before. */
    names: listOf(t.string),
  },
  'VersionEntry',
);
export type VersionEntry = t.TypeOf<typeof VersionEntry>;

/** A page of what was deleted, each in its locale. `id` is the entry of the history to restore. */
export const DeletedEntries = t.type(
  {
    entries: listOf(
      t.type({
        id: t.string,
        documentId: t.string,
        label: t.string,
        at: Time,
        by: t.type({ kind: t.string, name: t.string }),
        locale: orNull(t.string),
      }),
    ),
    hasMore: t.boolean,
  },
  'DeletedEntries',
);
export type DeletedEntries = t.TypeOf<typeof DeletedEntries>;

/** An entry of the history, as it differs from the one before it. */
export const VersionChange = t.intersection(
  [VersionEntry, t.type({ changes: listOf(AttributeChange) })],
  'VersionChange',
);
export type VersionChange = t.TypeOf<typeof VersionChange>;

/** `names` are the attributes to restore; all without it. */
export const RestoreBody = t.exact(
  t.partial({ locale: orNull(t.string), names: t.readonlyArray(t.string) }),
  'RestoreBody',
);
export type RestoreBody = t.TypeOf<typeof RestoreBody>;

export const Version = t.intersection(
  [
    VersionEntry,
    t.type({
      /** What differs from the draft of today, or from the entry that it was to be compared with. */
      changes: listOf(AttributeChange),
      /** Those of `changes` that restoring the entry writes. */
      restorable: listOf(t.string),
      /** What does not fit the content-type of today, so that it is not restored. */
      outdated: listOf(t.type({ name: t.string, value: Json, message: t.string, reason: Reason })),
    }),
  ],
  'Version',
);
export type Version = t.TypeOf<typeof Version>;
