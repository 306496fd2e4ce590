import type { Json, Scalar } from '../schema/schema.js';
import type { Faults, Path } from './faults.js';

/** What a rule needs beside the value. `draft` skips `required` and the lower bounds. */
export interface ScalarCheck {
  readonly attribute: Scalar;
  readonly path: Path;
  readonly draft: boolean;
  readonly faults: Faults;
}

/** The canonical form of a value that is not null. What it answers counts only while nothing was refused. */
export type ScalarRule = (raw: unknown, check: ScalarCheck) => Json;
