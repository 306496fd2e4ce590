import type { Measured } from './measure.js';

export interface Report {
  readonly cases: readonly Omit<Measured, 'handWrittenRps'>[];
  readonly residentMB: number;
}

const columns = ['rps', 'by hand', 'ratio', 'p50 ms', 'p99 ms'] as const;

export const heading = (): string =>
  ['case'.padEnd(34), ...columns.map((column) => column.padStart(9))].join('');

export function line({ name, rps, handWrittenRps, ratio, p50, p99 }: Measured): string {
  const cells = [rps.toFixed(0), handWrittenRps.toFixed(0), ratio.toFixed(2), p50.toFixed(2), p99.toFixed(2)];
  return [name.padEnd(34), ...cells.map((cell) => cell.padStart(9))].join('');
}

export function reportOf(measured: readonly Measured[], residentMB: number): Report {
  const cases = measured.map(({ name, kind, rps, p50, p99, ratio }) => ({
    name,
    kind,
    rps,
    p50,
    p99,
    ratio,
  }));
  return { cases, residentMB };
}
