import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive, thisProcess, type ProcessIdentity } from './process-identity.js';

/** Registers a user of the server in a file. Only the holder of the lock reads and changes these files. */
export interface Registration {
  /** Removes this user. Returns whether it was the last. */
  leave(): boolean;
}

export function registerUser(directory: string): Registration {
  mkdirSync(directory, { recursive: true });
  const file = join(directory, `${process.pid}-${randomBytes(4).toString('hex')}`);
  writeFileSync(file, JSON.stringify(thisProcess()));
  return {
    leave() {
      rmSync(file, { force: true });
      return livingUsers(directory) === 0;
    },
  };
}

/** Removes users that died without leaving. */
function livingUsers(directory: string): number {
  const living = readdirSync(directory).filter((name) => {
    const file = join(directory, name);
    if (isAlive(readUser(file))) return true;
    rmSync(file, { force: true });
    return false;
  });
  return living.length;
}

function readUser(file: string): ProcessIdentity {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as ProcessIdentity;
  } catch {
    return { pid: -1, started: '' };
  }
}
