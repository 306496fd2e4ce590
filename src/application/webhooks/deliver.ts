import { ok, type Result } from '../../domain/result.js';
import type { Documents } from '../documents/use-cases.js';
import type { Clock } from '../ports/clock.js';
import type { Log } from '../ports/log.js';
import type { WebhookAnswer, WebhookSender } from '../ports/webhook-sender.js';
import type { WebhookVault } from '../ports/webhook-vault.js';
import {
  eventIdOf,
  readDue,
  readPostponed,
  updateDelivery,
  type Delivery,
  type DeliveryChange,
} from './delivery-records.js';
import { retryTime } from './retry-time.js';
import { readWebhooks, updateWebhook, type WebhookRecord } from './webhook-records.js';

export interface DeliveryDependencies {
  readonly documents: Documents;
  readonly sender: WebhookSender;
  readonly vault: WebhookVault;
  readonly clock: Clock;
  readonly log: Log;
  /** Returns a number from 0 to 1. */
  readonly random: () => number;
}

/** Deliveries that are read at once. */
const batch = 200;

/** Subjects whose deliveries are sent at the same time. */
const concurrency = 16;

/**
 * Sends what is due: deliveries about one subject in the order of the log, those about others beside each other. Only one
 * server may do this at a time. Returns how many were due.
 */
export async function deliver(dependencies: DeliveryDependencies): Promise<Result<number>> {
  const { documents, clock } = dependencies;
  const now = clock.now();
  const due = await readDue(documents, now, batch);
  if (!due.ok || due.value.length === 0) return due.ok ? ok(0) : due;
  const webhooks = await readWebhooks(documents);
  if (!webhooks.ok) return webhooks;
  const byId = new Map(webhooks.value.map((webhook) => [webhook.documentId, webhook]));
  const blocked = await postponedOf(documents, due.value, now);
  if (!blocked.ok) return blocked;
  const waiting = [...lanesOf(due.value)].reverse();
  const work = async (): Promise<Result<void>> => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const [lane, deliveries] = next;
      const until = blocked.value.get(lane);
      const done =
        until === undefined
          ? await sendInTurn(dependencies, deliveries, byId.get(deliveries[0]?.webhook ?? ''))
          : await postpone(documents, deliveries, until);
      if (!done.ok) return done;
    }
    return ok(undefined);
  };
  const done = await Promise.all(Array.from({ length: concurrency }, work));
  return done.find((one) => !one.ok) ?? ok(due.value.length);
}

/** What is delivered in order. */
const laneOf = ({ webhook, subject }: Delivery): string => `${webhook} ${subject}`;

function lanesOf(deliveries: readonly Delivery[]): ReadonlyMap<string, readonly Delivery[]> {
  const lanes = new Map<string, Delivery[]>();
  for (const delivery of deliveries) {
    const lane = laneOf(delivery);
    lanes.set(lane, [...(lanes.get(lane) ?? []), delivery]);
  }
  return lanes;
}

/** Returns, by lane, when an earlier delivery is tried again. */
async function postponedOf(
  documents: Documents,
  due: readonly Delivery[],
  now: string,
): Promise<Result<ReadonlyMap<string, string>>> {
  const subjects = [...new Set(due.map(({ subject }) => subject))];
  const found = await readPostponed(documents, subjects, now);
  if (!found.ok) return found;
  return ok(new Map(found.value.flatMap((one) => (one.nextAt === null ? [] : [[laneOf(one), one.nextAt]]))));
}

async function postpone(
  documents: Documents,
  deliveries: readonly Delivery[],
  nextAt: string,
): Promise<Result<void>> {
  for (const { documentId } of deliveries) {
    const updated = await updateDelivery(documents, documentId, { nextAt });
    if (!updated.ok) return updated;
  }
  return ok(undefined);
}

async function sendInTurn(
  dependencies: DeliveryDependencies,
  deliveries: readonly Delivery[],
  webhook: WebhookRecord | undefined,
): Promise<Result<void>> {
  for (const [index, delivery] of deliveries.entries()) {
    const change = await attempt(dependencies, delivery, webhook);
    const updated = await updateDelivery(dependencies.documents, delivery.documentId, change);
    if (!updated.ok) return updated;
    if (change.state === 'waiting' && change.nextAt)
      return postpone(dependencies.documents, deliveries.slice(index + 1), change.nextAt);
  }
  return ok(undefined);
}

/** Sends a delivery, and returns what this changes of it. */
async function attempt(
  dependencies: DeliveryDependencies,
  delivery: Delivery,
  webhook: WebhookRecord | undefined,
): Promise<DeliveryChange> {
  const { clock, vault } = dependencies;
  const ended = { state: 'failed', nextAt: null, endedAt: clock.now() } as const;
  if (webhook === undefined) return { ...ended, reason: 'the webhook is removed' };
  if (!webhook.isEnabled) return { ...ended, reason: 'the webhook is off' };
  const secrets = await vault.open(webhook.secrets);
  if (secrets === null) return { ...ended, reason: 'its secrets were encrypted with another JWT_SECRET' };
  const sentAt = Date.parse(clock.now());
  const answer = await dependencies.sender.send({
    url: webhook.url,
    id: eventIdOf(delivery),
    headers: { ...secrets.headers, 'X-Strapi-Event': delivery.event },
    body: delivery.body,
    signingSecret: secrets.signingSecret,
    sentAt,
  });
  if (answer.kind === 'answered' && answer.status === 410) await switchOff(dependencies, webhook);
  return changeAfter(dependencies, delivery, answer, sentAt);
}

function changeAfter(
  { clock, random, log }: DeliveryDependencies,
  delivery: Delivery,
  answer: WebhookAnswer,
  sentAt: number,
): DeliveryChange {
  const now = clock.now();
  const attempts = delivery.attempts + 1;
  const firstAt = delivery.firstAt ?? new Date(sentAt).toISOString();
  const status = answer.kind === 'answered' ? answer.status : null;
  const tried = { attempts, firstAt, status } as const;
  if (status !== null && status >= 200 && status < 300)
    return { ...tried, state: 'delivered', nextAt: null, endedAt: now, reason: null };
  const reason = answer.kind === 'failed' ? answer.reason : `it was answered ${answer.status}`;
  const isGone = status === 410;
  const next = isGone
    ? null
    : retryTime({ attempts, firstAt: Date.parse(firstAt) }, Date.parse(now), random());
  if (next !== null) return { ...tried, state: 'waiting', nextAt: new Date(next).toISOString(), reason };
  log.warn(`a webhook did not take ${eventIdOf(delivery)}: ${reason}`, {
    webhook: delivery.webhook,
    attempts,
  });
  return { ...tried, state: 'failed', nextAt: null, endedAt: now, reason };
}

/** Standard Webhooks: 410 says that no more calls are wanted. */
async function switchOff(
  { documents, log }: DeliveryDependencies,
  { documentId, name }: WebhookRecord,
): Promise<void> {
  const updated = await updateWebhook(documents, documentId, { enabled: false });
  if (updated.ok) log.warn(`the webhook ${name} answered 410 and is switched off`);
}
