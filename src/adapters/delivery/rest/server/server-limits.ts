/** What one client may take of the server: docs/overload.md says why. */
export interface ServerLimits {
  /** Requests whose answer is not in hand yet; half of them of one address. */
  readonly maxRequests: number;
  /** Whether the address of a connection is that of a proxy, behind which there are many clients. */
  readonly isProxied: boolean;
  /** Bytes of large answers that clients have not taken yet. */
  readonly maxBufferedBytes: number;
  /** A client that takes nothing of its answer for so long is cut off. */
  readonly sendTimeoutMs: number;
  readonly headersTimeoutMs: number;
  /** In each such time a body ends, or brings what the least rate asks for. */
  readonly bodyTimeoutMs: number;
  readonly minBodyBytesPerSecond: number;
  /** Between requests of a connection. */
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
