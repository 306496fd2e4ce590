import { defaultAdmissionOptions } from './admission.js';

/** What a server allows its clients (docs/overload.md). */
export interface ServerLimits {
  /** Requests in progress; at most half of them from one address. */
  readonly maxRequests: number;
  /** Reads and writes that run at once. */
  readonly maxConcurrentQueries: number;
  /** Whether connections come from a trusted proxy. */
  readonly isProxied: boolean;
  /** Bytes of large answers that are buffered for slow clients, over all connections. */
  readonly maxBufferedBytes: number;
  /** A client that reads nothing of its answer for this time is disconnected. */
  readonly sendTimeoutMs: number;
  readonly headersTimeoutMs: number;
  /** A request body must be complete, or arrive at the minimum rate, in each period of this length. */
  readonly bodyTimeoutMs: number;
  readonly minBodyBytesPerSecond: number;
  /** How long a connection stays open between requests. */
  readonly idleTimeoutMs: number;
}

export const defaultServerLimits: ServerLimits = {
  maxRequests: 256,
  maxConcurrentQueries: defaultAdmissionOptions.slots,
  isProxied: false,
  maxBufferedBytes: 64 * 1024 * 1024,
  sendTimeoutMs: 30_000,
  headersTimeoutMs: 15_000,
  bodyTimeoutMs: 30_000,
  minBodyBytesPerSecond: 10_000,
  idleTimeoutMs: 60_000,
};
