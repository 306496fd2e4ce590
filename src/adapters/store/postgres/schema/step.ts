import type { SchemaChange } from '../../../../application/ports/schema-store.js';
import type { Index } from './table.js';

/** One change that can be made by itself, if none of its checks finds anything. */
export interface Step {
  readonly phase: Phase;
  readonly name: string;
  readonly message: string;
  /** Asked before anything is changed, so they use the names that are in the database now. */
  readonly checks: readonly Check[];
  readonly statements: readonly string[];
  /** Stored tables that nobody may write to from the checks on until the step is done. */
  readonly holds?: readonly string[];
  /** The index that this step makes on a table that is there already; made concurrently when that is large. */
  readonly index?: { readonly table: string; readonly storedTable: string; readonly index: Index };
}

/** Steps run phase by phase. */
export const phases = ['rename', 'unindex', 'rewrite', 'convert', 'create', 'fill', 'index'] as const;
export type Phase = (typeof phases)[number];

export interface Check {
  /** Selects `count` (a bigint) and `example` (text or null) of what stands in the way. */
  readonly text: string;
  readonly refusal: (found: { readonly count: number; readonly example: string | null }) => string;
}

/** Everything that differs between a database and a schema. */
export interface Difference {
  readonly steps: readonly Step[];
  readonly refused: readonly SchemaChange[];
  readonly leftovers: readonly SchemaChange[];
}

export const refuse = (name: string, message: string): SchemaChange => ({ kind: 'unsafe', name, message });
