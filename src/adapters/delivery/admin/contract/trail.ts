import * as t from 'io-ts';
import { accessActions } from '../../../../application/ports/audit-log.js';
import { listOf, oneOf, orNull, Time } from './wire.js';

/** Actions on documents that have entries in the audit trail. */
export const writeActions = ['create', 'update', 'delete', 'publish', 'unpublish', 'discardDraft'] as const;

/** The actions that the audit trail has entries of. Refused ones can also be those of controllers. */
export const trailActions = [...writeActions, ...accessActions] as const;

export const TrailEntry = t.type(
  {
    at: Time,
    cursor: t.string,
    actor: t.type({
      kind: t.string,
      name: t.string,
      documentId: orNull(t.string),
      origin: orNull(t.string),
    }),
    action: t.string,
    outcome: oneOf(['done', 'refused']),
    type: orNull(t.string),
    documentId: orNull(t.string),
    locale: orNull(t.string),
    status: orNull(oneOf(['draft', 'published'])),
    subject: orNull(t.string),
    names: listOf(t.string),
  },
  'TrailEntry',
);
export type TrailEntry = t.TypeOf<typeof TrailEntry>;
