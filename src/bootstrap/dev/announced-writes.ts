import { hidePasswords } from '../../adapters/host/create-log.js';
import type { Reloaded } from '../../application/ports/schema-reload.js';
import type { AnnouncedWrite } from './messages.js';
import { decisionOn } from './sentences.js';
import type { Outcome, WorkerProcess } from './worker-process.js';

/** A version that is about to be opened, for a worker that has written its files. */
export interface NextVersion {
  /** Possible renames that the worker knows to be none. */
  readonly accepted: readonly string[];
  tell(reloaded: Reloaded): void;
}

const forNobody: NextVersion = { accepted: [], tell: () => {} };

/** After so long the files are served even if the system has not reported their change. */
const noticeTimeoutMs = 2_000;

/**
 * Files that workers write themselves. While one writes, changes wait, so that no version is opened with only some of
 * the files. The worker then hears how its files are served.
 */
export class AnnouncedWrites {
  #isHolding = false;
  #next = forNobody;
  #last: Promise<void> = Promise.resolve();
  #missing = new Set<string>();
  #noticed = (): void => {};

  /** Whether changes wait. */
  get isHolding(): boolean {
    return this.#isHolding;
  }

  /** Notes files that have changed. */
  notice(files: readonly string[]): void {
    for (const file of files) this.#missing.delete(file);
    if (this.#missing.size === 0) this.#noticed();
  }

  /** Returns whom the version is for that is opened now. */
  take(): NextVersion {
    const next = this.#next;
    this.#next = forNobody;
    return next;
  }

  /** Lets a worker write. `serve` is called when its files are there, or nothing was written. */
  run(
    worker: WorkerProcess,
    write: AnnouncedWrite,
    serve: (files: readonly string[]) => void,
  ): Promise<void> {
    this.#last = this.#last.then(() => this.#runNext(worker, write, serve));
    return this.#last;
  }

  async #runNext(
    worker: WorkerProcess,
    { files, accepted }: AnnouncedWrite,
    serve: (files: readonly string[]) => void,
  ): Promise<void> {
    this.#isHolding = true;
    this.#missing = new Set(files);
    const noticed = new Promise<void>((resolve) => (this.#noticed = resolve));
    const isWritten = await worker.letWrite();
    let timer: NodeJS.Timeout | undefined;
    if (isWritten)
      await Promise.race([noticed, new Promise((resolve) => (timer = setTimeout(resolve, noticeTimeoutMs)))]);
    clearTimeout(timer);
    if (isWritten) this.#next = { accepted, tell: (reloaded) => worker.tellReloaded(reloaded) };
    this.#isHolding = false;
    serve(isWritten ? files : []);
  }
}

/** A version that is out of date is followed by another. */
export function reloadedBy(outcome: Outcome | undefined): Reloaded {
  if (outcome?.kind === 'failed') return { kind: 'failed', problem: hidePasswords(outcome.text) };
  if (outcome?.kind === 'undecided') return { kind: 'failed', problem: decisionOn(outcome.renames) };
  return { kind: outcome === undefined ? 'later' : 'served' };
}
