/** `postgres://host:port/database`: what can be shown of a database's address, and tells it from others. */
export function databaseAddress(url: string): string {
  const mongo = /^(mongodb(?:\+srv)?:\/\/)(?:.*@)?([^?#]*)/.exec(url);
  if (mongo !== null) return `${mongo[1] ?? ''}${mongo[2] ?? ''}`;
  const { hostname, port, pathname } = new URL(url);
  return `postgres://${hostname === 'localhost' ? '127.0.0.1' : hostname}:${port === '' ? '5432' : port}${pathname}`;
}
