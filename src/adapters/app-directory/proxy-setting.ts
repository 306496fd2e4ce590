import { isIP } from 'node:net';
import * as t from 'io-ts';
import { codec } from './config-codec.js';

/**
 * Whose X-Forwarded-For counts. `false`: it is ignored; a number: of proxies in front of the server; a text: the addresses of
 * proxies.
 */
export type TrustedProxy = false | number | string;

const names: ReadonlySet<string> = new Set(['loopback', 'linklocal', 'uniquelocal']);

/** Existing projects write `{ koa: true }`. `true` is one proxy: with more, clients could choose their address. */
export const Proxy = codec<TrustedProxy>(
  'true (for one proxy), false, how many proxies there are, or their addresses such as "10.0.0.0/8, loopback"',
  (raw) => read(incoming(raw)),
);

/** The keys besides `koa` concern requests that the server sends. */
const keys: ReadonlySet<string> = new Set(['koa', 'global', 'http', 'https', 'fetch']);

const incoming = (raw: unknown): unknown =>
  t.UnknownRecord.is(raw) && Object.keys(raw).every((key) => keys.has(key)) ? (raw['koa'] ?? false) : raw;

function read(raw: unknown): TrustedProxy | undefined {
  if (raw === true || raw === 'true') return 1;
  if (raw === false || raw === 'false') return false;
  const number = typeof raw === 'string' && /^\d{1,2}$/.test(raw) ? Number(raw) : raw;
  if (typeof number === 'number')
    return Number.isInteger(number) && number >= 0 && number < 100 ? number || false : undefined;
  if (typeof raw !== 'string') return undefined;
  const parts = raw.split(',').map((part) => part.trim());
  return parts.every((part) => names.has(part) || isNetwork(part)) ? parts.join(', ') : undefined;
}

function isNetwork(text: string): boolean {
  const [address = '', bits, more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more !== undefined) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}
