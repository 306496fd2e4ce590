import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';

/** A process, distinguished from a later one with the same pid. */
export interface ProcessIdentity {
  readonly pid: number;
  /** When it started, in the system's own form; empty if the system does not report it. */
  readonly started: string;
}

export const thisProcess = (): ProcessIdentity => ({ pid: process.pid, started: startOf(process.pid) });

export function isAlive({ pid, started }: ProcessIdentity): boolean {
  if (!exists(pid)) return false;
  const now = startOf(pid);
  return now === '' || started === '' || now === started;
}

/** Whether a process with this pid runs. A zombie does not run. */
export function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return process.platform !== 'linux' || statOf(pid)?.[0] !== 'Z';
}

/** Whether `pid` can be a postmaster of `data`: by its working directory on Linux, by its command elsewhere. */
export function isPostmasterOf(pid: number, data: string): boolean {
  if (!exists(pid)) return false;
  try {
    if (process.platform === 'linux') return readlinkSync(`/proc/${pid}/cwd`) === data;
    if (process.platform === 'win32') return true;
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes(data);
  } catch {
    return false;
  }
}

const startOf = (pid: number): string => (process.platform === 'linux' ? (statOf(pid)?.[19] ?? '') : '');

/** The fields of /proc/PID/stat from the third on. The second, the command, may hold spaces and brackets. */
function statOf(pid: number): readonly string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}
