import { join } from 'node:path';
import { readEnvironment } from '../../adapters/app-directory/read-environment.js';
import type { Problem } from '../../adapters/delivery/cli/describe-problem.js';
import { hidePasswords } from '../../adapters/host/create-log.js';
import type { EmbeddedPostgres } from '../../adapters/embedded-postgres/start-embedded-postgres.js';
import type { Log } from '../../application/ports/log.js';
import { err, ok, type Result } from '../../domain/result.js';
import type { SchemaOutline } from '../../domain/schema/possible-renames.js';
import type { WantedAddress } from '../listen.js';
import { AnnouncedWrites, reloadedBy } from './announced-writes.js';
import { FrontDoor } from './front-door.js';
import type { Opened, OpenRequest } from './messages.js';
import { decisionOn, shown } from './sentences.js';
import { startWorker, type Outcome, type WorkerProcess } from './worker-process.js';

export interface DevelopRequest {
  readonly directory: string;
  readonly port?: string;
  readonly host?: string;
}

interface Serving {
  readonly worker: WorkerProcess;
  readonly since: number;
}

/** Possible renames that the developer was asked about. */
interface Question {
  readonly renames: readonly string[];
  readonly since: number;
}

/** Who saves sooner has not read the question: editors save a file twice when they format it. */
const shortestThoughtMs = 500;

/** A server that ends so soon several times would end again: it is started again after the next change. */
const shortestLifeMs = 2_000;
const mostShortLives = 3;

/** How long a version that is out of date may go on opening; its schema change should end. */
const staleTimeoutMs = 10_000;

/**
 * The parent of the workers: one serves, and one waits with its modules loaded. After a change the waiting one opens
 * the app, takes over all new connections, and the former one ends when its requests have ended.
 */
export class Development {
  #problem: string | undefined;
  #question: Question | undefined;
  /** Those that are none, as the answer says; kept while other faults are mended. */
  #answered: readonly string[] = [];
  #outline: SchemaOutline | undefined;
  #serving: Serving | undefined;
  #standby: WorkerProcess | undefined;
  #refusal: Problem | undefined;
  #pending: { readonly files: readonly string[]; readonly since: number } | undefined;
  #turning: Promise<void> | undefined;
  #isStopping = false;
  #shortLives = 0;
  #database: EmbeddedPostgres | undefined;
  readonly #writes = new AnnouncedWrites();
  readonly #door = new FrontDoor(() => this.#problem);
  readonly #workers = new Set<WorkerProcess>();

  constructor(
    private readonly request: DevelopRequest,
    private readonly log: Log,
    private readonly note: (text: string) => void,
  ) {}

