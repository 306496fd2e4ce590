import { ok, type Result } from '../../domain/result.js';
import type { FollowerStore } from '../ports/follower-store.js';
import { deliverRound, type DeliveryDependencies } from './deliver.js';
import { readWebhooks, type WebhookRecord } from './webhook-records.js';

export interface DeliveryLoopDependencies extends DeliveryDependencies {
  readonly followers: Pick<FollowerStore, 'add' | 'claim' | 'release'>;
}

/** Its lease stands beside those of followers. It follows no entries, so its cursor is after all of them. */
const leaseName = 'webhook-deliveries';
const leaseMs = 8_000;
const defaultPollMs = 1_000;

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
    this.schedule(0);
  }

  /** Looks for deliveries now rather than at the next poll. */
  wake(): void {
    this.isWoken = true;
    if (this.looking === undefined) this.schedule(0);
  }

  /** Waits for requests that are being sent. */
  async stop(): Promise<void> {
    if (this.isStopped) return;
    this.isStopped = true;
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
    this.isWoken = false;
    const claimed = await this.claim();
    if (!claimed.ok || !claimed.value) {
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
        if (this.missed.delete(documentId) || this.isWoken) this.wake();
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
