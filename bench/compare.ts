import { deepStrictEqual } from 'node:assert/strict';
import type { BenchRequest, Case } from './cases.js';
import type { Placed } from './placed.js';

/** What two documents made by the same kind of request may differ in. */
const own = new Set([
  'id',
  'documentId',
  'Slug',
  'Name',
  'Description',
  'Rating',
  'Kind',
  'Email',
  'createdAt',
  'updatedAt',
  'publishedAt',
]);

export interface Comparison {
  readonly quire: number;
  readonly handWritten: number;
  /** Where a request's connect has put its stop. */
  placed(request: BenchRequest): Promise<Placed | undefined>;
}

/**
 * Throws unless both servers give the same data to the first requests of a case, and have the same effect.
 * Answers the number of the next request.
 */
export async function compare(servers: Comparison, compared: Case, from: number): Promise<number> {
  const { quire, handWritten, placed } = servers;
  let next = from;
  for (let n = 0; n < 5; n += 1) {
    const [one, other] = [compared.make(next), compared.make(compared.kind === 'read' ? next : next + 1)];
    next += 2;
    const see = async (port: number, request: BenchRequest) => ({
      answer: await ask(port, request),
      placed: compared.guide === undefined ? undefined : await placed(request),
    });
    const [a, b] = [await see(quire, one), await see(handWritten, other)];
    const [left, right] = compared.kind === 'read' ? [a, b] : [masked(a), masked(b)];
    deepStrictEqual(left, right, `"${compared.name}": the two servers differ`);
  }
  return next;
}

async function ask(port: number, { method, path, body }: BenchRequest): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  const sent = body === undefined ? {} : { body: JSON.stringify(body), headers };
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, ...sent });
  return { status: response.status, body: await response.json() };
}

const masked = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (key, member: unknown) => (own.has(key) ? typeof member : member)));
