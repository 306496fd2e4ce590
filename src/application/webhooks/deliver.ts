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
import { updateWebhook, type WebhookRecord } from './webhook-records.js';

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
const batch = 100;

/** Subjects whose deliveries are sent to one webhook at the same time. */
const concurrency = 4;

/** After as many failures in one round, the receiver is left alone until the first of them is tried again. */
const patience = 3;

/**
 * Sends one round of what is due for a webhook: deliveries about one subject in the order of the log, those about others
 * beside each other. Only one server may do this at a time; it sends nothing more once `lost` is aborted. Returns how many
 * deliveries were due.
 */
export async function deliverRound(
  dependencies: DeliveryDependencies,
  webhook: WebhookRecord,
  lost: AbortSignal,
): Promise<Result<number>> {
  const { documents, clock } = dependencies;
  const now = clock.now();
  const due = await readDue(documents, webhook.documentId, now, batch);
  if (!due.ok || due.value.length === 0) return due.ok ? ok(0) : due;
  const blocked = await postponedOf(documents, webhook, due.value, now);
  if (!blocked.ok) return blocked;
  const lanes = [...lanesOf(due.value)].reverse();
  const failures: string[] = [];
  const work = async (): Promise<Result<void>> => {
    for (let next = lanes.pop(); next !== undefined && !lost.aborted; next = lanes.pop()) {
      const [subject, deliveries] = next;
      const until = blocked.value.get(subject) ?? (failures.length < patience ? undefined : failures[0]);
      const done =
        until === undefined
          ? await sendInTurn(dependencies, deliveries, webhook, lost)
          : await postpone(documents, deliveries, until);
      if (!done.ok) return done;
      if (typeof done.value === 'string') failures.push(done.value);
    }
    return ok(undefined);
  };
  const done = await Promise.all(Array.from({ length: concurrency }, work));
  return done.find((one) => !one.ok) ?? ok(due.value.length);
}

/** Returns deliveries by subject, each in the order of the log. */
function lanesOf(deliveries: readonly Delivery[]): ReadonlyMap<string, readonly Delivery[]> {
  const lanes = new Map<string, Delivery[]>();
  for (const delivery of deliveries) {
    const lane = lanes.get(delivery.subject);
    if (lane === undefined) lanes.set(delivery.subject, [delivery]);
    else lane.push(delivery);
  }
  return lanes;
}

/** Returns, by subject, when an earlier delivery is tried again. */
async function postponedOf(
  documents: Documents,
  { documentId }: WebhookRecord,
  due: readonly Delivery[],
  now: string,
): Promise<Result<ReadonlyMap<string, string>>> {
  const subjects = [...new Set(due.map(({ subject }) => subject))];
  const found = await readPostponed(documents, documentId, subjects, now);
  if (!found.ok) return found;
  return ok(
    new Map(found.value.flatMap(({ subject, nextAt }) => (nextAt === null ? [] : [[subject, nextAt]]))),
  );
}

async function postpone(
  documents: Documents,
  deliveries: readonly Delivery[],
  nextAt: string,
): Promise<Result<null>> {
  for (const { documentId } of deliveries) {
    const updated = await updateDelivery(documents, documentId, { nextAt });
    if (!updated.ok) return updated;
  }
  return ok(null);
}

/** Returns when the first delivery that has failed is tried again; null: none has. */
async function sendInTurn(
  dependencies: DeliveryDependencies,
  deliveries: readonly Delivery[],
  webhook: WebhookRecord,
  lost: AbortSignal,
): Promise<Result<string | null>> {
  for (const [index, delivery] of deliveries.entries()) {
    if (lost.aborted) return ok(null);
    const change = await attempt(dependencies, delivery, webhook);
    const updated = await updateDelivery(dependencies.documents, delivery.documentId, change);
    if (!updated.ok) return updated;
    if (change.state !== 'waiting' || !change.nextAt) continue;
    const later = await postpone(dependencies.documents, deliveries.slice(index + 1), change.nextAt);
    return later.ok ? ok(change.nextAt) : later;
  }
  return ok(null);
}

/** Sends a delivery, and returns what this changes of it. */
async function attempt(
  dependencies: DeliveryDependencies,
  delivery: Delivery,
  webhook: WebhookRecord,
): Promise<DeliveryChange> {
  const { clock, vault } = dependencies;
  const ended = { state: 'failed', nextAt: null, endedAt: clock.now() } as const;
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
