import * as t from 'io-ts';
import { JsonObject, listOf } from './wire.js';

/** A list that an administrator gave a name, as another one sees it. `search` is what the address of the list says. */
export const ListView = t.type(
  {
    id: t.string,
    uid: t.string,
    name: t.string,
    search: JsonObject,
    isMine: t.boolean,
    /** The roles that it is shared with. */
    roles: listOf(t.string),
    /** Whether the list of the content-type begins with it. */
    isDefault: t.boolean,
    mayChange: t.boolean,
    mayRemove: t.boolean,
  },
  'View',
);
export type ListView = t.TypeOf<typeof ListView>;

const shared = { roles: t.readonlyArray(t.string), isDefault: t.boolean };

export const ViewBody = t.exact(
  t.intersection([t.type({ uid: t.string, name: t.string, search: t.UnknownRecord }), t.partial(shared)]),
  'ViewBody',
);
export const ViewChange = t.exact(
  t.partial({ name: t.string, search: t.UnknownRecord, ...shared }),
  'ViewChange',
);
export type ViewChange = t.TypeOf<typeof ViewChange>;
