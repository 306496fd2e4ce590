/** Returns the host and database of an address, without its credentials. */
export function hostOf(url: string): string {
  const { host, pathname } = URL.canParse(url) ? new URL(url) : { host: 'this address', pathname: '' };
  return `${host}${pathname}`;
}
