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

/** Shows a bar on a terminal; elsewhere a line for each part and for each tenth of the whole. */
export function createProgressView({ note, noteWidth }: Pick<Screen, 'note' | 'noteWidth'>): ProgressView {
  if (noteWidth === null) return plainLines(note);
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

function plainLines(note: Screen['note']): ProgressView {
  let tenth = 0;
  return {
    show(progress) {
      const { part, isPartDone, partRows } = progress;
      const reached = Math.floor(shareOf(progress) * 10);
      if (!(isPartDone && partRows > 0) && reached <= tenth) return;
      tenth = reached;
      note(`${percent(progress)}  ${part}: ${shownNumber(partRows)}${isPartDone ? ', done' : ''}\n`);
    },
    clear() {},
    end() {},
  };
}

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

/** Says now and then how much of an archive is read. */
export function readingLine({ note }: Pick<Screen, 'note'>): (rows: number) => void {
  let next = readStep;
  return (rows) => {
    if (rows < next) return;
    next = rows + readStep;
    note(`Reading: ${shownNumber(rows)} lines\n`);
  };
}