  /** Serves the app for the first time. Fails only if nothing can listen: faulty files can be mended. */
  async start(): Promise<Result<void, Problem>> {
    this.change([]);
    await this.#turning;
    if (this.#isStopping || this.#door.url !== undefined) return ok(undefined);
    if (this.#refusal !== undefined) return err(this.#refusal);
    const { PORT, HOST } = readEnvironment(this.request.directory, process.env);
    const { port = PORT ?? '1337', host = HOST ?? '127.0.0.1' } = this.request;
    const listening = await this.#door.open({ host, port: Number(port) });
    if (!listening.ok) return listening;
    this.note(`What is wrong is at ${listening.value} too; waiting for a change`);
    return ok(undefined);
  }

  /** Serves the files as they are now. A change while another is being opened is served after it. */
  change(files: readonly string[]): void {
    if (this.#isStopping) return;
    const { since = performance.now(), files: others = [] } = this.#pending ?? {};
    this.#pending = { since, files: [...new Set([...others, ...files])] };
    this.#writes.notice(files);
    this.#serveWaiting();
  }

  #serveWaiting(): void {
    this.#turning ??= this.#serveChanges().finally(() => {
      this.#turning = undefined;
      if (this.#pending !== undefined && !this.#isStopping && !this.#writes.isHolding) this.#serveWaiting();
    });
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#door.close();
    for (const worker of this.#workers) worker.retire();
    await Promise.all([...this.#workers].map(({ ended }) => ended));
    await this.#turning;
    await this.#database?.stop();
  }

  async #serveChanges(): Promise<void> {
    while (this.#pending !== undefined && !this.#isStopping && !this.#writes.isHolding) {
      const change = this.#pending;
      this.#pending = undefined;
      if (change.files.length > 0) {
        this.#shortLives = 0;
        this.log.info(`Changed: ${shown(change.files)}`);
      }
      const worker = this.#takeStandby();
      const { accepted, tell } = this.#writes.take();
      this.#hearAnswer(change.files);
      const outcome = await this.#open(worker, [...accepted, ...this.#answered]);
      if (outcome !== undefined && outcome.kind !== 'failed') this.#answered = [];
      if (this.#isStopping) return tell({ kind: 'later' });
      // Not earlier: loading its modules would slow down the worker that opens the app.
      this.#standby ??= this.#newWorker();
      if (outcome?.kind === 'opened') await this.#turnTo(worker, outcome.opened, change);
      else worker.retire();
      // Not earlier: who hears it may ask at once, and has to reach the new version.
      tell(reloadedBy(outcome));
      // What is wrong with files that have changed again may be mended already.
      if (outcome?.kind === 'opened' || (outcome && this.#pending === undefined)) this.#report(outcome);
    }
  }

  /** Saving a schema file again answers the question. */
  #hearAnswer(files: readonly string[]): void {
    const { renames, since } = this.#question ?? { renames: [], since: 0 };
    const isRead = performance.now() - since > shortestThoughtMs;
    if (isRead && files.some((file) => file.endsWith('/schema.json'))) this.#answered = renames;
  }

  /** Opens the app in a worker. Returns undefined if the files have changed again and it does not finish. */
  async #open(worker: WorkerProcess, accepted: readonly string[]): Promise<Outcome | undefined> {
    const served = this.#outline;
    const request: OpenRequest = { ...this.request, ...(served && { served }), accepted };
    let timer: NodeJS.Timeout | undefined;
    const stale = new Promise<undefined>((resolve) => {
      timer = setInterval(() => {
        if (this.#pending === undefined || performance.now() - this.#pending.since < staleTimeoutMs) return;
        worker.kill();
        resolve(undefined);
      }, 500);
    });
    const outcome = await Promise.race([worker.open(request), stale]);
    clearInterval(timer);
    return outcome;
  }

  async #turnTo(
    worker: WorkerProcess,
    { outline, database }: Opened,
    { files, since }: { readonly files: readonly string[]; readonly since: number },
  ): Promise<void> {
    const former = this.#serving?.worker;
    this.#serving = { worker, since: performance.now() };
    this.#outline = outline;
    this.#door.lead((socket) => worker.pass(socket));
    former?.retire(this.#door.url);
    void worker.ended.then((sentence) => this.#replace(worker, sentence));
    if (former !== undefined && files.length > 0)
      this.log.info('The change is served', { milliseconds: Math.round(performance.now() - since) });
    if (former !== undefined && database === 'memory')
      this.log.warn(
        'The database in memory begins empty with each change: name one in DATABASE_URL to keep content',
      );
    if (database === 'embedded') await this.#joinDatabase();
  }

  /** The parent uses the database too, so that it does not stop between two workers. */
  async #joinDatabase(): Promise<void> {
    if (this.#database !== undefined) return;
    const { startEmbeddedPostgres } =
      await import('../../adapters/embedded-postgres/start-embedded-postgres.js');
    const dataDir = join(this.request.directory, '.quire', 'postgres');
    const joined = await startEmbeddedPostgres({ dataDir, log: this.log, onProgress: () => {} });
    if (joined.ok) this.#database = joined.value;
    else this.log.warn(joined.failure.message);
  }

  #report(outcome: Outcome): void {
    if (this.#door.url === undefined && this.#refusal !== undefined) return;
    if (outcome.kind === 'opened') this.#show(undefined);
    if (outcome.kind === 'failed') this.#show(outcome.text);
    if (outcome.kind === 'undecided') this.#show(decisionOn(outcome.renames));
    if (outcome.kind !== 'undecided') this.#question = undefined;
    else if (this.#question?.renames.join() !== outcome.renames.join())
      this.#question = { renames: outcome.renames, since: performance.now() };
  }

  #show(text: string | undefined): void {
    const problem = text && hidePasswords(text);
    this.#problem = problem;
    this.#serving?.worker.showProblem(problem);
    this.#door.settle();
    if (problem === undefined) return;
    const served =
      this.#serving === undefined ? 'Nothing is served now' : 'The version from before is served';
    this.note(`\n${problem}\n\n${served}; waiting for a change.\n`);
  }

  /** A worker that has ended without being told is replaced, unless it would end again at once. */
  #replace(worker: WorkerProcess, sentence: string): void {
    if (this.#isStopping || this.#serving?.worker !== worker) return;
    const { since } = this.#serving;
    this.#serving = undefined;
    this.#door.lead(undefined);
    this.#shortLives = performance.now() - since < shortestLifeMs ? this.#shortLives + 1 : 0;
    if (this.#shortLives >= mostShortLives) return this.#show(`${sentence} ${mostShortLives} times`);
    this.log.error(`${sentence}; it is started again`);
    this.change([]);
  }

  #takeStandby(): WorkerProcess {
    const worker = this.#standby ?? this.#newWorker();
    this.#standby = undefined;
    return worker;
  }

  #newWorker(): WorkerProcess {
    const worker = startWorker(
      (wanted) => this.#listen(wanted),
      (write) =>
        void this.#writes.run(worker, write, (files) =>
          files.length > 0 ? this.change(files) : this.#serveWaiting(),
        ),
    );
    this.#workers.add(worker);
    void worker.ended.then(() => {
      this.#workers.delete(worker);
      if (this.#standby === worker) this.#standby = undefined;
    });
    return worker;
  }

  async #listen(wanted: WantedAddress): Promise<Result<string, Problem>> {
    const listening = await this.#door.open(wanted);
    this.#refusal = listening.ok ? undefined : listening.failure;
    return listening;
  }
}
