import * as t from 'io-ts';
import { Reason } from './failures.js';
import { Integer, Json, listOf, oneOf, orNull, Time } from './wire.js';

export const ReleaseState = oneOf(['open', 'scheduled', 'done', 'failed', 'cancelled'], 'ReleaseState');
export type ReleaseState = t.TypeOf<typeof ReleaseState>;

const action = oneOf(['publish', 'unpublish']);

const PlannedAction = t.type(
  {
    action,
    type: t.string,
    /** Null for a single type. */
    documentId: orNull(t.string),
    locale: orNull(t.string),
    /** Null if the administrator may not read it, or it is gone. */
    label: orNull(t.string),
  },
  'PlannedAction',
);
export type PlannedAction = t.TypeOf<typeof PlannedAction>;

export const ReleaseProblem = t.intersection(
  [
    t.type({
      /** Its place in `actions`. */
      index: Integer,
      code: t.string,
      message: t.string,
    }),
    t.partial({ details: Json, reasons: listOf(Reason) }),
  ],
  'ReleaseProblem',
);
export type ReleaseProblem = t.TypeOf<typeof ReleaseProblem>;

export const ReleaseView = t.type(
  {
    documentId: t.string,
    name: t.string,
    state: ReleaseState,
    /** In UTC; null: by hand. */
    at: orNull(Time),
    endedAt: orNull(Time),
    plannedBy: t.type({ kind: t.string, name: t.string }),
    actions: listOf(PlannedAction),
    /** Why it failed; before that, what was missing when it was planned. */
    problems: listOf(ReleaseProblem),
    /** What the administrator may do with it now. */
    may: t.type({ run: t.boolean, cancel: t.boolean }),
  },
  'Release',
);
export type ReleaseView = t.TypeOf<typeof ReleaseView>;

export const ReleaseCheck = t.type({ problems: listOf(ReleaseProblem) }, 'ReleaseCheck');

const actionsGiven = listOf(
  t.intersection([
    t.type({ action, type: t.string }),
    t.partial({ documentId: orNull(t.string), locale: orNull(t.string) }),
  ]),
);

/** What is added to a release. */
export const ReleaseActionsBody = t.exact(t.type({ actions: actionsGiven }), 'ReleaseActionsBody');
export type ReleaseActionsBody = t.TypeOf<typeof ReleaseActionsBody>;

/** What is changed of a release: what is absent stays. */
export const ReleaseChange = t.exact(
  t.partial({
    name: t.string,
    /** A time with its zone; null: by hand. */
    at: orNull(Time),
    /** The versions whose actions are taken out. */
    removed: listOf(
      t.intersection([
        t.type({ type: t.string }),
        t.partial({ documentId: orNull(t.string), locale: orNull(t.string) }),
      ]),
    ),
  }),
  'ReleaseChange',
);
export type ReleaseChange = t.TypeOf<typeof ReleaseChange>;

/** As the content API takes it. `at` is a time with its zone; null: by hand. */
export const ReleaseBody = t.exact(
  t.intersection([
    t.type({
      name: t.string,
      actions: actionsGiven,
    }),
    t.partial({ at: orNull(Time) }),
  ]),
  'ReleaseBody',
);
