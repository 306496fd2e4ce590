import {
  memo,
  useEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import type { MediaFile } from '../../contract/media.js';
import { formatDay, formatKilobytes, say } from '../messages/messages.js';
import { hasLetterKeys } from '../session/look.js';
import { stepOf } from '../ui/move-focus.js';
import { Thumbnail } from '../ui/thumbnail.js';
import { startDrag } from './dragged.js';
import { kindOf } from './file-kinds.js';
import type { Files } from './library.js';
import { useGridWindow } from './use-grid-window.js';
import type { Picked, Thing } from './use-picked.js';

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

export const thingOf = ({ documentId, name }: MediaFile): Thing => ({ kind: 'media', documentId, name });

/** How long the page stands still before what it shows is read; milliseconds. */
const still = 80;

/**
 * Files as tiles or as rows: only what is seen has elements, and only what is seen is read. Tab reaches one of them, the arrow keys the
 * others.
 */
export function FileList(props: Props) {
  const { files, load, isTable, shown, isStale, isMovable, picked, open } = props;
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
  useEffect(() => {
    const item = going === null ? null : list.current?.querySelector<HTMLElement>(`[data-place="${going}"]`);
    const control = item?.querySelector<HTMLElement>('[data-item]');
    // One that is being read gets the focus when it is there.
    if (control == null) {
      item?.scrollIntoView({ block: 'nearest' });
      return;
    }
    control.focus();
    setGoing(null);
  }, [going, files]);

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
    if (place % columns === 0) fill(place / columns);
    items.push(
      file === undefined ? (
        <Missing
          key={`place ${place}`}
          isTable={isTable}
          place={place}
          count={files.length}
          height={heightOf(1)}
        />
      ) : (
        <Item
          key={file.documentId}
          file={file}
          place={place}
          count={files.length}
          isShown={file.documentId === shown}
          isReached={place === reached}
          isMovable={isMovable}
          picked={picked}
          pick={pick}
          open={open}
          focus={setFocused}
        />
      ),
    );
  }
  fill(Math.ceil(files.length / columns));
  return isTable ? (
    <div className="table" aria-busy={isStale}>
      <table className="files-table" aria-rowcount={files.length + 1} onKeyDown={press}>
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
          {items}
        </tbody>
      </table>
    </div>
  ) : (
    <ul
      className="tiles"
      aria-busy={isStale}
      aria-label={say('media.title')}
      ref={list as RefObject<HTMLUListElement>}
      onKeyDown={press}
    >
      {items}
    </ul>
  );
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

interface SpaceProps {
  readonly isTable: boolean;
  /** In pixels. */
  readonly height: number;
}

/** Where rows are that are not seen. */
const Space = ({ isTable, height }: SpaceProps) =>
  isTable ? (
    <tr aria-hidden className="files-space">
      <td colSpan={6} style={{ blockSize: height }} />
    </tr>
  ) : (
    <li aria-hidden role="presentation" className="files-space" style={{ blockSize: height }} />
  );

interface Placed {
  readonly place: number;
  /** How many files there are. */
  readonly count: number;
}

const placeOf = ({ place, count }: Placed) => ({
  'data-place': place,
  'aria-posinset': place + 1,
  'aria-setsize': count,
});

/** A file that is being read. */
const Missing = ({ isTable, height, ...placed }: Placed & SpaceProps) =>
  isTable ? (
    <tr data-place={placed.place} aria-rowindex={placed.place + 2} aria-busy style={{ blockSize: height }}>
      <td colSpan={6}>
        <div className="bar" />
      </td>
    </tr>
  ) : (
    <li className="tile tile-frame" {...placeOf(placed)} aria-busy style={{ blockSize: height }}>
      <div className="bar" />
    </li>
  );

type PickFile = (file: MediaFile, isRange: boolean) => void;

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

interface ItemProps extends Placed {
  readonly file: MediaFile;
  readonly isShown: boolean;
  readonly isReached: boolean;
  readonly isMovable: boolean;
  readonly picked: Picked;
  readonly pick: PickFile;
  readonly open: (documentId: string) => void;
  readonly focus: (documentId: string) => void;
}

const pixelsOf = ({ width, height }: MediaFile): string =>
  width === null || height === null ? '' : say('media.pixels', { width, height });

const Tile = memo(function Tile(item: ItemProps) {
  const { file } = item;
  return (
    <li className="tile" {...placeOf(item)} data-chosen={item.picked.has(file.documentId) || undefined}>
      <PickBox {...item} />
      <FileButton {...item}>
        <span className="hint">
          {say(`media.kind.${kindOf(file)}`)} · {formatKilobytes(file.size)}
        </span>
      </FileButton>
    </li>
  );
});

const Row = memo(function Row(item: ItemProps) {
  const { file, isShown } = item;
  return (
    <tr
      data-place={item.place}
      aria-rowindex={item.place + 2}
      aria-selected={isShown ? true : undefined}
      data-chosen={item.picked.has(file.documentId) || undefined}
    >
      <td className="pick">
        <PickBox {...item} />
      </td>
      <th scope="row">
        <FileButton {...item} />
      </th>
      <td>{say(`media.kind.${kindOf(file)}`)}</td>
      <td className="number">{formatKilobytes(file.size)}</td>
      <td className="pixels">{pixelsOf(file)}</td>
      <td className="updated">{formatDay(file.updatedAt)}</td>
    </tr>
  );
});

const PickBox = ({ file, isReached, picked, pick }: ItemProps) => (
  <label className="around">
    <input
      type="checkbox"
      tabIndex={isReached ? 0 : -1}
      aria-label={say('bulk.pick', { label: file.name })}
      checked={picked.has(file.documentId)}
      // A click that changes a box has the keys of the mouse event.
      onChange={({ nativeEvent }) => pick(file, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true)}
    />
  </label>
);

function FileButton({
  file,
  isShown,
  isReached,
  isMovable,
  picked,
  pick,
  open,
  focus,
  children,
}: ItemProps & { readonly children?: ReactNode }) {
  const { documentId, name } = file;
  return (
    <button
      type="button"
      data-item
      tabIndex={isReached ? 0 : -1}
      aria-pressed={isShown}
      {...(isMovable && file.mayUpdate && startDrag(thingOf(file), picked))}
      onKeyDown={(event) => {
        const isX = event.key.toLowerCase() === 'x' && !event.ctrlKey && !event.metaKey;
        if (!isX || !hasLetterKeys()) return;
        event.preventDefault();
        pick(file, event.shiftKey);
      }}
      onFocus={() => focus(documentId)}
      onClick={() => open(documentId)}
    >
      <Thumbnail file={{ file: { ...file, alternativeText: '' } }} />
      <span className="tile-name" dir="auto">
        {name}
      </span>
      {children}
    </button>
  );
}
