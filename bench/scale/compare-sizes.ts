import type { Client } from 'pg';
import { databaseTimes, msBetween } from '../change-log/database-times.js';
import { median } from '../measure.js';
import { processorMsOf } from '../processor-time.js';
import type { ServerProcess } from '../server-process.js';
import type { Question } from './questions.js';

/** A server on a database with so many places. */
export interface Side {
  readonly places: number;
  readonly server: ServerProcess;
  readonly client: Client;
  readonly cursor: string;
}

export interface Effort {
  readonly rounds: number;
  readonly requests: number;
  /** A round ends after so long, however few requests were answered. */
  readonly seconds: number;
  /** A server refuses slow requests that come at the same time. */
  readonly connections: number;
}

/** Processor milliseconds of a request on the small and the large side, and their ratio: medians of the rounds. */
export interface Compared {
  readonly small: number;
  readonly large: number;
  readonly ratio: number;
}

/** The server has refused a question as too expensive. */
export class Refused extends Error {}

/**
 * Measures both sides in turn, so that other work of the machine falls on both. Rejects with `Refused` where a server
 * does not answer the question.
 */
export async function compareSizes(
  question: Question,
  [small, large]: readonly [Side, Side],
  effort: Effort,
): Promise<Compared> {
  const rounds: Compared[] = [];
  for (let n = -1; n < effort.rounds; n += 1) {
    const first = await costOf(question, n % 2 === 0 ? small : large, effort, n);
    const second = await costOf(question, n % 2 === 0 ? large : small, effort, n);
    const [one, other] = n % 2 === 0 ? [first, second] : [second, first];
    // The first round warms up.
    if (n >= 0) rounds.push({ small: one, large: other, ratio: other / one });
  }
  const middle = (part: keyof Compared): number => median(rounds.map((round) => round[part]));
  return { small: middle('small'), large: middle('large'), ratio: middle('ratio') };
}

async function costOf(question: Question, side: Side, effort: Effort, round: number): Promise<number> {
  const from = (round + 1) * effort.requests;
  const until = performance.now() + effort.seconds * 1000;
  const before = [processorMsOf(side.server.pid), await databaseTimes(side.client)] as const;
  let sent = 0;
  const work = async (): Promise<void> => {
    while (sent < effort.requests && performance.now() < until) {
      const n = from + sent;
      sent += 1;
      await ask(side, question.path(side.places, n, side.cursor));
    }
  };
  await Promise.all(Array.from({ length: effort.connections }, work));
  const after = [processorMsOf(side.server.pid), await databaseTimes(side.client)] as const;
  return (after[0] - before[0] + msBetween(before[1], after[1])) / sent;
}

export async function ask({ server }: Pick<Side, 'server'>, path: string): Promise<unknown> {
  const response = await fetch(`http://127.0.0.1:${server.port}${encodeURI(path)}`);
  const body: unknown = await response.json();
  if (response.status === 400) throw new Refused(JSON.stringify(body));
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${JSON.stringify(body)}`);
  return body;
}
