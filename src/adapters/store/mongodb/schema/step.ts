import type { Db, Document } from 'mongodb';
import type { Log } from '../../../../application/ports/log.js';
import type { SchemaChange } from '../../../../application/ports/schema-store.js';
import type { Counters } from '../counters.js';

/** What steps work with. */
export interface Work {
  /** Waits for answers as long as it takes. */
  readonly db: Db;
  readonly counters: Counters;
  readonly log: Log;
  /** What rows that were converted already are marked with. */
  readonly version: number;
  /** Whether only what servers with a former schema wrote since is made up for. */
  readonly isAgain: boolean;
  /** Throws when the turn is lost, and somebody else may be at it. */
  goOn(): void;
}

/** One change that can be made by itself, if its checks find nothing, and be repeated where it was cut off. */
export interface Step {
  readonly phase: Phase;
  readonly name: string;
  readonly message: string;
  /** Asked before anything is changed, so they use the names that are in the database now. */
  readonly checks: readonly Check[];
  readonly run: (work: Work) => Promise<void>;
  /** Whether it changes rows, and so has to be done again with those that servers with the former schema write later. */
  readonly touchesRows?: true;
}

/** Answers why a step cannot be done, or null. */
export type Check = (db: Db) => Promise<string | null>;

/** Steps run phase by phase. */
export const phases = ['unindex', 'rename', 'create', 'move', 'convert', 'fill', 'index'] as const;
export type Phase = (typeof phases)[number];

export const refuse = (name: string, message: string): SchemaChange => ({ kind: 'unsafe', name, message });

/** A number of things of which there is one, or several. */
export const counted = (count: number, one: string, several: string): string =>
  `${count} ${count === 1 ? one : several}`;

/** A step that goes over the rows of a collection, once its names and values are the wanted ones. */
export const fill = (
  name: string,
  message: string,
  run: Step['run'],
  checks: readonly Check[] = [],
): Step => ({ phase: 'fill', name, message, checks, run, touchesRows: true });

/** How many rows there are of a kind, and the least value that one of them has in a field; null: there are none. */
export async function countRows(
  db: Db,
  collection: string,
  filter: Document,
  example: string,
): Promise<{ readonly count: number; readonly example: string } | null> {
  const rows = db.collection(collection);
  const count = await rows.countDocuments(filter);
  if (count === 0) return null;
  const first = await rows.findOne(filter, { sort: { [example]: 1 }, projection: { [example]: 1 } });
  return { count, example: String(first?.[example]) };
}
