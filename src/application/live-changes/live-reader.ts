import { ok, type Result } from '../../domain/result.js';
import type { ChangeLog, LoggedChange } from '../ports/change-log.js';
import type { ChangeSignal } from '../ports/change-signal.js';
import type { Log } from '../ports/log.js';

export interface ReaderDependencies {
  readonly changes: Pick<ChangeLog, 'identity' | 'read' | 'end'>;
  readonly signal: Pick<ChangeSignal, 'listen'>;
  readonly log: Log;
  /** Whether anybody listens, or is about to. */
  isWanted(): boolean;
  /** Called when the log has become another one than the cursor counts. */
  readonly moved: () => void;
  dispatch(change: LoggedChange): Promise<void>;
}

interface Beginning {
  readonly log: string;
  readonly end: number;
}

const batchSize = 200;
const pollMs = 1_000;
/** How often the identity of the log is asked for: a database may be replaced by a copy while it is read. */
const identityMs = 5_000;
/** Writes that follow each other closely wake the reader once. */
const wakeAfterMs = 5;

/** Reads the log once for all listeners of this process, while there are any. */
export class LiveReader {
  /** Entries up to here are dispatched, or are being dispatched; null: nobody listens. */
  cursor: number | null = null;
  /** The identity of the log that the cursor counts. */
  log = '';
  private identifiedAt = -Infinity;
  private beginning: Promise<Result<Beginning>> | null = null;
  private stopListening: (() => void) | null = null;
  private isStopped = true;
  private isWoken = false;
  private timer: NodeJS.Timeout | undefined;
  private goOn: () => void = () => {};

  constructor(private readonly dependencies: ReaderDependencies) {}

  /** Runs outside of any request, so that reads for listeners never join the work of one. */
  start(): void {
    this.isStopped = false;
    void this.run();
  }

  stop(): void {
    this.isStopped = true;
    this.rest();
    this.goOn();
  }

  /** Begins to read, unless it does. Returns the cursor. */
  async begin(): Promise<Result<number>> {
    if (this.cursor !== null) return ok(this.cursor);
    const beginning = await (this.beginning ??= this.findBeginning());
    this.beginning = null;
    if (!beginning.ok) return beginning;
    if (this.cursor === null) {
      ({ log: this.log, end: this.cursor } = beginning.value);
      this.identifiedAt = performance.now();
      this.stopListening ??= this.dependencies.signal.listen(() => this.wake());
      this.wake();
    }
    return ok(this.cursor);
  }

  private async findBeginning(): Promise<Result<Beginning>> {
    const { changes } = this.dependencies;
    const log = await changes.identity();
    if (!log.ok) return log;
    const end = await changes.end();
    return end.ok ? ok({ log: log.value, end: end.value }) : end;
  }

  private wake(): void {
    if (this.isWoken) return;
    this.isWoken = true;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.goOn(), wakeAfterMs).unref();
  }

  private async run(): Promise<void> {
    while (!this.isStopped) {
      this.isWoken = false;
      const read = await this.step().catch((error: unknown) => {
        this.dependencies.log.error('changes cannot be sent to listeners', { error });
        return 0;
      });
      if (read === 0 && !this.isStopped) await this.pause();
    }
  }

  /** Dispatches one batch. Returns its size. */
  private async step(): Promise<number> {
    if (!this.dependencies.isWanted()) this.rest();
    if (this.cursor === null || !(await this.isSameLog())) return 0;
    const read = await this.dependencies.changes.read(this.cursor, batchSize);
    if (!read.ok) return 0;
    for (const change of read.value) {
      this.cursor = change.position;
      await this.dependencies.dispatch(change);
    }
    return read.value.length;
  }

  /** False also if the database does not say. Goes to the end of another log, which has nothing for those who listened before. */
  private async isSameLog(): Promise<boolean> {
    if (performance.now() - this.identifiedAt < identityMs) return true;
    const { changes, moved } = this.dependencies;
    const log = await changes.identity();
    if (!log.ok) return false;
    const isSame = log.value === this.log;
    const end = isSame ? null : await changes.end();
    if (end?.ok === false) return false;
    this.identifiedAt = performance.now();
    if (end !== null) {
      moved();
      [this.log, this.cursor] = [log.value, end.value];
    }
    return isSame;
  }

  private rest(): void {
    this.cursor = null;
    this.stopListening?.();
    this.stopListening = null;
  }

  private pause(): Promise<void> {
    return new Promise((resolve) => {
      this.goOn = resolve;
      clearTimeout(this.timer);
      if (this.isWoken) this.timer = setTimeout(resolve, wakeAfterMs).unref();
      else if (this.cursor !== null) this.timer = setTimeout(resolve, pollMs).unref();
    });
  }
}
