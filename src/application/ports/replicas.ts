/**
 * A place in the order of the writes of a database. A replica that has reached it has every write that was acknowledged
 * before the place was asked for.
 */
export type Position = bigint;

/**
 * Why a replica answers no reads: it cannot be reached, takes writes, is of another database, is on an earlier timeline than
 * the primary, or is too far behind. A replica that takes writes was promoted, or never was one. One on an earlier timeline
 * may follow the former primary.
 */
export type ReplicaProblem =
  | 'unreachable'
  | 'takes-writes'
  | 'other-database'
  | 'earlier-timeline'
  | 'behind';

export interface ReplicaState {
  /** `host:port/database`. */
  readonly name: string;
  /** Null: it answers reads. */
  readonly problem: ReplicaProblem | null;
  /** How old its content is at most; null if that is not known. */
  readonly lagMs: number | null;
}

/** The copies of a database that answer some of its reads. `DocumentStore.read` chooses among them. */
export interface Replicas {
  /** Returns the position of the database now; null if it does not answer. */
  position(): Promise<Position | null>;
  /** In the order of the settings. */
  states(): readonly ReplicaState[];
}
