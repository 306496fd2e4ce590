import { randomBytes } from 'node:crypto';
import { MongoClient, type ClientSession, type Document } from 'mongodb';
import type { Names } from './names.js';

export const names = JSON.parse(process.env['BENCH_NAMES'] ?? 'null') as Names;
const client = new MongoClient(process.env['MONGO_URL'] ?? '', {
  maxPoolSize: Number(process.env['POOL_SIZE']),
});
const db = client.db();

export const collection = (name: keyof Names) => db.collection<Document & { _id: number }>(names[name]);

/** The driver repeats transactions that conflict with other writers. */
export const transaction = <T>(work: (session: ClientSession) => Promise<T>): Promise<T> =>
  client.withSession((session) => session.withTransaction(() => work(session)));

const counters = db.collection<{ _id: string; value: number }>('quire_counters');

export async function ticks(count: number): Promise<number> {
  const after = await counters.findOneAndUpdate(
    { _id: 'tick' },
    { $inc: { value: count } },
    { upsert: true, returnDocument: 'after' },
  );
  return (after?.value ?? 0) - count + 1;
}

const blocks = new Map<string, { next: number; end: number }>();

/** Ids from a block of 100. */
export async function nextIds(name: keyof Names, count: number): Promise<number> {
  let block = blocks.get(name);
  if (block === undefined || block.next + count > block.end) {
    const after = await counters.findOneAndUpdate(
      { _id: names[name] },
      { $inc: { value: 100 } },
      { upsert: true, returnDocument: 'after' },
    );
    block = { next: (after?.value ?? 0) - 99, end: (after?.value ?? 0) + 1 };
    blocks.set(name, block);
  }
  block.next += count;
  return block.next - count;
}

export const tickKey = (tick: number): string => `k${tick.toString(16).padStart(11, '0')}`;

/** 24 lower-case letters and digits, starting with a letter, from 120 random bits. */
export function newDocumentId(): string {
  let id = 'a';
  for (const byte of randomBytes(23)) id += (byte % 36).toString(36);
  return id;
}
