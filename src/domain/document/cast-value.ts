import type { Value } from '../plan/read-plan.js';
import type { Scalar } from '../schema/schema.js';

/**
 * Casts a client's value (a string of a query, a JSON value of a body) to the canonical form of `field` for comparing
 * with it. Null where it can not be a value of that type. Never throws.
 */
export function castForFilter(_field: Scalar, _raw: unknown): Value | null {
  throw new Error('being written');
}
