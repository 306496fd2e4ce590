import ipaddr from 'ipaddr.js';

/**
 * Whether an IP address is one of the public Internet: not of this machine, of a private network, of a cloud's metadata
 * service, or of a translation that leads there (RFC 6890 and its like).
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  // `process` turns IPv4 in IPv6 (::ffff:10.0.0.1) into IPv4.
  return ipaddr.process(address).range() === 'unicast';
}
