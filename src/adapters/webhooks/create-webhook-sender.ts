import { createHmac } from 'node:crypto';
import { lookup, type LookupAddress } from 'node:dns';
import { Agent as HttpAgent, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps, type RequestOptions } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { WebhookCall, WebhookSender } from '../../application/ports/webhook-sender.js';
import { isPublicAddress } from './public-address.js';

interface SenderOptions {
  /** Sent with each request, unless the webhook says otherwise. */
  readonly defaultHeaders?: Readonly<Record<string, string>> | undefined;
  /** Host names and addresses that may be called although their address is private; absent: none. */
  readonly privateHosts?: readonly string[] | undefined;
  /** How long an answer may take. */
  readonly timeoutMs: number;
}

/** More of an answer than this is not read. */
const maxAnswerBytes = 64 * 1024;

/**
 * Sends over HTTP. The address is judged when the connection is made, on what the name resolves to then, so a name that
 * changes its address (DNS rebinding) gains nothing.
 */
export function createWebhookSender(options: SenderOptions): WebhookSender {
  const { privateHosts = [], timeoutMs, defaultHeaders } = options;
  // Agents of its own: it never uses a connection that something else has made, whose address was not judged.
  const agents = { http: new HttpAgent({ keepAlive: true }), https: new HttpsAgent({ keepAlive: true }) };
  const allowed = new Set(privateHosts.map((host) => host.toLowerCase()));
  const lookupFor = (host: string): Pick<RequestOptions, 'lookup'> | null => {
    if (allowed.has(host)) return {};
    return isIP(host) !== 0 && !isPublicAddress(host) ? null : { lookup: lookupPublic };
  };
  return {
    async send(call) {
      const { protocol, hostname } = new URL(call.url);
      const looking = lookupFor(hostname.replace(/^\[|\]$/g, '').toLowerCase());
      if (looking === null) return { kind: 'failed', reason: privateAddress };
      const asked: RequestOptions = {
        method: 'POST',
        agent: protocol === 'https:' ? agents.https : agents.http,
        headers: { ...defaultHeaders, ...call.headers, ...ownHeaders(call) },
        signal: AbortSignal.timeout(timeoutMs),
        ...looking,
      };
      try {
        return { kind: 'answered', status: await statusOf(call, asked) };
      } catch (error) {
        return { kind: 'failed', reason: reasonOf(error as NodeJS.ErrnoException, timeoutMs) };
      }
    },
  };
}

/** Sends the request, and reads the answer as far as the connection can be used again. */
const statusOf = ({ url, body }: WebhookCall, asked: RequestOptions): Promise<number> =>
  new Promise((resolve, reject) => {
    const send = url.startsWith('https:') ? requestHttps : requestHttp;
    let isAnswered = false;
    const request = send(url, asked, (response) => {
      isAnswered = true;
      const answered = (): void => resolve(response.statusCode ?? 0);
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > maxAnswerBytes) response.destroy();
      });
      response.on('close', answered).on('error', answered);
    });
    request.on('upgrade', (_response, socket) => {
      socket.destroy();
      reject(new Error(otherProtocol));
    });
    request.on('error', reject).on('close', () => {
      // The answer can outlast the request, and closes itself.
      if (!isAnswered) reject(new Error('closed'));
    });
    request.end(body);
  });

/** The signature is that of Standard Webhooks 1.0: HMAC-SHA-256 over `id.timestamp.body`. */
function ownHeaders({ id, body, signingSecret, sentAt }: WebhookCall): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(sentAt / 1000));
  const key = Buffer.from(signingSecret.replace('whsec_', ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
    'User-Agent': 'Quire',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
}

const privateAddress =
  'its address is not public: name its host in WEBHOOK_PRIVATE_HOSTS if it may be called';

const otherProtocol = 'it changed the protocol (101)';

const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error) return callback(error, '');
    const open = addresses.filter(({ address }) => isPublicAddress(address));
    const [first] = open;
    if (first === undefined) return callback(new Error(privateAddress), '');
    return options.all === true ? callback(null, open) : callback(null, first.address, first.family);
  });
};

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was cut',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the name server did not answer',
};

function reasonOf(error: NodeJS.ErrnoException, timeoutMs: number): string {
  if (error.name === 'AbortError' || error.name === 'TimeoutError')
    return `no answer within ${timeoutMs / 1000} s`;
  if (error.message === privateAddress || error.message === otherProtocol) return error.message;
  const code = error.code ?? error.name;
  return reasons[code] ?? `the request failed (${code})`;
}
