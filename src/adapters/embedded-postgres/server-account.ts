import { execFileSync, spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';

/** Whom PostgreSQL runs as. It refuses to be root. */
export interface ServerAccount {
  /** Absent: as this process itself. */
  readonly ids?: { readonly uid: number; readonly gid: number };
  /** Whether the account can enter the folder, or run the program, at `path`. */
  reaches(path: string): boolean;
}

/**
 * As root: the owner of `path`, who can then go on without root later; else `postgres`, else `nobody`. Otherwise this
 * process' own user.
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

/** Tried, not computed: access lists and mounts count too. */
const reaches = (path: string, ids: { uid: number; gid: number }): boolean =>
  spawnSync('/bin/sh', ['-c', 'test -x "$0"', path], { ...ids, cwd: '/', stdio: 'ignore' }).status === 0;
