export interface Clock {
  /** Returns the current time in ISO 8601, UTC, with milliseconds. */
  now(): string;
}
