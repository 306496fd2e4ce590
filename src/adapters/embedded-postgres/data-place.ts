import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { serverAccount, type ServerAccount } from './server-account.js';

/** The files of one embedded server. */
export interface DataPlace {
  /** PostgreSQL's data directory. */
  readonly data: string;
  /** The folder of `data`, which the account can write to. */
  readonly home: string;
  readonly account: ServerAccount;
  /** Where the programs are copied to if necessary. */
  readonly copies: string;
  readonly password: string;
  readonly users: string;
  readonly log: string;
  /** The port of the last start. The next one uses it again, if it is free. */
  readonly port: string;
  /** Whether the data is outside the app's folder, because the account cannot enter that. */
  readonly moved: boolean;
}

/** Root's data goes here if the account that runs PostgreSQL cannot enter the app's folder. */
const sharedPlace = '/var/lib/quire';

/** Finds the place of the data that belongs to `dataDir`, or chooses one. The caller holds the lock. */
export function dataPlace(dataDir: string): DataPlace {
  const pointer = join(dataDir, 'location');
  const recorded = existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : undefined;
  const own = join(dataDir, 'data');
  const account = serverAccount(existsSync(recorded ?? own) ? (recorded ?? own) : dataDir);
  if (recorded !== undefined && !existsSync(recorded)) {
    throw new Error(
      `${pointer} says that the data is in ${recorded}, but it is not there: bring it back, or delete ${pointer} to start with an empty database`,
    );
  }
  if (recorded !== undefined) return placeOf(dataDir, recorded, account);
  if (account.ids !== undefined) {
    chmodSync(dataDir, statSync(dataDir).mode | 0o011);
    if (!account.reaches(dataDir)) {
      return placeOf(dataDir, movedHome(dataDir, account), account);
    }
  }
  return placeOf(dataDir, own, account);
}

function placeOf(dataDir: string, data: string, account: ServerAccount): DataPlace {
  const home = dirname(data);
  const moved = home !== dataDir;
  return {
    data,
    home,
    account,
    copies: account.ids === undefined ? join(dataDir, 'programs') : sharedPlace,
    password: join(dataDir, 'password'),
    users: join(dataDir, 'users'),
    log: join(dataDir, 'postgres.log'),
    port: join(dataDir, 'port'),
    moved,
  };
}

/** Records the new place of data after it was moved. */
export function recordPlace({ data, moved }: DataPlace, dataDir: string): void {
  if (moved) writeFileSync(join(dataDir, 'location'), `${data}\n`);
}

/** Creates the folder with the owner of the folder above, even if root creates it. */
export function makeDataDir(dataDir: string): void {
  const made = mkdirSync(dataDir, { recursive: true });
  if (made === undefined || process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(dirname(made));
  for (let path = resolve(dataDir); path.startsWith(made); path = dirname(path)) chownSync(path, uid, gid);
}

/** Gives files that root has written to the owner of the data, who may start the server without root next time. */
export function handOver({ password, users, log, port }: DataPlace, dataDir: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(dataDir);
  const registered = readdirSync(users).map((name) => join(users, name));
  for (const path of [password, users, log, port, ...registered]) chownSync(path, uid, gid);
}

/** A new name each time, so that no app finds the data of a deleted one. */
function movedHome(dataDir: string, { ids }: ServerAccount): string {
  const app = basename(dirname(dirname(dataDir))).replace(/[^\w-]/g, '') || 'app';
  const home = join(sharedPlace, `${app}-${randomBytes(4).toString('hex')}`);
  mkdirSync(home, { recursive: true });
  chmodSync(sharedPlace, 0o755);
  if (ids !== undefined) chownSync(home, ids.uid, ids.gid);
  return join(home, 'data');
}
