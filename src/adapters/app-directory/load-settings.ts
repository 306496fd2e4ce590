import { defaultAdmissionOptions } from '../../application/admission/admission.js';
import { defaultServerLimits } from '../../application/admission/server-limits.js';
import { described, setting } from './setting.js';
import { Count, Milliseconds } from './setting-codecs.js';

/** How much the server takes on at once, and for how long it waits for clients (docs/overload.md). */
export const loadSettings = {
  maxConcurrentQueries: setting(
    'MAX_CONCURRENT_QUERIES',
    'server.maxConcurrentQueries',
    Count,
    described('three fewer than DATABASE_POOL_SIZE, or two if that is less than eight'),
    'Reads and writes of clients that the database runs at once (docs/overload.md)',
  ),
  queueTimeoutMs: setting(
    'QUEUE_TIMEOUT_MS',
    'server.queueTimeoutMs',
    Milliseconds,
    defaultAdmissionOptions.queueTimeoutMs,
    'Milliseconds that a request waits for a slot at most, before it is refused with 503',
  ),
  maxQueued: setting(
    'MAX_QUEUED',
    'server.maxQueued',
    Count,
    defaultAdmissionOptions.maxQueued,
    'Reads and writes of one client that wait at most',
  ),
  readTimeoutMs: setting(
    'READ_TIMEOUT_MS',
    'server.readTimeoutMs',
    Milliseconds,
    defaultAdmissionOptions.readTimeoutMs,
    'Milliseconds that the reads of one request may take together, waiting included',
  ),
  maxRequests: setting(
    'MAX_REQUESTS',
    'server.maxRequests',
    Count,
    defaultServerLimits.maxRequests,
    'Requests in progress at most; half of them for one address',
  ),
  maxBufferedBytes: setting(
    'MAX_BUFFERED_BYTES',
    'server.maxBufferedBytes',
    Count,
    defaultServerLimits.maxBufferedBytes,
    'Bytes of answers that clients have not read yet, of all connections together',
  ),
  sendTimeoutMs: setting(
    'SEND_TIMEOUT_MS',
    'server.sendTimeoutMs',
    Milliseconds,
    defaultServerLimits.sendTimeoutMs,
    'Milliseconds after which a client that reads nothing of its answer is disconnected',
  ),
  headersTimeoutMs: setting(
    'HEADERS_TIMEOUT_MS',
    'server.headersTimeoutMs',
    Milliseconds,
    defaultServerLimits.headersTimeoutMs,
    'Milliseconds in which the headers of a request have to arrive',
  ),
  bodyTimeoutMs: setting(
    'BODY_TIMEOUT_MS',
    'server.bodyTimeoutMs',
    Milliseconds,
    defaultServerLimits.bodyTimeoutMs,
    'Milliseconds in which a body has to end, or to arrive at MIN_BODY_BYTES_PER_SECOND',
  ),
  minBodyBytesPerSecond: setting(
    'MIN_BODY_BYTES_PER_SECOND',
    'server.minBodyBytesPerSecond',
    Count,
    defaultServerLimits.minBodyBytesPerSecond,
    'Bytes a second at which a body that takes longer has to arrive',
  ),
  idleTimeoutMs: setting(
    'IDLE_TIMEOUT_MS',
    'server.idleTimeoutMs',
    Milliseconds,
    defaultServerLimits.idleTimeoutMs,
    'Milliseconds that a connection stays open between requests',
  ),
};
