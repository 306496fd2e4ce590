import { useMemo, useState, type CSSProperties } from 'react';
import { openKept } from '../session/kept.js';
import { useSession } from '../session/session.js';

/** In pixels. */
export const [leastWidth, mostWidth] = [60, 800];

/** The style sheet has widths for so many cells of a row. */
const mostCells = 16;

type Widths = Readonly<Record<string, number>>;

export interface ColumnWidths {
  readonly of: (name: string) => number | undefined;
  /** `width` undefined: as wide as its content. */
  readonly resize: (name: string, width: number | undefined) => void;
  /** Of the table with these columns. `before` is the number of the cells in front of them. */
  readonly style: (names: readonly string[], before: number) => CSSProperties;
}

const isWidths = (given: unknown): given is Widths =>
  typeof given === 'object' &&
  given !== null &&
  Object.values(given).every((width) => typeof width === 'number');

/** How wide the columns of a content-type are in this browser. */
export function useWidths(uid: string): ColumnWidths {
  const { documentId: person } = useSession().administrator;
  const kept = useMemo(
    () => openKept(person, ['widths', uid], (given) => (isWidths(given) ? given : null)),
    [person, uid],
  );
  const [widths, setWidths] = useState<Widths>(() => kept.read() ?? {});
  return {
    of: (name) => widths[name],
    resize(name, width) {
      const { [name]: _, ...others } = widths;
      const next =
        width === undefined
          ? others
          : { ...others, [name]: Math.round(Math.min(mostWidth, Math.max(leastWidth, width))) };
      kept.write(Object.keys(next).length === 0 ? null : next);
      setWidths(next);
    },
    style: (names, before) =>
      Object.fromEntries(
        names.slice(0, mostCells - before).flatMap((name, at) => {
          const width = widths[name];
          return width === undefined ? [] : [[`--w${at + before + 1}`, `${width}px`]];
        }),
      ) as CSSProperties,
  };
}
