import type { ChangeSignal } from '../ports/change-signal.js';
import { Following, type FollowDependencies, type Step } from './follow.js';
import { defaultFollowerTimes, type Follower, type FollowerTimes } from './follower.js';

interface FollowersDependencies extends FollowDependencies {
  readonly signal: Pick<ChangeSignal, 'listen'>;
}

/** Runs the followers of this server. */
export interface Followers {
  /** Adds a follower, before or after the start. Its name must be new. */
  add(follower: Follower): void;
  /** Gives the new ones of those added so far their place in the log, so that no later write is lost to them. */
  register(): Promise<void>;
  /** Begins to handle entries. Whoever was not registered begins with what is written after its first step. */
  start(): void;
  /** Waits for running handlers, at most `graceMs`, and gives the followers to other servers. */
  stop(graceMs?: number): Promise<void>;
}

const defaultDelayMs = 20;

/** `holder` names this process. Without followers, nothing is done at all. */
export function createFollowers(
  dependencies: FollowersDependencies,
  holder: string,
  times: FollowerTimes = defaultFollowerTimes,
): Followers {
  const loops = new Map<string, FollowerLoop>();
  let isRunning = false;
  let stopListening: (() => void) | undefined;
  const wake = (): void => {
    for (const loop of loops.values()) loop.wake();
  };
  const run = (loop: FollowerLoop): void => {
    stopListening ??= dependencies.signal.listen(wake);
    loop.start();
  };
  return {
    add(follower) {
      if (loops.has(follower.name)) throw new Error(`there are two followers "${follower.name}"`);
      const loop = new FollowerLoop(dependencies, follower, holder, times);
      loops.set(follower.name, loop);
      if (isRunning) run(loop);
    },
    async register() {
      await Promise.all([...loops.values()].map((loop) => loop.register()));
    },
    start() {
      isRunning = true;
      for (const loop of loops.values()) run(loop);
    },
    async stop(graceMs = 10_000) {
      isRunning = false;
      stopListening?.();
      stopListening = undefined;
      await Promise.all([...loops.values()].map((loop) => loop.stop(graceMs)));
    },
  };
}

class FollowerLoop {
  private readonly following: Following;
  private isStopped = true;
  private last: Step = 'idle';
  private isWaiting = false;
  private isWoken = false;
  private running: Promise<void> = Promise.resolve();
  private timer: NodeJS.Timeout | undefined;
  private goOn: () => void = () => {};
  private readonly delayMs: number;

  constructor(
    private readonly dependencies: FollowDependencies,
    private readonly follower: Follower,
    holder: string,
    private readonly times: FollowerTimes,
  ) {
    this.following = new Following(dependencies, follower, holder, times);
    this.delayMs = follower.delayMs ?? defaultDelayMs;
    dependencies.observations.addSource(() => ({
      kind: 'follower',
      name: follower.name,
      isActive: !this.isStopped && this.last !== 'standby',
      lagMs: this.following.lagMs,
    }));
  }

  async register(): Promise<void> {
    const { log } = this.dependencies;
    const registered = await this.following.register();
    if (!registered.ok)
      log.warn(`the follower "${this.follower.name}" may miss writes of now: ${registered.failure.message}`);
  }

  start(): void {
    this.isStopped = false;
    this.running = this.run();
  }

  wake(): void {
    if (this.isWoken || this.isStopped || this.last === 'standby' || this.last === 'paused') return;
    this.isWoken = true;
    if (this.isWaiting) this.schedule(this.delayMs);
  }

  async stop(graceMs: number): Promise<void> {
    if (this.isStopped) return;
    this.isStopped = true;
    clearTimeout(this.timer);
    this.goOn();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<'late'>((resolve) => (timer = setTimeout(() => resolve('late'), graceMs)));
    const ended = await Promise.race([this.running, late]);
    clearTimeout(timer);
    const { name } = this.follower;
    if (ended === 'late') this.dependencies.log.warn(`the follower "${name}" still works and is left behind`);
    // The database may be gone. The lease ends by itself then.
    else
      await this.following
        .release()
        .catch((error: unknown) => this.dependencies.log.debug(`"${name}" was not given back`, { error }));
  }

  private async run(): Promise<void> {
    while (!this.isStopped) {
      this.isWoken = false;
      this.last = await this.step();
      if (this.last !== 'worked') await this.pause();
    }
    // Nobody need wait for what was written before a stop until the next start.
    if (this.isWoken && (this.last === 'idle' || this.last === 'partial')) await this.step();
  }

  private async step(): Promise<Step> {
    const { log } = this.dependencies;
    try {
      const done = await this.following.step();
      if (done.ok) return done.value;
      log.debug(`the follower "${this.follower.name}" cannot read the log: ${done.failure.message}`);
    } catch (error) {
      log.error(`the follower "${this.follower.name}" stopped in the middle of a step`, { error });
    }
    return 'paused';
  }

  private pause(): Promise<void> {
    if (this.isStopped) return Promise.resolve();
    this.isWaiting = true;
    return new Promise((resolve) => {
      this.goOn = () => {
        this.isWaiting = false;
        resolve();
      };
      // A write may have come while the last step read the log, or handled what it read.
      const isNear = this.isWoken || this.last === 'partial';
      this.schedule(isNear ? this.delayMs : this.times.pollMs);
    });
  }

  private schedule(ms: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.goOn(), ms).unref();
  }
}
