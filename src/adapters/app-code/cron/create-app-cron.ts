import { AsyncResource } from 'node:async_hooks';
import type { Instance } from '../../../application/app-code/app-parts.js';
import type { Log } from '../../../application/ports/log.js';
import type { RateCounts } from '../../../application/ports/rate-counts.js';
import { readTasks, type CronTask } from './read-tasks.js';

/** Scheduled tasks for app code: `strapi.cron`. */
export interface AppCron {
  /** Adds tasks by name, as in `config/server`. */
  add(tasks: unknown): AppCron;
  /** Removes the tasks with this name. Running ones go on. */
  remove(name: string): AppCron;
  readonly jobs: readonly CronJob[];
}

export interface CronJob {
  /** Null: a function whose key is its rule. */
  readonly name: string | null;
}

/** The tasks, and when they run. */
export interface CronRunner {
  readonly service: AppCron;
  /** Begins to run tasks. Until then they are only added. */
  start(instance: Instance): void;
  /** Starts no more tasks, and waits for running ones, at most `graceMs`. */
  stop(graceMs?: number): Promise<void>;
}

interface CronDependencies {
  /** Counts firings, so that of several servers one runs each. */
  readonly rates: Pick<RateCounts, 'count'>;
  readonly log: Log;
}

interface Scheduled {
  readonly task: CronTask;
  /** The same on every server that adds the same tasks in the same order. */
  readonly key: string;
  timer?: NodeJS.Timeout;
}

/** How long a firing stays claimed: longer than the clocks of two servers differ. */
const claimMs = 60 * 60 * 1000;

/** Timers cannot wait longer than 24.8 days, and run late after a clock was set. */
const longestWaitMs = 60 * 60 * 1000;

export function createAppCron(dependencies: CronDependencies): CronRunner {
  const runs = new CronRuns(dependencies);
  const service: AppCron = {
    add(tasks) {
      for (const task of readTasks(tasks)) runs.add(task);
      return service;
    },
    remove(name) {
      if (typeof name !== 'string' || name === '')
        throw new TypeError('You must provide a name to remove a cron job.');
      runs.remove(name);
      return service;
    },
    get jobs() {
      return runs.jobs();
    },
  };
  return {
    service,
    start: (instance) => runs.start(instance),
    stop: (graceMs = 10_000) => runs.stop(graceMs),
  };
}

class CronRuns {
  private scheduled: Scheduled[] = [];
  private readonly running = new Set<Promise<void>>();
  private instance: Instance | null = null;
  private readonly times = new Map<string, number>();
  /** A task that a request adds must not run as a part of that request. */
  private readonly outside = new AsyncResource('cron');

  constructor(private readonly dependencies: CronDependencies) {}

  jobs(): readonly CronJob[] {
    return this.scheduled.map(({ task }) => ({ name: task.isNamed ? task.name : null }));
  }

  add(task: CronTask): void {
    const time = (this.times.get(task.name) ?? 0) + 1;
    this.times.set(task.name, time);
    const one: Scheduled = { task, key: time === 1 ? task.name : `${task.name} ${time}` };
    this.scheduled.push(one);
    if (this.instance !== null) this.outside.runInAsyncScope(() => this.wait(one, new Date()));
  }

  remove(name: string): void {
    const isRemoved = ({ task }: Scheduled): boolean => task.isNamed && task.name === name;
    for (const one of this.scheduled.filter(isRemoved)) clearTimeout(one.timer);
    this.scheduled = this.scheduled.filter((one) => !isRemoved(one));
    // A task that is added again is the first one of its name, as on a server that starts later.
    this.times.delete(name);
  }

  start(instance: Instance): void {
    this.instance = instance;
    this.outside.runInAsyncScope(() => {
      for (const one of this.scheduled) this.wait(one, new Date());
    });
  }

  async stop(graceMs: number): Promise<void> {
    this.instance = null;
    for (const one of this.scheduled) clearTimeout(one.timer);
    if (this.running.size === 0) return;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<'late'>((resolve) => {
      timer = setTimeout(() => resolve('late'), graceMs);
    });
    const ended = await Promise.race([Promise.all(this.running), late]);
    clearTimeout(timer);
    if (ended === 'late')
      this.dependencies.log.warn(`${this.running.size} cron tasks still run and are left behind`);
  }

  /** Waits for the first firing after `after`. */
  private wait(one: Scheduled, after: Date): void {
    const at = one.task.next(after);
    if (at === null) return;
    const arm = (): void => {
      const leftMs = at.getTime() - Date.now();
      one.timer = setTimeout(
        () => {
          if (Date.now() < at.getTime()) return arm();
          this.fire(one, at);
        },
        Math.min(Math.max(leftMs, 0), longestWaitMs),
      ).unref();
    };
    arm();
  }

  private fire(one: Scheduled, at: Date): void {
    const { instance } = this;
    if (instance === null) return;
    const run = this.run(one, at, instance);
    this.running.add(run);
    void run.then(() => this.running.delete(run));
    // Firings that were missed, because the process was busy or the machine slept, are not made up for.
    this.wait(one, new Date(Math.max(at.getTime(), Date.now() - 1000)));
  }

  private async run({ task, key }: Scheduled, at: Date, instance: Instance): Promise<void> {
    const { rates, log } = this.dependencies;
    try {
      const claimed = await rates.count(`cron ${at.toISOString()} ${key}`, claimMs);
      if (!claimed.ok)
        return log.error(`the cron task "${task.name}" was not run: ${claimed.failure.message}`);
      if (claimed.value.count > 1) return;
      await task.run(instance, at);
    } catch (error) {
      log.error(`the cron task "${task.name}" failed`, { error });
    }
  }
}
