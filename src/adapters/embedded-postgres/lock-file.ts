import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive, thisProcess, type ProcessIdentity } from './process-identity.js';

const lockTimeoutMs = 120_000;

/**
 * Runs `work` while holding the lock at `path`. Removes a lock whose holder has died. Throws when a living process holds
 * it for two minutes.
 */
export async function withLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + lockTimeoutMs;
  while (!tryLock(path)) {
    const holder = readHolder(path);
    if (holder !== undefined && !isAlive(holder)) breakLock(path);
    if (Date.now() > deadline) throw new Error(`process ${holder?.pid} has held ${path} for two minutes`);
    await sleep(25);
  }
  try {
    return await work();
  } finally {
    rmSync(path, { force: true });
  }
}

/** A link appears with all of its content, so no process reads half of it. */
function tryLock(path: string): boolean {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  writeFileSync(draft, JSON.stringify(thisProcess()));
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function readHolder(path: string): ProcessIdentity | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as ProcessIdentity;
  } catch {
    return undefined;
  }
}

/**
 * Two processes may find the same dead holder, and the slower one must not remove a lock that the faster one has taken
 * since. So a process that removes a lock holds a second lock, and checks again.
 */
function breakLock(path: string): void {
  const breaking = `${path}.breaking`;
  if (!tryLock(breaking)) {
    if (Date.now() - modified(breaking) > 10_000) rmSync(breaking, { force: true });
    return;
  }
  try {
    const holder = readHolder(path);
    if (holder !== undefined && !isAlive(holder)) rmSync(path, { force: true });
  } finally {
    rmSync(breaking, { force: true });
  }
}

const modified = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
