import { BlockList, isIP } from 'node:net';
import type { RequestHandler } from 'express';
import { clientAddress } from '../../codec/client-address.js';
import { sendError } from '../send.js';

/** The addresses that requests may come from: `strapi::ip`. */
export interface AddressLists {
  /** Absent: all. */
  readonly whitelist?: readonly AddressRule[];
  readonly blacklist?: readonly AddressRule[];
}

/** An address, a network such as `10.0.0.0/8`, a pattern such as `192.168.0.*`, or an expression. */
type AddressRule = string | RegExp;

/** Refuses requests from other addresses with 403. */
export function limitAddresses({ whitelist, blacklist = [] }: AddressLists): RequestHandler {
  const isListed = whitelist === undefined ? () => true : matching(whitelist);
  const isBlocked = matching(blacklist);
  return (req, res, next) => {
    const address = clientAddress(req);
    if (isListed(address) && !isBlocked(address)) return next();
    sendError(res, { status: 403, name: 'ForbiddenError', message: 'Forbidden', details: {} });
  };
}

function matching(rules: readonly AddressRule[]): (address: string) => boolean {
  const networks = new BlockList();
  const patterns: RegExp[] = [];
  for (const rule of rules) {
    const [address = '', bits] = typeof rule === 'string' ? rule.split('/') : [];
    if (rule instanceof RegExp) patterns.push(rule);
    else if (isIP(address) === 0) patterns.push(patternOf(rule));
    else if (bits === undefined) networks.addAddress(address, family(address));
    else networks.addSubnet(address, Number(bits), family(address));
  }
  return (address) =>
    (isIP(address) !== 0 && networks.check(address, family(address))) ||
    // A global or sticky expression would begin where it ended before.
    patterns.some((pattern) => address.search(pattern) !== -1);
}

const family = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 4 ? 'ipv4' : 'ipv6');

/** `192.168.0.*` and `8.8.8.[0-3]` stand for whole addresses. */
const patternOf = (rule: string): RegExp =>
  new RegExp(`^${rule.replaceAll('.', '\\.').replaceAll('*', '.*')}$`, 'i');
