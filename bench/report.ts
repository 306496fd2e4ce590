import type { LogCost } from './change-log/measure-log.js';
import type { Measured, ProcessorTime } from './measure.js';

export interface Report {
  readonly cases: readonly (Omit<Measured, 'handWrittenRps' | 'cpu'> & {
    readonly cpu?: { readonly quire: ProcessorTime; readonly handWritten: ProcessorTime };
  })[];
  readonly residentMB: number;
}

const columns = ['rps', 'by hand', 'ratio', 'p50 ms', 'p99 ms'] as const;
/** Processor milliseconds of a request: of Quire, of the database for it, and of both by hand. */
const cpuColumns = ['cpu', 'database', 'by hand', 'database'] as const;

export const heading = (cpu: boolean): string =>
  ['case'.padEnd(34), ...[...columns, ...(cpu ? cpuColumns : [])].map((column) => column.padStart(9))].join(
    '',
  );

export function line({ name, rps, handWrittenRps, ratio, p50, p99, cpu }: Measured): string {
  const cells = [rps.toFixed(0), handWrittenRps.toFixed(0), ratio.toFixed(2), p50.toFixed(2), p99.toFixed(2)];
  cells.push(...(cpu ?? []).flatMap(({ server, database }) => [server.toFixed(3), database.toFixed(3)]));
  return [name.padEnd(34), ...cells.map((cell) => cell.padStart(9))].join('');
}

export function reportOf(measured: readonly Measured[], residentMB: number): Report {
  const cases = measured.map(({ name, kind, rps, p50, p99, ratio, cpu }) => ({
    name,
    kind,
    rps,
    p50,
    p99,
    ratio,
    ...(cpu !== undefined && { cpu: { quire: cpu[0], handWritten: cpu[1] } }),
  }));
  return { cases, residentMB };
}

export const logHeading = (hasHistory: boolean): string =>
  [
    (hasHistory ? 'with log and history' : 'with log').padEnd(34),
    ...['ms without', 'server +', 'database +', 'ratio', 'quarter', '¾', 'sure from', 'to'].map((column) =>
      column.padStart(11),
    ),
  ].join('');

export function logLine({ name, withoutMs, addedMs, ratio: [lower, median, upper], sure }: LogCost): string {
  const cells = [median, lower, upper, ...sure].map((value) => value.toFixed(3));
  const times = [withoutMs, ...addedMs].map((ms) => ms.toFixed(3));
  return [name.padEnd(34), ...[...times, ...cells].map((cell) => cell.padStart(11))].join('');
}
