import { memo, type ReactNode } from 'react';
import type { MediaFile } from '../../contract/media.js';
import { formatDay, formatKilobytes, say } from '../messages/messages.js';
import { hasLetterKeys } from '../session/look.js';
import { Thumbnail } from '../ui/thumbnail.js';
import { startDrag } from './dragged.js';
import { kindOf } from './file-kinds.js';
import { thingOf, type Picked } from './use-picked.js';

interface SpaceProps {
  readonly isTable: boolean;
  /** In pixels. */
  readonly height: number;
}

/** Where rows are that are not seen. */
export const Space = ({ isTable, height }: SpaceProps) =>
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
export const Missing = ({ isTable, height, ...placed }: Placed & SpaceProps) =>
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

/** Chooses a file, or leaves it out; as a range, chooses all from the one that was last to this one. */
export type PickFile = (file: MediaFile, isRange: boolean) => void;

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

export const Tile = memo(function Tile(item: ItemProps) {
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

export const Row = memo(function Row(item: ItemProps) {
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
