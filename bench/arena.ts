import type { Schema } from '../src/domain/schema/schema.js';
import type { BenchRequest, Case } from './case.js';
import type { Command } from './server-process.js';

/** A database to measure on, and the hand-written server for it. */
export interface Arena {
  /** The value of `DATABASE_URL` for Quire. */
  readonly url: string;
  /** Fills the tables that Quire has created for the schema, and prepares the other methods. */
  fill(schema: Schema): Promise<void>;
  readonly handWritten: Command;
  /** The processes that started all others of the database; null if they are not on this machine. */
  databaseProcesses(): Promise<readonly number[] | null>;
  /** Removes the links that a case has added. */
  reset(one: Case): Promise<void>;
  /** Whether a request's connect has put its target at the requested position in every layer. */
  isPlaced(links: NonNullable<Case['grows']>, request: BenchRequest): Promise<boolean>;
  close(): Promise<void>;
}
