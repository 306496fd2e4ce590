import type * as t from 'io-ts';
import { defaultAdmissionOptions } from '../../application/admission/admission.js';
import type { section } from './config-section.js';
import { Count } from './setting-codecs.js';

/** Limits of concurrency, and timeouts (docs/overload.md). */
export interface LoadConfig {
  /** Reads and writes of clients that run at once. */
  readonly maxConcurrentQueries: number;
  /** How long one read or write waits for a slot at most. */
  readonly queueTimeoutMs: number;
  /** Reads and writes of one client that wait at most. */
  readonly maxQueued: number;
  /** How long the reads of one request may take together. */
  readonly readTimeoutMs: number;
  /** Requests in progress at most. */
  readonly maxRequests: number;
  /** Bytes of answers that clients have not read yet, of all connections together. */
  readonly maxBufferedBytes: number;
  /** A client that takes nothing of its answer for so long is cut off. */
  readonly sendTimeoutMs: number;
  readonly headersTimeoutMs: number;
  /** In each such time a body has to end, or to arrive at `minBodyBytesPerSecond`. */
  readonly bodyTimeoutMs: number;
  readonly minBodyBytesPerSecond: number;
  /** How long a connection stays open between requests. */
  readonly idleTimeoutMs: number;
}

/** Keys of `config/server.js`. */
export const loadSettings = {
  maxConcurrentQueries: Count,
  queueTimeoutMs: Count,
  maxQueued: Count,
  readTimeoutMs: Count,
  maxRequests: Count,
  maxBufferedBytes: Count,
  sendTimeoutMs: Count,
  headersTimeoutMs: Count,
  bodyTimeoutMs: Count,
  minBodyBytesPerSecond: Count,
  idleTimeoutMs: Count,
};

export const loadVariables = {
  MAX_CONCURRENT_QUERIES: Count,
  QUEUE_TIMEOUT_MS: Count,
  MAX_QUEUED: Count,
  READ_TIMEOUT_MS: Count,
  MAX_REQUESTS: Count,
  MAX_BUFFERED_BYTES: Count,
  SEND_TIMEOUT_MS: Count,
  HEADERS_TIMEOUT_MS: Count,
  BODY_TIMEOUT_MS: Count,
  MIN_BODY_BYTES_PER_SECOND: Count,
  IDLE_TIMEOUT_MS: Count,
};

type Set = t.TypeOf<ReturnType<typeof section<typeof loadVariables>>>;
type File = t.TypeOf<ReturnType<typeof section<typeof loadSettings>>>;

/** Connections kept free for signing in and for the server's own work. */
const ownConnections = 2;

/** The environment first, the file second. */
export const combineLoad = (set: Set, file: File, poolSize: number): LoadConfig => ({
  maxConcurrentQueries:
    set.MAX_CONCURRENT_QUERIES ?? file.maxConcurrentQueries ?? Math.max(1, poolSize - ownConnections),
  queueTimeoutMs: set.QUEUE_TIMEOUT_MS ?? file.queueTimeoutMs ?? defaultAdmissionOptions.queueTimeoutMs,
  maxQueued: set.MAX_QUEUED ?? file.maxQueued ?? defaultAdmissionOptions.maxQueued,
  readTimeoutMs: set.READ_TIMEOUT_MS ?? file.readTimeoutMs ?? defaultAdmissionOptions.readTimeoutMs,
  maxRequests: set.MAX_REQUESTS ?? file.maxRequests ?? 256,
  maxBufferedBytes: set.MAX_BUFFERED_BYTES ?? file.maxBufferedBytes ?? 64 * 1024 * 1024,
  sendTimeoutMs: set.SEND_TIMEOUT_MS ?? file.sendTimeoutMs ?? 30_000,
  headersTimeoutMs: set.HEADERS_TIMEOUT_MS ?? file.headersTimeoutMs ?? 15_000,
  bodyTimeoutMs: set.BODY_TIMEOUT_MS ?? file.bodyTimeoutMs ?? 30_000,
  minBodyBytesPerSecond: set.MIN_BODY_BYTES_PER_SECOND ?? file.minBodyBytesPerSecond ?? 10_000,
  idleTimeoutMs: set.IDLE_TIMEOUT_MS ?? file.idleTimeoutMs ?? 60_000,
});
