import { randomBytes } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** One for each start of a process: its number can be given to another. */
const instance = randomBytes(6).toString('hex');
const host = hostname()
  .replace(/[^A-Za-z0-9-]+/g, '-')
  .slice(0, 60);

/** Where process numbers mean one thing: containers of one host name each have a first process of their own. */
const place = `${host}${numbering()}`;

function numbering(): string {
  try {
    return `+${readlinkSync('/proc/self/ns/pid').replace(/\D+/g, '')}`;
  } catch {
    return '';
  }
}

/** Who works at a file: a text that can be part of a file name. */
export const owner = `${place}~${process.pid}~${instance}`;

/** Nobody is at one file that long: what a process elsewhere has begun before is nobody's. */
const staleAfterMs = 6 * 60 * 60 * 1000;

/** Whether whoever was at work then, under that name, is so no more. */
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
