import { textOf } from '../../domain/document/text-of.js';
import { systemPrincipal } from '../../domain/permission/permission.js';
import { compare, equals } from '../../domain/query/compare.js';
import type { Filter, Query } from '../../domain/query/query.js';
import { ok, type Result } from '../../domain/result.js';
import { deliveryType } from '../../domain/schema/built-in-uids.js';
import type { Json } from '../../domain/schema/schema.js';
import { findAsSystem } from '../documents/system-query.js';
import type { Documents } from '../documents/use-cases.js';
import type { Document } from '../ports/document-store.js';
import type { WebhookEvent } from './webhook.js';

export const deliveryStates = ['waiting', 'delivered', 'failed'] as const;

export type DeliveryState = (typeof deliveryStates)[number];

/** One event for one webhook. Times are ISO 8601. */
export interface Delivery {
  readonly documentId: string;
  /** The webhook's documentId. */
  readonly webhook: string;
  /** What the event is about. Deliveries about one subject reach a webhook in order. */
  readonly subject: string;
  /** The sequence of the entry in the change log. */
  readonly position: string;
  readonly event: WebhookEvent;
  /** JSON. */
  readonly body: string;
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly firstAt: string | null;
  /** Null: it is not tried any more. */
  readonly nextAt: string | null;
  readonly endedAt: string | null;
  /** The status of the last answer; null: there was none. */
  readonly status: number | null;
  /** Why the last attempt failed. */
  readonly reason: string | null;
}

/** Identifies an event for those who get it. */
export const eventIdOf = ({ position, event }: Pick<Delivery, 'position' | 'event'>): string =>
  `evt_${position}_${event.replace(/\W/g, '_')}`;

const textOrNull = (value: Json | undefined): string | null => textOf(value) || null;

const deliveryOf = (document: Document): Delivery => ({
  documentId: textOf(document['documentId']),
  webhook: textOf(document['webhook']),
  subject: textOf(document['subject']),
  position: textOf(document['position']),
  event: textOf(document['event']) as WebhookEvent,
  body: textOf(document['body']),
  state: textOf(document['state']) as DeliveryState,
  attempts: Number(document['attempts']),
  firstAt: textOrNull(document['firstAt']),
  nextAt: textOrNull(document['nextAt']),
  endedAt: textOrNull(document['endedAt']),
  status: (document['status'] ?? null) as number | null,
  reason: textOrNull(document['reason']),
});

export type NewDelivery = Pick<Delivery, 'webhook' | 'subject' | 'position' | 'event' | 'body'>;

/** Adds a delivery, unless it is there already: an entry of the log may be handled twice. */
export async function insertDelivery(
  documents: Documents,
  delivery: NewDelivery,
  now: string,
): Promise<Result<void>> {
  const { webhook, position, event } = delivery;
  const key = `${webhook} ${position} ${event}`;
  const there = await find(documents, [equals('key', key)], 1);
  if (!there.ok) return there;
  if (there.value.length > 0) return ok(undefined);
  const data = { ...delivery, key, state: 'waiting', attempts: 0, nextAt: now };
  const made = await documents.create(systemPrincipal, {
    kind: 'create',
    type: deliveryType,
    layer: 'published',
    data,
    answer: { fields: ['documentId'] },
  });
  return made.ok ? ok(undefined) : made;
}

export type DeliveryChange = Partial<
  Pick<Delivery, 'state' | 'attempts' | 'firstAt' | 'nextAt' | 'endedAt' | 'status' | 'reason'>
>;

export const updateDelivery = (
  documents: Documents,
  documentId: string,
  data: DeliveryChange,
): Promise<Result<unknown>> =>
  documents.update(systemPrincipal, {
    kind: 'update',
    type: deliveryType,
    documentId,
    layer: 'published',
    data,
    answer: { fields: ['documentId'] },
  });

/** Returns those whose time has come, in the order of the log. */
export const readDue = (
  documents: Documents,
  webhook: string,
  now: string,
  limit: number,
): Promise<Result<readonly Delivery[]>> =>
  find(documents, [...waitingFor(webhook), compare('nextAt', '$lte', now)], limit);

const waitingFor = (webhook: string): readonly Filter[] => [
  equals('webhook', webhook),
  equals('state', 'waiting'),
];

/** The most that `readPostponed` reads at once. */
const mostPostponed = 1000;

/**
 * Returns deliveries about these subjects whose time has not come, at least one of each subject that has some. They hold back
 * later ones also if they were put off without an attempt, because the receiver had failed with others.
 */
export async function readPostponed(
  documents: Documents,
  webhook: string,
  subjects: readonly string[],
  now: string,
): Promise<Result<readonly Delivery[]>> {
  const waiting = [...waitingFor(webhook), compare('nextAt', '$gt', now)];
  const found = await find(documents, [...waiting, compare('subject', '$in', subjects)], mostPostponed);
  if (!found.ok || found.value.length < mostPostponed) return found;
  const postponed = [...found.value];
  const known = new Set(postponed.map(({ subject }) => subject));
  for (const subject of subjects.filter((one) => !known.has(one))) {
    const one = await find(documents, [...waiting, equals('subject', subject)], 1);
    if (!one.ok) return one;
    postponed.push(...one.value);
  }
  return ok(postponed);
}

/** Returns the latest of a webhook first. */
export const readDeliveries = (
  documents: Documents,
  { webhook, state, documentId }: { webhook?: string; state?: DeliveryState; documentId?: string },
  limit: number,
): Promise<Result<readonly Delivery[]>> =>
  find(
    documents,
    [
      ...(webhook === undefined ? [] : [equals('webhook', webhook)]),
      ...(state === undefined ? [] : [equals('state', state)]),
      ...(documentId === undefined ? [] : [equals('documentId', documentId)]),
    ],
    limit,
    'latest',
  );

/** Removes some that were made before a time. Returns their number. */
export async function removeOld(
  documents: Documents,
  before: string,
  limit: number,
): Promise<Result<number>> {
  const found = await find(documents, [compare('createdAt', '$lt', before)], limit);
  if (!found.ok) return found;
  for (const { documentId } of found.value) {
    const removed = await documents.delete(systemPrincipal, {
      kind: 'delete',
      type: deliveryType,
      documentId,
    });
    if (!removed.ok && removed.failure.code !== 'DOCUMENT.NOT_FOUND') return removed;
  }
  return ok(found.value.length);
}

const orders: Readonly<Record<'log' | 'latest', NonNullable<Query['sort']>>> = {
  log: [
    { path: ['position'], direction: 'asc' },
    { path: ['id'], direction: 'asc' },
  ],
  latest: [{ path: ['id'], direction: 'desc' }],
};

async function find(
  documents: Documents,
  filters: readonly Filter[],
  limit: number,
  order: keyof typeof orders = 'log',
): Promise<Result<readonly Delivery[]>> {
  const found = await findAsSystem(documents, deliveryType, {
    filters: { kind: 'and', filters },
    sort: orders[order],
    limit,
  });
  return found.ok ? ok(found.value.map(deliveryOf)) : found;
}
