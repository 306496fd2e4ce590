import * as t from 'io-ts';
import type { Json, Uid } from '../../../../domain/schema/schema.js';

/** A list that an administrator gave a name, as another one sees it. `search` is what the address of the list says. */
export interface ListView {
  readonly id: string;
  readonly uid: Uid;
  readonly name: string;
  readonly search: { readonly [name: string]: Json };
  readonly isMine: boolean;
  /** The roles that it is shared with. */
  readonly roles: readonly string[];
  /** Whether the list of the content-type begins with it. */
  readonly isDefault: boolean;
  readonly mayChange: boolean;
  readonly mayRemove: boolean;
}

export const longestViewName = 60;

const shared = { roles: t.readonlyArray(t.string), isDefault: t.boolean };

/** `POST views`, `PATCH views/:id` and `DELETE views/:id` answer all views as they are then. `GET view-roles`: whom to share with. */
export const ViewBody = t.exact(
  t.intersection([t.type({ uid: t.string, name: t.string, search: t.UnknownRecord }), t.partial(shared)]),
);
export const ViewChange = t.exact(t.partial({ name: t.string, search: t.UnknownRecord, ...shared }));
export type ViewChange = t.TypeOf<typeof ViewChange>;
