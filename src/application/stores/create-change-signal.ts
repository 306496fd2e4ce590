import type { ChangeSignal } from '../ports/change-signal.js';

/** How a store carries signals between processes. */
export interface RemoteSignal {
  /** Tells other processes; absent if they notice writes without it. */
  tell?(): Promise<unknown>;
  /** Begins to hear. Calls `lost` once if that ends by itself. Returns a function that ends it. */
  hear(heard: () => void, lost: () => void): Promise<() => void>;
}

export interface ClosableSignal extends ChangeSignal {
  close(): void;
}

/** The shortest time between two signals to other processes, so that writers of many documents send few. */
const tellEveryMs = 100;
/** The first pause before another attempt to hear; it doubles up to the longest. */
const firstPauseMs = 1_000;
const longestPauseMs = 60_000;

/** Hears other processes only while somebody listens. Without `remote` there is only this process. */
export function createChangeSignal(remote: RemoteSignal | null = null): ClosableSignal {
  const wakes = new Set<() => void>();
  const wakeAll = (): void => {
    for (const wake of wakes) wake();
  };
  const telling = remote?.tell === undefined ? null : new Telling(() => remote.tell?.());
  const hearing = remote === null ? null : new Hearing(remote, wakeAll);
  return {
    send() {
      wakeAll();
      telling?.tell();
    },
    listen(wake) {
      const own = (): void => wake();
      wakes.add(own);
      hearing?.start();
      return () => {
        if (wakes.delete(own) && wakes.size === 0) hearing?.stop();
      };
    },
    close() {
      wakes.clear();
      telling?.stop();
      hearing?.stop();
    },
  };
}

/** Tells others at once, or at the end of the pause since it last did. */
class Telling {
  private timer: NodeJS.Timeout | undefined;
  private isWanted = false;
  private isStopped = false;

  constructor(private readonly send: () => Promise<unknown> | undefined) {}

  tell(): void {
    this.isWanted = true;
    if (this.timer === undefined && !this.isStopped) this.flush();
  }

  stop(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
  }

  private flush(): void {
    this.timer = undefined;
    if (!this.isWanted) return;
    this.isWanted = false;
    // Others look for entries by themselves if this fails.
    this.send()?.catch(() => {});
    this.timer = setTimeout(() => this.flush(), tellEveryMs).unref();
  }
}

/** Hears other processes, and begins again when the connection is lost. */
class Hearing {
  /** Changes with each start and stop, so that what was begun before is noticed as old. */
  private era = 0;
  private isWanted = false;
  private pauseMs = firstPauseMs;
  private timer: NodeJS.Timeout | undefined;
  private end: (() => void) | undefined;

  constructor(
    private readonly remote: RemoteSignal,
    private readonly heard: () => void,
  ) {}

  start(): void {
    if (this.isWanted) return;
    this.isWanted = true;
    void this.begin(++this.era);
  }

  stop(): void {
    this.isWanted = false;
    this.era += 1;
    clearTimeout(this.timer);
    this.end?.();
    this.end = undefined;
  }

  private async begin(era: number): Promise<void> {
    try {
      const end = await this.remote.hear(
        () => this.era === era && this.heard(),
        () => this.era === era && this.again(era),
      );
      if (this.era !== era) return end();
      this.end = end;
      this.pauseMs = firstPauseMs;
      // Something may have been written while nothing was heard.
      this.heard();
    } catch {
      if (this.era === era) this.again(era);
    }
  }

  private again(era: number): void {
    this.end = undefined;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.begin(era), this.pauseMs).unref();
    this.pauseMs = Math.min(longestPauseMs, this.pauseMs * 2);
  }
}
