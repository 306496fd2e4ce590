import type { OnProgress, Progress } from '../../../application/transfer/transfer.js';
import type { Screen } from './command.js';

export interface ProgressView {
  readonly show: OnProgress;
  /** Removes the bar, so that a line can be written. The next progress draws it again. */
  clear(): void;
  end(): void;
}

/** The width if the terminal does not report it, as in many containers. */
const usualWidth = 80;

/** Shows a bar on a terminal; elsewhere nothing, as what commands write on a schedule is mailed. */
export function createProgressView({ note, noteWidth }: Pick<Screen, 'note' | 'noteWidth'>): ProgressView {
  if (noteWidth === null) return silent;
  const width = noteWidth === 0 ? usualWidth : noteWidth;
  let shown = '';
  const clear = (): void => {
    if (shown !== '') note(`\r${' '.repeat(shown.length)}\r`);
    shown = '';
  };
  return {
    show(progress) {
      const line = bar(progress, width);
      if (line === shown) return;
      note(`\r${line.padEnd(shown.length)}`);
      shown = line;
    },
    clear,
    end: clear,
  };
}

const silent: ProgressView = { show() {}, clear() {}, end() {} };

const barWidth = 24;

function bar(progress: Progress, width: number): string {
  const filled = Math.round(shareOf(progress) * barWidth);
  const counts = `${shownNumber(progress.rows)} of ${shownNumber(progress.total)}`;
  const drawn = '█'.repeat(filled) + '░'.repeat(barWidth - filled);
  return `${drawn} ${percent(progress)}  ${counts}  ${progress.part}`.slice(0, Math.max(0, width - 1));
}

/** At most 1: a comparison can find more rows than expected. */
const shareOf = ({ rows, total }: Progress): number => (total === 0 ? 1 : Math.min(1, rows / total));

const percent = (progress: Progress): string =>
  `${String(Math.floor(shareOf(progress) * 100)).padStart(3)} %`;

export const shownNumber = (number: number): string => number.toLocaleString('en');

export const shownBytes = (bytes: number): string =>
  bytes < 1e6 ? `${shownNumber(bytes)} bytes` : `${shownNumber(Math.round(bytes / 1e6))} MB`;

const readStep = 100_000;

/** Says now and then on a terminal how much of an archive is read. */
export function readingLine({ note, noteWidth }: Pick<Screen, 'note' | 'noteWidth'>): (rows: number) => void {
  if (noteWidth === null) return () => {};
  let next = readStep;
  return (rows) => {
    if (rows < next) return;
    next = rows + readStep;
    note(`Reading: ${shownNumber(rows)} lines\n`);
  };
}
