import { randomBytes } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** Distinguishes processes with the same pid. */
const instance = randomBytes(6).toString('hex');
const host = hostname()
  .replace(/[^A-Za-z0-9-]+/g, '-')
  .slice(0, 60);

/** Identifies the pid namespace: containers with the same host name each have a process 1. */
const place = `${host}${numbering()}`;

function numbering(): string {
  try {
    return `+${readlinkSync('/proc/self/ns/pid').replace(/\D+/g, '')}`;
  } catch {
    return '';
  }
}

/** Identifies this process as the owner of a claim, in characters that a file name may contain. */
export const owner = `${place}~${process.pid}~${instance}`;

/** No process works on one file for that long. Claims of processes elsewhere become stale after this time. */
const staleAfterMs = 6 * 60 * 60 * 1000;

/** Whether the process that made a claim of this name at `since` no longer works on it. */
export function isGone(name: string, since: Date): boolean {
  if (Date.now() - since.getTime() > staleAfterMs) return true;
  const [itsPlace, pid, itsInstance] = name.split('~');
  if (itsPlace !== place || itsInstance === instance) return false;
  return pid === String(process.pid) || !isAlive(Number(pid));
}

function isAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
