import type { Schema } from '../../domain/schema/schema.js';
import type { ForeignArchive, Scratch } from '../ports/foreign-archive.js';
import type { Faults, Findings } from './findings.js';

export interface Reading {
  readonly schema: Schema;
  readonly archive: ForeignArchive;
  readonly scratch: Scratch;
  readonly faults: Faults;
  readonly findings: Findings;
  /** Reported about twice a second. */
  readonly onRead: (rows: number) => void;
}
