import { monitorEventLoopDelay } from 'node:perf_hooks';

/** The delay of the event loop since it was read last, in milliseconds. */
export interface LoopDelay {
  readonly p50: number;
  readonly p99: number;
  readonly worst: number;
}

export interface LoopDelays {
  /** Begins anew for the next reading. */
  read(): LoopDelay;
  close(): void;
}

const resolutionMs = 20;

/** Begins to measure how late timers of this process are. */
export function watchLoopDelay(): LoopDelays {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  delay.enable();
  const late = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e6 - resolutionMs);
  return {
    read() {
      const read = {
        p50: late(delay.percentile(50)),
        p99: late(delay.percentile(99)),
        worst: late(delay.max),
      };
      delay.reset();
      return read;
    },
    close: () => void delay.disable(),
  };
}

let ofProcess: LoopDelays | undefined;

/** One for all servers of the process, as they have one event loop. It holds no process open. */
export const processLoopDelay = (): Pick<LoopDelays, 'read'> => (ofProcess ??= watchLoopDelay());
