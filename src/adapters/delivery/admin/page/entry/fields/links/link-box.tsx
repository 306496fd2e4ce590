import {
  Fragment,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
  type HTMLAttributes,
  type KeyboardEvent,
  type Ref,
} from 'react';
import type { LinkedLabel } from '../../../../contract/links.js';
import { say } from '../../../messages/messages.js';
import { keyOf, type LinkList } from '../../link-list.js';
import { foundAt, isCounted, lengthOf } from '../../link-positions.js';
import { LinkRow, type RowActions } from './link-row.js';
import type { ReadAt } from './place-links.js';
import { useWindow } from './use-window.js';

/** How long the box stands still before what it shows is read; milliseconds. */
const still = 80;
const page = 10;

/** Where a key takes the focus, from a place. */
const stepsOf: Readonly<Record<string, (place: number, last: number) => number>> = {
  ArrowUp: (place) => place - 1,
  ArrowDown: (place) => place + 1,
  PageUp: (place) => Math.max(0, place - page),
  PageDown: (place, last) => Math.min(last, place + page),
  Home: () => 0,
  End: (_, last) => last,
};

export interface LinkBoxHandle {
  /** Shows a row, and gives one of its controls the focus. */
  readonly goTo: (place: number, control?: string) => void;
  /** Shows a row once it is there. */
  readonly show: (place: number) => void;
}

interface Props {
  readonly ref: Ref<LinkBoxHandle>;
  readonly name: string;
  readonly list: LinkList;
  /** The content-type of what is linked, if it can be opened. */
  readonly opens: string | undefined;
  readonly isReadOnly: boolean;
  readonly readAt?: ReadAt | undefined;
  readonly selected: ReadonlyMap<string, LinkedLabel>;
  /** The key of the link that the arrow keys move. */
  readonly grabbed: string | null;
  readonly actionsOf: (link: LinkedLabel, place: number) => RowActions;
  readonly rowOf: (place: number) => HTMLAttributes<HTMLLIElement>;
  /** Called for keys of a row before they move the focus. Returns whether they were for somebody else. */
  readonly press: (event: KeyboardEvent, place: number) => boolean;
}

/** The links in a box that scrolls: only what is seen has elements, and only what is seen is read. */
export function LinkBox(props: Props) {
  const { ref, name, list, opens, isReadOnly, readAt, selected, grabbed, actionsOf, rowOf, press } = props;
  const box = useRef<HTMLOListElement>(null);
  const count = lengthOf(list);
  const [active, setActive] = useState(0);
  const [going, setGoing] = useState<{ readonly place: number; readonly control: string } | null>(null);
  const stop = Math.min(active, count - 1);
  const { places, height, onScroll, reveal } = useWindow(box, count, [stop, going?.place ?? null]);
  useReading(list, places, readAt);

  useEffect(() => {
    if (going === null) return;
    reveal(going.place);
    const row = box.current?.querySelector(`[data-place="${going.place}"]`);
    const control = row?.querySelector<HTMLElement>(`[data-control=${going.control}]`);
    const wanted = control ?? row?.querySelector<HTMLElement>('[data-control]');
    // A row that is being read gets the focus when it is there.
    if (wanted == null) return;
    wanted.focus();
    setActive(going.place);
    setGoing(null);
  }, [going, list, reveal]);
  useImperativeHandle(ref, () => ({
    goTo: (place, control = 'move') => setGoing({ place, control }),
    show: (place) => requestAnimationFrame(() => reveal(place)),
  }));

  const pressed = (event: KeyboardEvent<HTMLOListElement>): void => {
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>('.link') : null;
    const place = Number(row?.dataset['place']);
    if (row === null || (event.target as Element).closest('.menu-items') !== null) return;
    if (press(event, place) || event.altKey || event.ctrlKey || event.metaKey) return;
    const to = stepsOf[event.key]?.(place, count - 1);
    if (to === undefined) return;
    event.preventDefault();
    if (to >= 0 && to < count)
      setGoing({ place: to, control: (event.target as HTMLElement).dataset['control'] ?? 'move' });
  };
  let last = -1;
  return (
    <ol
      className="links"
      ref={box}
      aria-label={name}
      onScroll={onScroll}
      onKeyDown={pressed}
      tabIndex={isReadOnly && places.length < count ? 0 : undefined}
    >
      {places.map((place) => {
        const space = (place - last - 1) * height;
        last = place;
        const found = foundAt(list, place);
        const shared = {
          ...rowOf(place),
          'data-place': place,
          'aria-posinset': place + 1,
          'aria-setsize': isCounted(list) ? count : -1,
        };
        return (
          <Fragment key={found !== null && 'link' in found ? keyOf(found.link) : `place ${place}`}>
            {space > 0 && <Space height={space} />}
            {found !== null && 'link' in found ? (
              <LinkRow
                link={found.link}
                opens={opens}
                row={{ ...shared, onFocus: () => setActive(place) }}
                actions={actionsOf(found.link, place)}
                isSelected={selected.has(keyOf(found.link))}
                isGrabbed={grabbed === keyOf(found.link)}
                isActive={place === stop}
              />
            ) : (
              <li className="link" {...shared} aria-busy={readAt !== undefined}>
                {readAt === undefined ? (
                  <span className="hint">{say('link.hasMore')}</span>
                ) : (
                  <span className="bar" />
                )}
              </li>
            )}
          </Fragment>
        );
      })}
      {count - last > 1 && <Space height={(count - last - 1) * height} />}
    </ol>
  );
}

const Space = ({ height }: { readonly height: number }) => (
  <li className="links-space" aria-hidden role="presentation" style={{ blockSize: height }} />
);

/** Reads what is seen and not known, when the box stands still. */
function useReading(list: LinkList, places: readonly number[], readAt: ReadAt | undefined): void {
  const missing = readAt && places.find((place) => 'gap' in (foundAt(list, place) ?? {}));
  const read = useRef(readAt);
  read.current = readAt;
  useEffect(() => {
    if (missing === undefined) return;
    const timer = setTimeout(() => void read.current?.(missing).catch(() => undefined), still);
    return () => clearTimeout(timer);
  }, [missing, list]);
}
