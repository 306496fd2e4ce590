import {
  useEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import type { MediaFile } from '../../contract/media.js';
import { say } from '../messages/messages.js';
import { stepOf } from '../ui/move-focus.js';
import { Missing, Row, Space, Tile, type PickFile } from './file-item.js';
import type { Files } from './library.js';
import { useGridWindow, type GridWindow } from './use-grid-window.js';
import { thingOf, type Picked } from './use-picked.js';

interface Props {
  readonly files: Files;
  /** Reads the files from one place up to another. */
  readonly load: (from: number, to: number) => Promise<readonly MediaFile[] | null>;
  readonly isTable: boolean;
  /** The documentId of the file whose details are open. */
  readonly shown: string | undefined;
  readonly isStale: boolean;
  /** Whether files can be dragged into folders. */
  readonly isMovable: boolean;
  readonly picked: Picked;
  readonly open: (documentId: string) => void;
}

/** How long the page stands still before what it shows is read; milliseconds. */
const still = 80;

/**
 * Files as tiles or as rows: only what is seen has elements, and only what is seen is read. Tab reaches one of them, the arrow
 * keys the others.
 */
export function FileList(props: Props) {
  const { files, load, isTable, shown, isStale } = props;
  const list = useRef<HTMLElement>(null);
  const [focused, setFocused] = useState<string | undefined>(shown);
  const [going, setGoing] = useState<number | null>(null);
  const reached = useMemo(
    () =>
      Math.max(
        0,
        files.findIndex((file) => file !== undefined && file.documentId === focused),
      ),
    [files, focused],
  );
  const { columns, rows, heightOf } = useGridWindow(list, files.length, [reached, going]);
  const places = rows.flatMap((row) =>
    Array.from({ length: columns }, (_, at) => row * columns + at).filter((place) => place < files.length),
  );
  useReading(files, places, isStale ? null : load);
  const pick = usePick(props);
  useGoing(list, files, going, () => setGoing(null));

  const press = (event: KeyboardEvent<HTMLElement>): void => {
    const step = stepOf(event, columns);
    const item = event.target instanceof Element && event.target.matches('[data-item]') ? event.target : null;
    const at = Number(item?.closest<HTMLElement>('[data-place]')?.dataset['place']);
    if (step === undefined || item === null) return;
    event.preventDefault();
    const to = at + step;
    if (Number.isFinite(step) && (to < 0 || to >= files.length)) return;
    setGoing(Math.min(Math.max(to, 0), files.length - 1));
  };

  const Frame = isTable ? Table : Tiles;
  return (
    <Frame list={list} count={files.length} isStale={isStale} press={press}>
      {itemsOf(props, { places, columns, heightOf, reached, pick, focus: setFocused })}
    </Frame>
  );
}

interface Layout extends Pick<GridWindow, 'columns' | 'heightOf'> {
  /** Those that have elements. */
  readonly places: readonly number[];
  /** The place that Tab reaches. */
  readonly reached: number;
  readonly pick: PickFile;
  readonly focus: (documentId: string) => void;
}

/** The files that have elements, and spaces where the others are. */
function itemsOf(
  { files, isTable, shown, isMovable, picked, open }: Props,
  { places, columns, heightOf, reached, pick, focus }: Layout,
): readonly ReactNode[] {
  const Item = isTable ? Row : Tile;
  const items: ReactNode[] = [];
  let above = -1;
  const fill = (row: number): void => {
    if (row - above > 1)
      items.push(<Space key={`above ${row}`} isTable={isTable} height={heightOf(row - above - 1)} />);
    above = row;
  };
  for (const place of places) {
    const file = files[place];
    const placed = { place, count: files.length };
    if (place % columns === 0) fill(place / columns);
    items.push(
      file === undefined ? (
        <Missing key={`place ${place}`} {...placed} isTable={isTable} height={heightOf(1)} />
      ) : (
        <Item
          key={file.documentId}
          {...placed}
          file={file}
          isShown={file.documentId === shown}
          isReached={place === reached}
          isMovable={isMovable}
          picked={picked}
          pick={pick}
          open={open}
          focus={focus}
        />
      ),
    );
  }
  fill(Math.ceil(files.length / columns));
  return items;
}

interface FrameProps {
  readonly list: RefObject<HTMLElement | null>;
  readonly count: number;
  readonly isStale: boolean;
  readonly press: (event: KeyboardEvent<HTMLElement>) => void;
  readonly children: ReactNode;
}

const Table = ({ list, count, isStale, press, children }: FrameProps) => (
  <div className="table" aria-busy={isStale}>
    <table className="files-table" aria-rowcount={count + 1} onKeyDown={press}>
      <caption className="hidden">{say('media.title')}</caption>
      <thead>
        <tr aria-rowindex={1}>
          <td className="pick">
            <span className="hidden">{say('media.many.label')}</span>
          </td>
          {(['name', 'kind', 'size', 'pixels', 'updated'] as const).map((name) => (
            <th scope="col" key={name} className={name}>
              {say(`media.column.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="rows" ref={list as RefObject<HTMLTableSectionElement>}>
        {children}
      </tbody>
    </table>
  </div>
);

const Tiles = ({ list, isStale, press, children }: FrameProps) => (
  <ul
    className="tiles"
    aria-busy={isStale}
    aria-label={say('media.title')}
    ref={list as RefObject<HTMLUListElement>}
    onKeyDown={press}
  >
    {children}
  </ul>
);

/** Moves the focus to the file at a place. One that is being read gets it when it is there. */
function useGoing(
  list: RefObject<HTMLElement | null>,
  files: Files,
  going: number | null,
  arrived: () => void,
): void {
  useEffect(() => {
    const item = going === null ? null : list.current?.querySelector<HTMLElement>(`[data-place="${going}"]`);
    const control = item?.querySelector<HTMLElement>('[data-item]');
    if (control == null) {
      item?.scrollIntoView({ block: 'nearest' });
      return;
    }
    control.focus();
    arrived();
  }, [going, files]);
}

/** Reads what is seen and not known, when the page stands still. */
function useReading(files: Files, places: readonly number[], load: Props['load'] | null): void {
  const missing = places.find((place) => files[place] === undefined);
  const read = useRef(load);
  read.current = load;
  useEffect(() => {
    if (missing === undefined) return;
    const timer = setTimeout(() => void read.current?.(missing, missing + 1), still);
    return () => clearTimeout(timer);
  }, [missing, files]);
}

/** Chooses a file, or leaves it out; as a range, chooses all from the one that was last to this one. */
function usePick({ files, load, picked }: Props): PickFile {
  const last = useRef<string | null>(null);
  const now = useRef({ files, load, picked });
  now.current = { files, load, picked };
  return useRef<PickFile>((file, isRange) => {
    const { files: all, load: read, picked: chosen } = now.current;
    const placeIn = (id: string | null): number =>
      all.findIndex((one) => one !== undefined && one.documentId === id);
    const [begin, end] = [placeIn(last.current), placeIn(file.documentId)];
    last.current = file.documentId;
    if (!isRange || begin === -1) return chosen.toggle(thingOf(file));
    void read(Math.min(begin, end), Math.max(begin, end) + 1).then((range) =>
      chosen.add((range ?? []).map(thingOf)),
    );
  }).current;
}
