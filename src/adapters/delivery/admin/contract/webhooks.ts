import * as t from 'io-ts';
import { Integer, Json, listOf, oneOf, orNull, Time } from './wire.js';

const members = {
  name: t.string,
  url: t.string,
  enabled: t.boolean,
  events: listOf(t.string),
  /** Null: all of the app. */
  types: orNull(listOf(t.string)),
  locales: orNull(listOf(t.string)),
};

export const WebhookView = t.type(
  {
    documentId: t.string,
    ...members,
    filters: Json,
    /** Names; their values are not shown again. */
    headers: listOf(t.string),
  },
  'Webhook',
);
export type WebhookView = t.TypeOf<typeof WebhookView>;

/** The signing secret is answered only where it is made. */
export const WebhookWithSecret = t.intersection(
  [WebhookView, t.type({ signingSecret: t.string })],
  'WebhookWithSecret',
);

/**
 * As the content API takes it: a header that is null keeps its value. Other members are refused. What is absent stays as it is; a
 * new webhook needs `name`, `url` and `events`.
 */
export const WebhookBody = t.partial(
  { ...members, filters: t.unknown, headers: t.record(t.string, orNull(t.string)) },
  'WebhookBody',
);

export const WebhookAnswer = t.union(
  [
    t.type({ kind: t.literal('answered'), status: Integer }),
    t.type({ kind: t.literal('failed'), reason: t.string }),
  ],
  'WebhookAnswer',
);
export type WebhookAnswer = t.TypeOf<typeof WebhookAnswer>;

export const WebhookDelivery = t.type(
  {
    documentId: t.string,
    event: t.string,
    subject: t.string,
    state: oneOf(['waiting', 'delivered', 'failed']),
    attempts: Integer,
    firstAt: orNull(Time),
    nextAt: orNull(Time),
    endedAt: orNull(Time),
    /** Of the last answer; null: there was none. */
    status: orNull(Integer),
    reason: orNull(t.string),
  },
  'WebhookDelivery',
);
export type WebhookDelivery = t.TypeOf<typeof WebhookDelivery>;
