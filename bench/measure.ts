import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Case } from './case.js';
import type { LoadOrder, LoadResult } from './load.js';

export interface Effort {
  readonly rounds: number;
  /** The time for each server in each round. */
  readonly durationSeconds: number;
  readonly warmUpSeconds: number;
  readonly connections: number;
  /** The rounds with and without the change log. */
  readonly logRounds: number;
}

export interface Measured {
  readonly name: string;
  readonly kind: Case['kind'];
  readonly rps: number;
  /** In milliseconds, as `p99`. */
  readonly p50: number;
  readonly p99: number;
  /**
   * Quire's requests per second, divided by those of the hand-written server or of the case's second way: the
   * median of the rounds.
   */
  readonly ratio: number;
  readonly handWrittenRps: number;
  /** The medians of the rounds, for Quire and what it is compared with; absent if it is not measured. */
  readonly cpu?: readonly [quire: ProcessorTime, handWritten: ProcessorTime];
}

/** Processor milliseconds of one request. */
export interface ProcessorTime {
  readonly server: number;
  readonly database: number;
}

export interface Loader {
  load(order: LoadOrder): Promise<LoadResult>;
  stop(): void;
}

export function startLoader(): Loader {
  const child: ChildProcess = fork(fileURLToPath(new URL('load.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx'],
  });
  const failed = once(child, 'exit').then(() => {
    throw new Error('the load process ended');
  });
  failed.catch(() => {});
  return {
    async load(order) {
      const answer = once(child, 'message') as Promise<[LoadResult]>;
      child.send(order);
      const [result] = await Promise.race([answer, failed]);
      if (result.refused !== undefined)
        throw new Error(`"${order.case}" was refused: ${result.refused.slice(0, 600)}`);
      return result;
    },
    stop: () => child.kill(),
  };
}

export interface Contest {
  readonly quire: number;
  readonly handWritten: number;
  readonly effort: Effort;
  readonly loader: Loader;
  /** The processor time that a server, by its port, and the database have taken so far, in milliseconds; null: not measured. */
  readonly processorMs: ((port: number) => ProcessorTime) | null;
  /** How long the processor time of writes is still counted after their answers; not at all, if absent. */
  readonly settleMs?: number;
  /** Removes what a case's requests have added. */
  reset(measured: Case): Promise<void>;
  /** The number of the next request. No two requests are equal. */
  next: number;
}

/** Measures both servers in turn. The order changes from round to round, so that drift favours neither. */
export async function measure(contest: Contest, measured: Case): Promise<Measured> {
  const { effort } = contest;
  await round(contest, measured, effort.warmUpSeconds, 0);
  const rounds: Round[] = [];
  for (let n = 0; n < effort.rounds; n += 1)
    rounds.push(await round(contest, measured, effort.durationSeconds, n));
  const middle = (value: (round: Round) => number) => median(rounds.map(value));
  return {
    name: measured.name,
    kind: measured.kind,
    rps: middle(({ quire }) => quire.rps),
    p50: middle(({ quire }) => quire.p50),
    p99: middle(({ quire }) => quire.p99),
    ratio: middle(({ quire, handWritten }) => quire.rps / handWritten.rps),
    handWrittenRps: middle(({ handWritten }) => handWritten.rps),
    ...(contest.processorMs !== null && {
      cpu: [
        middleOf(rounds.map(({ quire }) => quire.cpu)),
        middleOf(rounds.map(({ handWritten }) => handWritten.cpu)),
      ],
    }),
  };
}

interface Round {
  readonly quire: Loaded;
  readonly handWritten: Loaded;
}

interface Loaded extends LoadResult {
  readonly cpu: ProcessorTime | null;
}

function middleOf(times: readonly (ProcessorTime | null)[]): ProcessorTime {
  const of = (part: keyof ProcessorTime): number => median(times.map((time) => time?.[part] ?? Number.NaN));
  return { server: of('server'), database: of('database') };
}

async function round(contest: Contest, measured: Case, durationSeconds: number, n: number): Promise<Round> {
  const once = async (beside: boolean): Promise<Loaded> => {
    const { loader, effort, next } = contest;
    const port = beside && measured.beside === undefined ? contest.handWritten : contest.quire;
    const { connections } = effort;
    const order = { case: measured.name, beside, port, durationSeconds, connections, from: next };
    const before = contest.processorMs?.(port);
    const result = await loader.load(order);
    if (measured.kind === 'write' && contest.settleMs !== undefined) await setTimeout(contest.settleMs);
    const after = contest.processorMs?.(port);
    contest.next = result.next;
    await contest.reset(measured);
    return { ...result, cpu: before && after ? each(before, after, result.requests) : null };
  };
  if (n % 2 === 0) {
    const quire = await once(false);
    return { quire, handWritten: await once(true) };
  }
  const handWritten = await once(true);
  return { quire: await once(false), handWritten };
}

const each = (before: ProcessorTime, after: ProcessorTime, requests: number): ProcessorTime => ({
  server: (after.server - before.server) / requests,
  database: (after.database - before.database) / requests,
});

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}
