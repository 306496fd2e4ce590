import { ok, type Result } from '../../domain/result.js';
import type { ChangeSignal } from '../ports/change-signal.js';
import type { FollowerStore } from '../ports/follower-store.js';
import { deliverRound, type DeliveryDependencies } from './deliver.js';
import { readWebhooks, type WebhookRecord } from './webhook-records.js';

export interface DeliveryLoopDependencies extends DeliveryDependencies {
  readonly followers: Pick<FollowerStore, 'add' | 'claim' | 'release'>;
  readonly signal: Pick<ChangeSignal, 'send' | 'listen'>;
}

/** Its lease stands beside those of followers. It follows no entries, so its cursor is after all of them. */
const leaseName = 'webhook-deliveries';
const leaseMs = 8_000;
const defaultPollMs = 1_000;
/** A server that has prepared deliveries so lately need not hear of those of others: it follows the log. */
const ownMs = 10_000;

/**
 * Sends deliveries while this server has the lease for it. Each webhook has a round of its own, so that a receiver that does
 * not answer keeps no other one waiting.
 */
export class DeliveryLoop {
  private readonly rounds = new Map<string, Promise<void>>();
  /** Webhooks for which deliveries may have come after their round had read what is due. */
  private readonly missed = new Set<string>();
  private lost = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> | undefined;
  private isStopped = true;
  private isAdded = false;
  private hasLease = false;
  /** When this server has last prepared deliveries, and whether another one is to be told. */
  private preparedAt = Number.NEGATIVE_INFINITY;
  private isPrepared = false;
  private stopListening: () => void = () => {};
  /** Whether there may be deliveries that were not looked for. */
  private isWoken = false;

  /** `holder` names this process. */
  constructor(
    private readonly dependencies: DeliveryLoopDependencies,
    private readonly holder: string,
    private readonly pollMs = defaultPollMs,
  ) {}

  start(): void {
    this.isStopped = false;
    this.stopListening = this.dependencies.signal.listen(() => this.hear());
    this.schedule(0);
  }

  /** Looks for deliveries that this server has prepared, now rather than at the next poll. */
  wake(): void {
    this.preparedAt = performance.now();
    this.isPrepared = true;
    this.lookNow();
  }

  /** The server that follows the log and the one that sends may be two: then the former signals. */
  private hear(): void {
    if (this.hasLease && performance.now() - this.preparedAt > ownMs) this.lookNow();
  }

  private lookNow(): void {
    this.isWoken = true;
    if (this.looking === undefined) this.schedule(0);
  }

  /** Waits for requests that are being sent. */
  async stop(): Promise<void> {
    if (this.isStopped) return;
    this.isStopped = true;
    this.stopListening();
    clearTimeout(this.timer);
    await this.looking;
    this.lost.abort();
    await Promise.all(this.rounds.values());
    const { followers, log } = this.dependencies;
    // The database may be gone. The lease ends by itself then.
    await followers
      .release(leaseName, this.holder)
      .catch((error: unknown) => log.debug('the lease of deliveries was not given back', { error }));
  }

  private schedule(ms: number): void {
    clearTimeout(this.timer);
    if (this.isStopped) return;
    this.timer = setTimeout(() => {
      this.looking = this.look()
        .catch((error: unknown) =>
          this.dependencies.log.error('deliveries could not be looked for', { error }),
        )
        .finally(() => {
          this.looking = undefined;
          this.schedule(this.isWoken ? 0 : this.pollMs);
        });
    }, ms).unref();
  }

  private async look(): Promise<void> {
    const isPrepared = this.isPrepared;
    [this.isWoken, this.isPrepared] = [false, false];
    const claimed = await this.claim();
    this.hasLease = claimed.ok && claimed.value;
    if (!this.hasLease) {
      if (isPrepared) this.dependencies.signal.send();
      this.lost.abort();
      this.lost = new AbortController();
      return;
    }
    const webhooks = await readWebhooks(this.dependencies.documents);
    if (!webhooks.ok || this.isStopped) return;
    for (const webhook of webhooks.value) this.begin(webhook);
  }

  private async claim(): Promise<Result<boolean>> {
    const { followers } = this.dependencies;
    const added = this.isAdded ? ok(undefined) : await followers.add(leaseName, Number.MAX_SAFE_INTEGER);
    if (!added.ok) return added;
    this.isAdded = true;
    const claimed = await followers.claim(leaseName, this.holder, leaseMs);
    return claimed.ok ? ok(claimed.value !== null) : claimed;
  }

  private begin(webhook: WebhookRecord): void {
    const { documentId } = webhook;
    if (this.rounds.has(documentId)) {
      this.missed.add(documentId);
      return;
    }
    const round = this.run(webhook)
      .catch((error: unknown) => this.dependencies.log.error('deliveries failed', { error }))
      .finally(() => {
        this.rounds.delete(documentId);
        if (this.missed.delete(documentId) || this.isWoken) this.lookNow();
      });
    this.rounds.set(documentId, round);
  }

  private async run(webhook: WebhookRecord): Promise<void> {
    const done = await deliverRound(this.dependencies, webhook, this.lost.signal);
    if (!done.ok) this.dependencies.log.debug(`deliveries wait: ${done.failure.message}`);
    // There may be more than one round holds.
    else if (done.value > 0) this.isWoken = true;
  }
}
