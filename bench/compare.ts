import { deepStrictEqual, ok } from 'node:assert/strict';
import type { Arena } from './arena.js';
import { tokenVariables, type BenchRequest, type Case } from './case.js';

export interface Comparison {
  readonly quire: number;
  readonly handWritten: number;
  readonly isPlaced: Arena['isPlaced'];
}

/**
 * Throws unless both servers give the same data to the first requests of a case and have the same effect. Returns
 * the number of the next request.
 */
export async function compare(servers: Comparison, compared: Case, from: number): Promise<number> {
  const { quire, handWritten, isPlaced } = servers;
  let next = from;
  for (let n = 0; n < 5; n += 1) {
    const { beside } = compared;
    const again = compared.kind === 'read' ? next : next + 1;
    const [one, other] = [compared.make(next), (beside ?? compared).make(again)];
    next += 2;
    const see = async (port: number, request: BenchRequest) => {
      const seen = await ask(port, request, compared.kind === 'write');
      if (compared.grows !== undefined)
        ok(await isPlaced(compared.grows, request), `"${compared.name}": in the wrong place`);
      return seen;
    };
    const [left, right] = [
      await see(quire, one),
      await see(beside === undefined ? handWritten : quire, other),
    ];
    if (beside?.data !== undefined) {
      deepStrictEqual(
        beside.data(left.body, 'case'),
        beside.data(right.body, 'beside'),
        `"${compared.name}" differs`,
      );
      continue;
    }
    deepStrictEqual(left, right, `"${compared.name}": the two servers differ`);
  }
  return next;
}

async function ask(port: number, { method, path, body, by }: BenchRequest, isWrite: boolean) {
  const headers = {
    // A server closes a kept-alive connection while others are measured, perhaps just when it is used again.
    connection: 'close',
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(by !== undefined && { authorization: `Bearer ${process.env[tokenVariables[by]]}` }),
  };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers, ...sent });
  const answered: unknown = await response.json();
  return { status: response.status, body: isWrite ? masked(answered) : answered };
}

/** Two writes concern two documents, so their answers are equal if they have the same members of the same types. */
function masked(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(masked);
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).map(([key, member]) => [key, masked(member)]);
  }
  return typeof value;
}
