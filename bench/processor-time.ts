import { readdirSync, readFileSync } from 'node:fs';

/** Processor time from `/proc`, which only Linux has, in hundredths of a second. */

interface ProcessStat {
  readonly parent: number;
  readonly ownMs: number;
  /** Of children that have ended. */
  readonly endedMs: number;
}

/** Null for a process that is not there. */
function statOf(pid: number | string): ProcessStat | null {
  try {
    const [, text = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(/\) (?=\S+ \d+ \d+ )/);
    const field = (number: number): number => Number(text.split(' ')[number - 3]);
    return {
      parent: field(4),
      ownMs: 10 * (field(14) + field(15)),
      endedMs: 10 * (field(16) + field(17)),
    };
  } catch {
    return null;
  }
}

/** Throws if there is no such process on this machine. */
export function processorMsOf(pid: number): number {
  const stat = statOf(pid);
  if (stat === null) throw new Error(`no process ${pid} on this machine, or no /proc`);
  return stat.ownMs;
}

/** The process that started it; null if it is not on this machine. */
export const parentOf = (pid: number): number | null => statOf(pid)?.parent ?? null;

/** The processes and all that they started. */
export const pidsOfTrees = (roots: readonly number[]): readonly number[] => [...statsOfTrees(roots).keys()];

/** The processor time of the processes and of all that they started, in milliseconds. */
export const processorMsOfTrees = (roots: readonly number[]): number =>
  [...statsOfTrees(roots).values()].reduce((sum, { ownMs, endedMs }) => sum + ownMs + endedMs, 0);

function statsOfTrees(roots: readonly number[]): ReadonlyMap<number, ProcessStat> {
  const stats = new Map<number, ProcessStat>();
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? statOf(name) : null;
    if (stat !== null) stats.set(Number(name), stat);
  }
  const isInside = (pid: number): boolean =>
    roots.includes(pid) || (stats.has(pid) && isInside(stats.get(pid)!.parent));
  return new Map([...stats].filter(([pid]) => isInside(pid)));
}
