import ipaddr from 'ipaddr.js';

/**
 * Whether an IP address is one of the public Internet: not of this machine, of a private network, of a cloud's metadata
 * service, or of a translation that leads there (RFC 6890 and its like).
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  // `process` turns IPv4 in IPv6 (::ffff:10.0.0.1) into IPv4.
  const judged = ipaddr.process(address);
  if (judged.range() !== 'unicast' || judged.toString() === azurePlatform) return false;
  // What is assigned of IPv6. The rest has the former forms of IPv4 in it too (::10.0.0.1).
  return judged instanceof ipaddr.IPv4 || judged.match(ipaddr.IPv6.parseCIDR('2000::/3'));
}

/** Where machines of that cloud reach its metadata, although the address is of the public Internet. */
const azurePlatform = '168.63.129.16';
