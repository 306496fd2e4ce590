import * as t from 'io-ts';
import { DocumentState } from './links.js';
import { ReleaseView } from './releases.js';
import { Integer, listOf, oneOf, orNull, Time } from './wire.js';

const HomeEntry = t.type(
  {
    uid: t.string,
    /** `-` for a single type. */
    documentId: t.string,
    locale: orNull(t.string),
    label: t.string,
    state: DocumentState,
    updatedAt: orNull(Time),
  },
  'HomeEntry',
);
export type HomeEntry = t.TypeOf<typeof HomeEntry>;

const EndingToken = t.type({ name: t.string, expiresAt: Time, expired: t.boolean }, 'EndingToken');
export type EndingToken = t.TypeOf<typeof EndingToken>;

const HomeFailures = t.type(
  {
    /** What follows the change log and cannot go on, or has set entries aside. */
    followers: listOf(t.type({ name: t.string, error: orNull(t.string), aside: Integer })),
    /** How many deliveries of webhooks were given up in the last week. */
    deliveries: Integer,
    /** Changes of many entries that could not go on in the last week, the latest first: one's own, or all of them. */
    jobs: listOf(
      t.type({
        documentId: t.string,
        uid: t.string,
        endedAt: Time,
        problem: orNull(t.string),
        done: Integer,
        total: Integer,
      }),
    ),
  },
  'HomeFailures',
);
export type HomeFailures = t.TypeOf<typeof HomeFailures>;

const HomeStep = t.type({ name: oneOf(['type', 'entry', 'token']), isDone: t.boolean }, 'HomeStep');
export type HomeStep = t.TypeOf<typeof HomeStep>;

/** All that the first screen shows. What the administrator may not see is not there. */
export const Home = t.type(
  {
    /** Unpublished and changed drafts that the administrator was the last to write, the latest first. */
    drafts: listOf(HomeEntry),
    /** Releases that failed, then those that are due, the next first. */
    waiting: listOf(ReleaseView),
    failures: HomeFailures,
    /** Those of `seen` that are still there, in their order. */
    seen: listOf(HomeEntry),
    /** API tokens that have ended lately or end soon, the next first. */
    tokens: listOf(EndingToken),
    /** What a new project needs, of what the role may do. Empty once all of it is done. */
    steps: listOf(HomeStep),
  },
  'Home',
);
export type Home = t.TypeOf<typeof Home>;
