import { execFileSync, spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';

/** The account that PostgreSQL runs as. It refuses to run as root. */
export interface ServerAccount {
  /** Absent: the account of this process. */
  readonly ids?: { readonly uid: number; readonly gid: number };
  /** Whether the account can enter the folder, or run the program, at `path`. */
  reaches(path: string): boolean;
}

/**
 * For root: the owner of `path`, who can then start without root later; else `postgres`, else `nobody`. For any other
 * user: that user.
 */
export function serverAccount(path: string): ServerAccount {
  if (process.getuid?.() !== 0) return { reaches: () => true };
  const { uid, gid } = statSync(path);
  const ids =
    uid !== 0 && hasName(uid) ? { uid, gid } : (namedAccount('postgres') ?? namedAccount('nobody') ?? nobody);
  return { ids, reaches: (target) => reaches(target, ids) };
}

const nobody = { uid: 65534, gid: 65534 };

function namedAccount(name: string): ServerAccount['ids'] {
  try {
    const id = (flag: string): number =>
      Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    return undefined;
  }
}

/** PostgreSQL's initdb refuses to run as a user without an entry in /etc/passwd. */
const hasName = (uid: number): boolean =>
  spawnSync('id', ['-nu', String(uid)], { stdio: 'ignore' }).status === 0;

/** Tries it, because access lists and mounts matter too. */
const reaches = (path: string, ids: { uid: number; gid: number }): boolean =>
  spawnSync('/bin/sh', ['-c', 'test -x "$0"', path], { ...ids, cwd: '/', stdio: 'ignore' }).status === 0;
