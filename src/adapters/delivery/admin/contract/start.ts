import * as t from 'io-ts';
import { actions, type Action } from '../../../../domain/permission/permission.js';
import { Preferences } from './preferences.js';
import { ContentLocale } from './locales.js';
import { ListView } from './views.js';
import { listOf, oneOf, orNull } from './wire.js';

const Me = t.type(
  {
    documentId: t.string,
    name: t.string,
    email: t.string,
    role: t.string,
    hasSecondFactor: t.boolean,
    hasPassword: t.boolean,
    /** The provider that signs them in; null: none. */
    provider: orNull(t.string),
    /** Whether this sign-in has a recent proof of who it is. */
    isProven: t.boolean,
  },
  'Me',
);
export type Me = t.TypeOf<typeof Me>;

const Right = t.type(
  {
    /** The attributes that it covers; null: all. */
    fields: orNull(listOf(t.string)),
    /** Whether it covers all documents, or those that match a filter. */
    rows: oneOf(['all', 'some']),
  },
  'Right',
);
export type Right = t.TypeOf<typeof Right>;

const rightByAction = Object.fromEntries(actions.map((action) => [action, Right])) as Record<
  Action,
  typeof Right
>;

/** What the administrator may do, by content-type and area. A type that is absent is not to be shown. */
const Rights = t.record(t.string, t.partial(rightByAction), 'Rights');
export type Rights = t.TypeOf<typeof Rights>;

const environmentColors = ['gray', 'green', 'blue', 'purple', 'orange', 'red'] as const;

/** All that the page needs before its first screen. */
export const Start = t.type(
  {
    administrator: Me,
    /** The role as which the administrator looks at the page, changing nothing; null: their own. */
    seesAs: orNull(t.string),
    /** For the header `X-Quire-Csrf`. */
    csrf: t.string,
    /** Names the answer of `GET schema/:hash`, which never changes. */
    schema: t.string,
    rights: Rights,
    locales: listOf(ContentLocale),
    /**
     * By content-type, the codes of those in which the administrator may read its entries. The first is that of lists and entries
     * for which none was chosen. A type without locales is absent.
     */
    readableLocales: t.record(t.string, listOf(t.string)),
    /** Of all content-types: their own, and those that are shared with their role. */
    views: listOf(ListView),
    /** The content-types with entries that servers are changing for the administrator (`GET bulk-jobs`). */
    bulkJobs: listOf(t.string),
    /** The content-types whose entries may have a preview. */
    previews: listOf(t.string),
    /** Of the server, so that nobody takes production for something else. */
    environment: t.type({ name: t.string, color: oneOf(environmentColors) }),
    preferences: Preferences,
    /** Of the server. */
    version: t.string,
    /** The path of the content API, `/api`. */
    apiPrefix: t.string,
  },
  'Start',
);
export type Start = t.TypeOf<typeof Start>;
