/** What a server allows its clients (docs/overload.md). */
export interface ServerLimits {
  /** Requests whose answer is not ready yet; half of them of one address. */
  readonly maxRequests: number;
  /** Whether the address of a connection is that of a trusted proxy. */
  readonly isProxied: boolean;
  /** Bytes of large answers that clients have not read yet, of all connections together. */
  readonly maxBufferedBytes: number;
  /** A client that reads nothing of its answer for so long is disconnected. */
  readonly sendTimeoutMs: number;
  readonly headersTimeoutMs: number;
  /** In each such time a body has to end, or to arrive at the minimum rate. */
  readonly bodyTimeoutMs: number;
  readonly minBodyBytesPerSecond: number;
  /** How long a connection stays open between requests. */
  readonly idleTimeoutMs: number;
}

export const defaultServerLimits: ServerLimits = {
  maxRequests: 256,
  isProxied: false,
  maxBufferedBytes: 64 * 1024 * 1024,
  sendTimeoutMs: 30_000,
  headersTimeoutMs: 15_000,
  bodyTimeoutMs: 30_000,
  minBodyBytesPerSecond: 10_000,
  idleTimeoutMs: 60_000,
};
