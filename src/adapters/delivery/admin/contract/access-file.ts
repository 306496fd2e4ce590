import * as t from 'io-ts';
import { Json, listOf, orNull } from './wire.js';

const FileGrant = t.intersection([
  t.type({ uid: t.string, actions: listOf(t.string) }),
  t.partial({ fields: listOf(t.string), filters: Json }),
]);

/** As `quire access export` writes it. */
export const AccessFile = t.type(
  {
    version: t.literal(1),
    roles: listOf(
      t.type({
        type: t.string,
        name: t.string,
        description: orNull(t.string),
        grants: listOf(FileGrant),
      }),
    ),
    tokens: listOf(
      t.intersection([
        t.type({
          name: t.string,
          access: t.keyof({ 'full-access': null, 'read-only': null, custom: null }),
          expiresAt: orNull(t.string),
        }),
        t.partial({ grants: listOf(FileGrant) }),
      ]),
    ),
  },
  'AccessFile',
);
export type AccessFile = t.TypeOf<typeof AccessFile>;

/** `prune`: whether what the file lacks goes. `expected`: the changes that were shown. */
export const AccessFileBody = t.exact(
  t.intersection([t.type({ file: Json, prune: t.boolean }), t.partial({ expected: listOf(t.string) })]),
  'AccessFileBody',
);
export type AccessFileBody = t.TypeOf<typeof AccessFileBody>;

const planned = {
  /** One line for each change, beginning with `+`, `~` or `-`. */
  changes: listOf(t.string),
  /** One line for each thing that the file lacks and that stays. */
  kept: listOf(t.string),
};

export const AccessFilePlan = t.type(planned, 'AccessFilePlan');
export type AccessFilePlan = t.TypeOf<typeof AccessFilePlan>;

export const AccessFileMade = t.type(
  {
    ...planned,
    /** The new tokens. Their secrets are told only here. */
    made: listOf(t.type({ name: t.string, token: t.string })),
    /** Why names of roles were not changed or roles not removed; null: all is done. */
    unfinished: orNull(t.string),
  },
  'AccessFileMade',
);
export type AccessFileMade = t.TypeOf<typeof AccessFileMade>;
