import cluster, { type Worker } from 'node:cluster';
import { placeVariables } from '../../adapters/app-directory/worker-place.js';
import type { Problem } from '../../adapters/delivery/cli/describe-problem.js';
import type { Log } from '../../application/ports/log.js';
import { err, ok, type Result } from '../../domain/result.js';
import { gatherMetrics } from './gather-metrics.js';
import { tellWorker, type FromWorker } from './messages.js';
import { onRestartSignal } from './restart-signal.js';

/** A worker that has served for less than this before it ended waits before another takes its place, each time longer. */
const steadyMs = 10_000;
const [shortestPauseMs, longestPauseMs] = [500, 30_000];
/** A worker ends its requests within a third of this. */
const stopTimeoutMs = 30_000;
/** One that does not even answer that it ends has no more than the time of requests, and a little. */
const silentTimeoutMs = 12_000;

/**
 * Workers accept connections themselves: the one that is free first. Node's default, to hand each one over, waits for a turn of
 * the worker's event loop for each, and loses those that a worker was getting when it ended.
 */
const acceptedBy = cluster.SCHED_NONE;

/**
 * Serves an app by `count` processes that run the command of this one, until `stopped` resolves. They share the port. One
 * that ends unexpectedly is replaced; at `SIGUSR2` all are, one by one, each after its successor serves. Fails if the first
 * cannot start, which has then told why.
 */
export async function runWorkers(
  count: number,
  log: Log,
  stopped: Promise<void>,
): Promise<Result<void, Problem>> {
  const workers = new Workers(count, log);
  // Also at a second signal: a worker that does not respond would keep the port.
  process.on('exit', () => workers.kill());
  // At any time, also while workers start.
  const stopping = stopped.then(() => workers.stop());
  gatherMetrics();
  cluster.schedulingPolicy = acceptedBy;
  // Alone, so that the database is brought in step once, and so that what is wrong is told once.
  const starting = workers.start(1);
  const restart = async (): Promise<void> => {
    if (await starting) await workers.restart();
  };
  onRestartSignal(() => void restart());
  const started = await starting;
  if (!started && !workers.isStopping) return err({ message: 'the first worker could not start' });
  await workers.startOthers();
  await stopping;
  return ok(undefined);
}

class Workers {
  isStopping = false;
  /** By their place. */
  private readonly serving = new Map<number, Worker>();
  /** Of places, those for which a worker is starting. */
  private readonly starting = new Map<number, Promise<boolean>>();
  private readonly running = new Set<Worker>();
  private restarting: Promise<void> | undefined;

  constructor(
    private readonly count: number,
    private readonly log: Log,
  ) {}

  /** Starts all but the first. One that ends before it serves is replaced. */
  async startOthers(): Promise<void> {
    const places = Array.from({ length: this.count - 1 }, (_, index) => index + 2);
    await Promise.all(places.map((place) => this.start(place)));
    for (const place of places) this.replaceMissing(place, shortestPauseMs);
    const { size } = this.serving;
    const told = size === this.count ? `${size} workers` : `${size} of ${this.count} workers`;
    if (!this.isStopping) this.log.info(this.count === 1 ? 'one worker serves' : `${told} serve`);
  }

  /**
   * Starts the worker of a place. Resolves with true when it serves, and with false when it has ended before, or all are
   * stopping.
   */
  async start(place: number, pauseMs = shortestPauseMs): Promise<boolean> {
    if (this.isStopping) return false;
    const starting = this.fork(place, pauseMs).finally(() => this.starting.delete(place));
    this.starting.set(place, starting);
    return starting;
  }

  private fork(place: number, pauseMs: number): Promise<boolean> {
    const worker = cluster.fork(placeVariables({ number: place, of: this.count }));
    this.running.add(worker);
    const began = performance.now();
    return new Promise((resolve) => {
      worker.on('message', ({ kind }: FromWorker) => {
        if (kind !== 'serving') return;
        this.serving.set(place, worker);
        resolve(true);
      });
      worker.on('exit', (code, signal) => {
        this.running.delete(worker);
        resolve(false);
        if (this.serving.get(place) !== worker) return;
        this.serving.delete(place);
        if (this.isStopping) return;
        this.log.error(`worker ${place} ended (${signal ?? `code ${code}`}): another takes its place`);
        this.replaceMissing(place, performance.now() - began > steadyMs ? shortestPauseMs : pauseMs);
      });
    });
  }

  /** Starts a worker for a place after a pause, unless one serves there or is starting: during a restart one is. */
  private replaceMissing(place: number, pauseMs: number): void {
    const isMissing = (): boolean =>
      !this.isStopping && !this.serving.has(place) && !this.starting.has(place);
    if (!isMissing()) return;
    setTimeout(() => {
      if (!isMissing()) return;
      const nextPause = Math.min(longestPauseMs, 2 * pauseMs);
      void this.start(place, nextPause).then(() => this.replaceMissing(place, nextPause));
    }, pauseMs);
  }

  /** Replaces all workers, one by one. What does not start leaves its predecessor in place, and ends it. */
  restart(): Promise<void> {
    this.restarting ??= this.restartEach().finally(() => (this.restarting = undefined));
    return this.restarting;
  }

  private async restartEach(): Promise<void> {
    for (let place = 1; place <= this.count && !this.isStopping; place += 1) {
      // It may have the former code.
      await this.starting.get(place);
      const old = this.serving.get(place);
      const started = await this.start(place);
      if (this.isStopping) return;
      // The old one may have ended meanwhile.
      this.replaceMissing(place, shortestPauseMs);
      if (!started)
        return this.log.error(`the successor of worker ${place} could not start: the earlier ones go on`);
      if (old !== undefined) await end(old, () => tellWorker(old, { kind: 'retire' }));
    }
    if (!this.isStopping) this.log.info('all workers are replaced');
  }

  kill(): void {
    this.running.forEach(kill);
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    await Promise.all([...this.running].map((worker) => end(worker, () => worker.process.kill('SIGTERM'))));
  }
}

const kill = (worker: Worker): void => void worker.process.kill('SIGKILL');

/** Lets a worker finish its requests, and end. */
async function end(worker: Worker, tell: () => void): Promise<void> {
  if (worker.isDead()) return;
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  const killing = setTimeout(kill, stopTimeoutMs, worker);
  const killingSilent = setTimeout(kill, silentTimeoutMs, worker);
  worker.on('message', ({ kind }: FromWorker) => {
    if (kind === 'ending') clearTimeout(killingSilent);
  });
  tell();
  await ended;
  clearTimeout(killing);
  clearTimeout(killingSilent);
}
