import * as t from 'io-ts';
import type { GrantedAction } from '../../../../domain/permission/permission.js';
import { Integer, Json, listOf, orNull } from './wire.js';

/** An `Action`, or an action of a controller of the app. */
const Granted = t.string as unknown as t.Type<GrantedAction>;

/** A grant for some locales has them in `filters`: `{ locale: 'fr' }`. */
export const WireGrant = t.intersection(
  [
    t.type({ type: t.string, actions: listOf(Granted) }),
    t.partial({ fields: listOf(t.string), filters: Json }),
  ],
  'Grant',
);
export type WireGrant = t.TypeOf<typeof WireGrant>;

/** As a `Grant`, or in one text: `api::note.note:find`. */
export const GrantBody = t.union([t.string, WireGrant], 'GrantBody');
export type GrantBody = t.TypeOf<typeof GrantBody>;

/** Of how many entries the condition of a grant is true. */
export const GrantCount = t.type(
  {
    /** Null: it depends on who asks. */
    matching: orNull(Integer),
    total: Integer,
  },
  'GrantCount',
);
export type GrantCount = t.TypeOf<typeof GrantCount>;

/** A controller of the app's code, and its actions that can be granted. */
const DeclaredController = t.type({ uid: t.string, actions: listOf(t.string) }, 'DeclaredController');
export type DeclaredController = t.TypeOf<typeof DeclaredController>;

export const DeclaredMeta = t.type({ declared: listOf(DeclaredController) });
export type DeclaredMeta = t.TypeOf<typeof DeclaredMeta>;

/** A grant of an action with one of these attributes. Null: with or without any. */
const OwnerGrant = t.type(
  { type: t.string, action: Granted, fields: orNull(listOf(t.string)) },
  'OwnerGrant',
);
export type OwnerGrant = t.TypeOf<typeof OwnerGrant>;

export const RolesMeta = t.type({
  declared: listOf(DeclaredController),
  /** What the administrator may neither give nor take, as only owners may. */
  ownerGrants: listOf(OwnerGrant),
});
export type RolesMeta = t.TypeOf<typeof RolesMeta>;
