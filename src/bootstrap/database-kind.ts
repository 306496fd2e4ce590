/** `embedded` is the built-in PostgreSQL; `memory` is gone with its server. */
type DatabaseKind = 'embedded' | 'memory' | 'mongodb' | 'postgres';

/** Which kind of database an address names. */
export function databaseKind(url: string | undefined): DatabaseKind {
  if (url === undefined) return 'embedded';
  if (url.startsWith('memory:')) return 'memory';
  return url.startsWith('mongodb') ? 'mongodb' : 'postgres';
}
