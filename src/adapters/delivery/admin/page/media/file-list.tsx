import { memo, useCallback, useRef, useState, type ReactNode } from 'react';
import type { MediaFile } from '../../contract/media.js';
import { formatDay, formatKilobytes, say } from '../messages/messages.js';
import { hasLetterKeys } from '../session/look.js';
import { moveFocus } from '../ui/move-focus.js';
import { Thumbnail } from '../ui/thumbnail.js';
import { startDrag } from './dragged.js';
import { kindOf } from './file-kinds.js';
import type { Picked, Thing } from './use-picked.js';

interface Props {
  readonly pages: readonly (readonly MediaFile[])[];
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

/** Files as tiles or as rows. Tab reaches one of them, the arrow keys the others. */
export function FileList({ pages, isTable, shown, isStale, isMovable, picked, open }: Props) {
  const [focused, setFocused] = useState<string | undefined>(shown);
  const isThere = pages.some((files) => has(files, focused));
  const reached = isThere ? focused : pages[0]?.[0]?.documentId;
  const pick = usePick(pages, picked);
  const items = pages.map((files, at) => (
    <Items
      key={at}
      files={files}
      isTable={isTable}
      isMovable={isMovable}
      picked={picked}
      pick={pick}
      shown={has(files, shown) ? shown : undefined}
      reached={has(files, reached) ? reached : undefined}
      open={open}
      focus={setFocused}
    />
  ));
  return isTable ? (
    <div className="table" aria-busy={isStale}>
      <table className="files-table" onKeyDown={moveFocus}>
        <caption className="hidden">{say('media.title')}</caption>
        <thead>
          <tr>
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
        <tbody className="rows">{items}</tbody>
      </table>
    </div>
  ) : (
    <ul className="tiles" aria-busy={isStale} aria-label={say('media.title')} onKeyDown={moveFocus}>
      {items}
    </ul>
  );
}

type PickFile = (file: MediaFile, isRange: boolean) => void;

/** Chooses a file, or leaves it out; as a range, chooses all from the one that was last to this one. */
function usePick(pages: Props['pages'], picked: Picked): PickFile {
  const last = useRef<string | null>(null);
  return useCallback(
    (file, isRange) => {
      const files = pages.flat();
      const placeOf = (id: string | null): number => files.findIndex(({ documentId }) => documentId === id);
      const [begin, end] = [placeOf(last.current), placeOf(file.documentId)];
      last.current = file.documentId;
      if (!isRange || begin === -1) return picked.toggle(thingOf(file));
      const range = files.slice(Math.min(begin, end), Math.max(begin, end) + 1).map(thingOf);
      picked.put([...picked.things, ...range.filter(({ documentId }) => !picked.has(documentId))]);
    },
    [pages, picked],
  );
}

const has = (files: readonly MediaFile[], id: string | undefined): boolean =>
  id !== undefined && files.some(({ documentId }) => documentId === id);

interface ItemsProps extends Omit<ItemProps, 'file' | 'isShown' | 'isReached'> {
  readonly files: readonly MediaFile[];
  readonly isTable: boolean;
  readonly shown: string | undefined;
  readonly reached: string | undefined;
}

/** One page of a long list: it is drawn again only if something of it changes. */
const Items = memo(function Items({ files, isTable, shown, reached, ...all }: ItemsProps) {
  const Item = isTable ? Row : Tile;
  return files.map((file) => (
    <Item
      key={file.documentId}
      file={file}
      isShown={file.documentId === shown}
      isReached={file.documentId === reached}
      {...all}
    />
  ));
});

interface ItemProps {
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
    <li className="tile" data-chosen={item.picked.has(file.documentId) || undefined}>
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
