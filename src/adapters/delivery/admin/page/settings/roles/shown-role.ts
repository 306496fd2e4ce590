import type { WireGrant } from '../../../contract/grants.js';
import type { Holder } from '../grants/held-grants.js';

/** A role of either kind. */
export interface ShownRole {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** How many have it; null: not counted. */
  readonly users: number | null;
  /** Null: everything. */
  readonly grants: readonly WireGrant[] | null;
  /** Whether its grants cannot be changed. */
  readonly isFixed: boolean;
  /** Whether it cannot be removed. */
  readonly isStandard: boolean;
  readonly holder: Holder;
  /** Whether it needs a second factor; null: it is of users of the content. */
  readonly needsFactor: boolean | null;
}
