import type { FollowerStore } from '../ports/follower-store.js';
import { ok, type Result } from '../../domain/result.js';
import { deliverRound, type DeliveryDependencies } from './deliver.js';
import { readWebhooks, type WebhookRecord } from './webhook-records.js';

export interface DeliveryLoopDependencies extends DeliveryDependencies {
  readonly followers: Pick<FollowerStore, 'add' | 'claim' | 'release'>;
}

/** Sends deliveries while this server has the lease for it. */
export interface DeliveryLoop {
  start(): void;
  /** Looks for deliveries now rather than at the next poll. */
  wake(): void;
  /** Waits for requests that are being sent. */
  stop(): Promise<void>;
}

/** Its lease stands beside those of followers. It follows no entries, so its cursor is after all of them. */
const leaseName = 'webhook-deliveries';
const leaseMs = 8_000;
const pollMs = 1_000;

/** `holder` names this process. */
export function createDeliveryLoop(dependencies: DeliveryLoopDependencies, holder: string): DeliveryLoop {
  const { followers, log } = dependencies;
  const running = new Map<string, Promise<void>>();
  let lost = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let ticking: Promise<void> | undefined;
  let [isStopped, isAgain, isAdded] = [true, false, false];

  const claim = async (): Promise<Result<boolean>> => {
    const added = isAdded ? ok(undefined) : await followers.add(leaseName, Number.MAX_SAFE_INTEGER);
    if (!added.ok) return added;
    isAdded = true;
    const claimed = await followers.claim(leaseName, holder, leaseMs);
    return claimed.ok ? ok(claimed.value !== null) : claimed;
  };
  const round = async (webhook: WebhookRecord, signal: AbortSignal): Promise<void> => {
    const done = await deliverRound(dependencies, webhook, signal);
    if (!done.ok) log.debug(`deliveries wait: ${done.failure.message}`);
    // A webhook with more to send does not wait for the next poll.
    else if (done.value > 0) isAgain = true;
  };
  const begin = (webhook: WebhookRecord): void => {
    if (running.has(webhook.documentId)) return;
    const work = round(webhook, lost.signal)
      .catch((error: unknown) => log.error('deliveries failed', { error }))
      .finally(() => {
        running.delete(webhook.documentId);
        if (isAgain) wake();
      });
    running.set(webhook.documentId, work);
  };
  const tick = async (): Promise<void> => {
    isAgain = false;
    const claimed = await claim();
    if (!claimed.ok || !claimed.value) {
      lost.abort();
      lost = new AbortController();
      return;
    }
    const webhooks = await readWebhooks(dependencies.documents);
    if (webhooks.ok && !isStopped) webhooks.value.forEach(begin);
  };
  const run = (): void => {
    ticking ??= tick()
      .catch((error: unknown) => log.error('deliveries could not be looked for', { error }))
      .finally(() => {
        ticking = undefined;
        schedule(isAgain ? 0 : pollMs);
      });
  };
  const schedule = (ms: number): void => {
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(run, ms).unref();
  };
  const wake = (): void => {
    isAgain = true;
    if (ticking === undefined) schedule(0);
  };
  return {
    start() {
      isStopped = false;
      schedule(0);
    },
    wake,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await ticking;
      lost.abort();
      await Promise.all(running.values());
      await followers.release(leaseName, holder);
    },
  };
}
