import type { Schema } from '../src/domain/schema/schema.js';
import type { BenchRequest, Case } from './cases.js';
import type { Command } from './server-process.js';

/** A database to measure on, and the server that is written by hand for it. */
export interface Arena {
  /** As `DATABASE_URL`. */
  readonly url: string;
  /** Fills what Quire has made for the schema, and is ready for the rest. */
  fill(schema: Schema): Promise<void>;
  readonly handWritten: Command;
  /** Takes away the links that a case has added. */
  reset(one: Case): Promise<void>;
  /** Whether a request's connect has put its target where it asked, in every layer. */
  isPlaced(links: NonNullable<Case['grows']>, request: BenchRequest): Promise<boolean>;
  close(): Promise<void>;
}
