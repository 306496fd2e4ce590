import { deepStrictEqual } from 'node:assert/strict';
import type { BenchRequest, Case } from './cases.js';

/** What two documents made by the same request may differ in. */
const own = new Set([
  'id',
  'documentId',
  'Slug',
  'Name',
  'Rating',
  'Kind',
  'Email',
  'createdAt',
  'updatedAt',
  'publishedAt',
]);

/** Throws unless both servers give the same data to the first requests of a case. Answers the next request's number. */
export async function compare(
  quire: number,
  handWritten: number,
  compared: Case,
  from: number,
): Promise<number> {
  let next = from;
  for (let n = 0; n < 5; n += 1) {
    const isRead = compared.kind === 'read';
    const a = await ask(quire, compared.make(next));
    const b = await ask(handWritten, compared.make(isRead ? next : next + 1));
    next += 2;
    const what = `"${compared.name}": the two servers differ`;
    deepStrictEqual(isRead ? a : masked(a), isRead ? b : masked(b), what);
  }
  return next;
}

async function ask(port: number, { method, path, body }: BenchRequest): Promise<unknown> {
  const sent =
    body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, ...sent });
  return { status: response.status, body: (await response.json()) as unknown };
}

const masked = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (key, member: unknown) => (own.has(key) ? typeof member : member)));
