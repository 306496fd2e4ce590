/** Why work was not started: too much waits, or the work has waited too long. */
export type NotBegun = 'full' | 'late';

export interface QueueOptions {
  /** The number of tasks that run at once. */
  readonly places: number;
  /** The number of tasks that may wait. */
  readonly length: number;
  readonly waitTimeoutMs: number;
}

/** Runs tasks, those of each caller in order of arrival. Returns the reason if a task was not started. */
export type Queue = <T>(caller: string, work: () => Promise<T>) => Promise<T | NotBegun>;

/** Starts or refuses a task that waits. */
type Admit = (refused: NotBegun | null) => void;

export function createQueue({ places, length, waitTimeoutMs }: QueueOptions): Queue {
  const waiting = new Turns(length);
  let free = places;
  const waitForPlace = (caller: string): Promise<NotBegun | null> =>
    new Promise((resolve) => {
      const admit: Admit = (refused) => {
        clearTimeout(timer);
        resolve(refused);
      };
      const timer = setTimeout(() => {
        waiting.remove(caller, admit);
        admit('late');
      }, waitTimeoutMs);
      if (!waiting.add(caller, admit)) admit('full');
    });
  return async (caller, work) => {
    if (free > 0) free -= 1;
    else {
      const refused = await waitForPlace(caller);
      if (refused !== null) return refused;
    }
    try {
      return await work();
    } finally {
      const next = waiting.next();
      if (next === undefined) free += 1;
      else next(null);
    }
  };
}

/** Tasks that wait. Callers take turns; where there is no room, the caller of whom most wait gives up the latest. */
class Turns {
  /** By caller, the next one first. None is empty. */
  private readonly lanes = new Map<string, Admit[]>();
  private count = 0;

  constructor(private readonly length: number) {}

  /** Returns whether there is room. */
  add(caller: string, admit: Admit): boolean {
    const lane = this.lanes.get(caller) ?? [];
    if (this.count >= this.length && !this.makeRoom(lane.length + 1)) return false;
    lane.push(admit);
    this.lanes.set(caller, lane);
    this.count += 1;
    return true;
  }

  next(): Admit | undefined {
    for (const [caller, lane] of this.lanes) {
      const [admit] = lane;
      this.lanes.delete(caller);
      // Behind the others.
      this.lanes.set(caller, lane);
      if (admit !== undefined) this.remove(caller, admit);
      return admit;
    }
    return undefined;
  }

  remove(caller: string, admit: Admit): void {
    const lane = this.lanes.get(caller);
    const at = lane?.indexOf(admit) ?? -1;
    if (lane === undefined || at === -1) return;
    lane.splice(at, 1);
    this.count -= 1;
    if (lane.length === 0) this.lanes.delete(caller);
  }

  /** Refuses the latest task of the caller of whom most wait, if these are more than `wanted`. */
  private makeRoom(wanted: number): boolean {
    const [longest] = [...this.lanes].toSorted(([, one], [, other]) => other.length - one.length);
    if (longest === undefined || longest[1].length <= wanted) return false;
    const [caller, lane] = longest;
    const latest = lane.at(-1);
    if (latest === undefined) return false;
    this.remove(caller, latest);
    latest('full');
    return true;
  }
}
