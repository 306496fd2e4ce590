import { lazy, Suspense, useRef, useState } from 'react';
import type { Relation } from '../../../../../../domain/schema/schema.js';
import type { LinkedLabel } from '../../../contract/links.js';
import { say } from '../../messages/messages.js';
import { attributeLabel, frameOf } from '../../ui/attribute-label.js';
import { FieldFrame } from '../../ui/field-frame.js';
import { useOpenEntry } from '../entry-context.js';
import type { Place } from '../entry-state.js';
import { withLink, withMoved, withoutLink, type LinkList } from '../link-list.js';
import { LinkRow } from './link-row.js';
import { useFoundLinks } from './use-found-links.js';
import { useReorder } from './use-reorder.js';
import './links.css';

const Picker = lazy(() => import('./picker.js'));

/** How many links are shown at first, and how many more each time. */
const [first, step] = [10, 25];

interface Props {
  readonly attribute: Relation;
  readonly path: string;
  readonly fault: string | undefined;
  readonly isReadOnly: boolean;
  readonly linked: LinkList;
  readonly change: (linked: LinkList) => void;
  /** Reads more of those that were not read. */
  readonly readMore?: () => Promise<void>;
  /** Searches those on the server. */
  readonly find?: (search: string) => Promise<readonly LinkedLabel[]>;
  /** The component that the relation is in. */
  readonly component?: string;
}

/** Links to other documents: search and choose, take away, and move, as operations on the list. */
export function Links(props: Props) {
  const { attribute, path, fault, isReadOnly, linked, readMore, find, component } = props;
  const { name, many } = attribute;
  const shownName = attributeLabel(attribute);
  const { type, store } = useOpenEntry();
  const [isPicking, setPicking] = useState(false);
  const [shown, setShown] = useState(first);
  /** Those that were added or moved here are seen wherever they are. */
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [said, setSaid] = useState('');
  const [search, setSearch] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const { items } = linked;
  const hasMore = linked.rest !== undefined;
  const found = useFoundLinks(path, search.trim(), linked, find);
  const { choose, remove, move } = operationsOn(props, (label, to) => {
    setTouched(new Set([...touched, label.documentId]));
    if (to !== undefined)
      setSaid(say('item.moved', { name: label.label, place: to + 1, count: items.length }));
  });
  const isSearched = search.trim() !== '';
  const canMove = many && !isReadOnly && !isSearched;
  const row = useReorder(items.length, canMove ? move : undefined);
  const isLong = items.length > first || hasMore;
  const rows = isSearched
    ? found.map((label) => ({ label, at: 0 }))
    : items
        .map((label, at) => ({ label, at }))
        .filter(({ label, at }) => at < shown || touched.has(label.documentId));
  const hidden = isSearched ? 0 : items.length - rows.length;
  const removeAt = (label: LinkedLabel, index: number): void => {
    remove(label);
    requestAnimationFrame(() => {
      const next = list.current?.querySelectorAll(':scope > .link')[Math.min(index, rows.length - 2)];
      (next?.querySelector<HTMLElement>('button:last-of-type') ?? document.getElementById(path))?.focus();
    });
  };
  const more = (hidden > 0 || (readMore !== undefined && !isSearched)) && (
    <li className="links-more" key="more">
      <button
        type="button"
        className="button quiet"
        aria-label={say('link.moreOf', { name: shownName })}
        onClick={() => {
          if (hidden === 0) void readMore?.();
          setShown(shown + step);
        }}
      >
        {say('link.more')}
      </button>
    </li>
  );
  const shownRows = rows.map(({ label, at }, index) => (
    <LinkRow
      key={label.documentId}
      label={label}
      row={row(at)}
      {...(!isReadOnly && { remove: () => removeAt(label, index) })}
      {...(canMove && {
        up: at > 0 ? () => move(at, at - 1) : null,
        down: at < items.length - 1 ? () => move(at, at + 1) : null,
      })}
    />
  ));
  const before = rows.filter(({ at }) => at < shown).length;
  return (
    <FieldFrame id={path} {...frameOf(attribute)} fault={fault} isGroup>
      {many && isLong && (
        <input
          type="search"
          className="input links-search"
          id={`${path}-search`}
          aria-label={say('link.searchIn', { name: shownName })}
          placeholder={say('link.searchIn', { name: shownName })}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      )}
      {(rows.length > 0 || Boolean(more)) && (
        <ol className="links" ref={list}>
          {shownRows.slice(0, before)}
          {more}
          {shownRows.slice(before)}
        </ol>
      )}
      {hasMore && readMore === undefined && !isSearched && <p className="hint">{say('link.hasMore')}</p>}
      {many && (
        <p className={isSearched && rows.length === 0 ? 'hint' : 'hidden'} role="status">
          {isSearched ? say('link.found', { count: rows.length }) : said}
        </p>
      )}
      <div className="row">
        {!isReadOnly && (
          <button type="button" className="button" id={path} onClick={() => setPicking(true)}>
            {say(many || items.length === 0 ? 'link.add' : 'link.replace')}
          </button>
        )}
        {isReadOnly && items.length === 0 && <span className="hint">{say('link.none')}</span>}
      </div>
      <Suspense>
        {isPicking && (
          <Picker
            title={shownName}
            path={`candidates/${type.uid}/${name}${queryFor(store.place, component)}`}
            choose={(label) => {
              setPicking(false);
              choose(label);
            }}
            close={() => setPicking(false)}
          />
        )}
      </Suspense>
    </FieldFrame>
  );
}

/** What can be done to the links, of which `did` hears; with the place where one was moved to. */
function operationsOn(
  { attribute: { many }, linked, change }: Props,
  did: (label: LinkedLabel, to?: number) => void,
) {
  const { items } = linked;
  return {
    choose(label: LinkedLabel): void {
      did(label);
      if (items.some(({ documentId }) => documentId === label.documentId)) return;
      change(many ? withLink(linked, label) : { items: [label] });
    },
    remove: (label: LinkedLabel): void => change(withoutLink(linked, label)),
    move(from: number, to: number): void {
      const label = items[from];
      if (label === undefined || items[to] === undefined) return;
      change(withMoved(linked, from, to));
      did(label, to);
    },
  };
}

function queryFor({ locale }: Place, component: string | undefined): string {
  const params = new URLSearchParams({
    ...(locale !== undefined && { locale }),
    ...(component !== undefined && { component }),
  });
  return params.size === 0 ? '' : `?${params.toString()}`;
}
