import { lazy, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { Relation } from '../../../../../../../domain/schema/schema.js';
import type { LinkedLabel } from '../../../../contract/links.js';
import type { WireType } from '../../../../contract/types.js';
import { say } from '../../../messages/messages.js';
import { useSession } from '../../../session/session.js';
import { attributeLabel, frameOf } from '../../../ui/attribute-label.js';
import { FieldFrame } from '../../../ui/field-frame.js';
import { Later } from '../../../ui/later.js';
import { useOpenEntry } from '../../entry-context.js';
import type { Place } from '../../entry-state.js';
import { indexIn, isIn, keyOf, withLink, withoutLink, type LinkList } from '../../link-list.js';
import { foundAt, lengthOf, positionOf } from '../../link-positions.js';
import { useReorder } from '../use-reorder.js';
import { LinkBox, type LinkBoxHandle } from './link-box.js';
import type { Goal, RowActions } from './link-row.js';
import { AddLinks, ChosenLinks, LinkSearch } from './link-tools.js';
import type { ReadAt } from './place-links.js';
import { useFoundLinks } from './use-found-links.js';
import { rowStepOf, useGrabbedLink } from './use-grabbed-link.js';
import { useLinkMoves } from './use-link-moves.js';
import { useLinkSelection } from './use-link-selection.js';
import '../links.css';

const NewLinked = lazy(() => import('./new-linked.js'));
const Picker = lazy(() => import('./picker.js'));
const PlaceDialog = lazy(() => import('./place-dialog.js'));

/** From so many links on there is a search. */
const many = 10;

/** How far links can be moved together. */
const together: readonly Goal[] = ['up', 'down', 'first', 'last', 'place'];

interface Props {
  readonly attribute: Relation;
  readonly path: string;
  readonly fault: string | undefined;
  readonly isReadOnly: boolean;
  readonly linked: LinkList;
  readonly change: (linked: LinkList) => void;
  /** Reads those that were not read. */
  readonly readAt?: ReadAt;
  /** Searches those on the server. */
  readonly find?: (search: string) => Promise<readonly LinkedLabel[]>;
  /** The component that the relation is in. */
  readonly component?: string;
}

/** Links to other documents: search and choose, take away, and move, as operations on the list. */
export function Links(props: Props) {
  const { attribute, path, fault, isReadOnly, linked, change, readAt, find, component } = props;
  const { name } = attribute;
  const shownName = attributeLabel(attribute);
  const { type, store, isOver } = useOpenEntry();
  const { types } = useSession();
  const opens = isOver ? undefined : types.find(isOpened(attribute))?.uid;
  const [isPicking, setPicking] = useState(false);
  const [isMaking, setMaking] = useState(false);
  const creatable = useCreatable(attribute);
  const [search, setSearch] = useState('');
  const box = useRef<LinkBoxHandle>(null);
  const found = useFoundLinks(path, search.trim(), linked, find);
  const isSearched = search.trim() !== '';
  const shown: LinkList = isSearched ? { items: found } : linked;
  const { selected, toggle, clear } = useLinkSelection(shown.items);
  const moves = useLinkMoves({
    linked,
    change,
    readAt,
    selected,
    moved: (place) => isSearched || box.current?.goTo(place),
  });
  const grabbed = useGrabbedLink({ linked, change, moves, goTo: (place) => box.current?.goTo(place) });
  const canMove = attribute.many && !isReadOnly;
  const count = lengthOf(linked);
  const row = useReorder(count, canMove && !isSearched ? dropAt : undefined);

  function dropAt(from: number, to: number): void {
    const at = foundAt(linked, from);
    if (at !== null && 'link' in at) moves.drop(at.link, from, to);
  }

  /** Whether the button that adds a link gets the focus as soon as the last link is gone. */
  const wantsAdd = useRef(false);
  useLayoutEffect(() => {
    if (wantsAdd.current) document.getElementById(path)?.focus();
    wantsAdd.current = false;
  });
  const remove = (links: readonly LinkedLabel[], place: number): void => {
    const isLast = lengthOf(shown) === links.length;
    wantsAdd.current = isLast;
    change(links.reduce(withoutLink, linked));
    clear();
    moves.setSaid(say('link.removed', { count: links.length, name: links[0]?.label }));
    if (!isLast) box.current?.goTo(Math.min(place, lengthOf(shown) - links.length - 1), 'remove');
  };
  const choose = (link: LinkedLabel): void => {
    setPicking(false);
    setMaking(false);
    if (isIn(linked.items, link)) return box.current?.goTo(positionOf(linked, indexIn(linked.items, link)));
    const next = attribute.many ? withLink(linked, link) : { items: [link] };
    change(next);
    if (attribute.many) box.current?.show(lengthOf(next) - 1);
  };

  const actionsOf = (link: LinkedLabel, place: number): RowActions => ({
    goals: isSearched
      ? ['first', 'last', 'place']
      : together.filter(
          (goal) => !(place === 0 && goal === 'up') && !(place === count - 1 && goal === 'down'),
        ),
    ...(!isReadOnly && { remove: () => remove([link], place) }),
    ...(canMove &&
      count > 1 && {
        toggle: (isRange) => toggle(link, isRange),
        move: (goal) => moves.go(link, goal),
        ...(!isSearched && { grab: () => grabbed.grab(link) }),
      }),
  });

  /** Moves the link that was grabbed, and selects from row to row. */
  const press = (event: KeyboardEvent, place: number): boolean => {
    if (event.altKey) return false;
    if (grabbed.key !== null) return grabbed.press(event, place);
    const step = rowStepOf(event);
    if (canMove && step !== 0 && event.shiftKey) selectBoth(place, place + step);
    return false;
  };

  /** Selects a row, and the one beside it to which the focus goes. */
  const selectBoth = (place: number, next: number): void => {
    for (const at of [place, next]) {
      const one = foundAt(shown, at);
      if (one !== null && 'link' in one && !selected.has(keyOf(one.link))) toggle(one.link, at !== place);
    }
  };

  return (
    <FieldFrame id={path} {...frameOf(attribute)} fault={fault} isGroup>
      {attribute.many && (count > many || linked.gaps !== undefined) && (
        <LinkSearch
          id={`${path}-search`}
          name={shownName}
          linked={linked}
          search={search}
          change={setSearch}
        />
      )}
      {lengthOf(shown) > 0 && (
        <LinkBox
          ref={box}
          name={shownName}
          list={shown}
          opens={opens}
          isReadOnly={isReadOnly}
          readAt={isSearched ? undefined : readAt}
          selected={selected}
          grabbed={grabbed.key}
          actionsOf={actionsOf}
          rowOf={row}
          press={press}
        />
      )}
      {canMove && (
        <ChosenLinks
          chosen={[...selected.values()]}
          goals={together}
          remove={(links) => remove(links, 0)}
          clear={clear}
          move={moves.go}
        />
      )}
      {attribute.many && (
        <p className={isSearched && found.length === 0 ? 'hint' : 'hidden'} role="status">
          {isSearched && moves.said === '' ? say('link.found', { count: found.length }) : moves.said}
        </p>
      )}
      <div className="row">
        {!isReadOnly && (
          <AddLinks
            id={path}
            isReplacing={!attribute.many && count > 0}
            creatable={creatable}
            pick={() => setPicking(true)}
            make={() => setMaking(true)}
          />
        )}
        {isReadOnly && count === 0 && <span className="hint">{say('link.none')}</span>}
      </div>
      <Later>
        {isPicking && (
          <Picker
            title={shownName}
            path={`candidates/${type.uid}/${name}${queryFor(store.place, component)}`}
            target={attribute.target}
            choose={choose}
            close={() => setPicking(false)}
          />
        )}
        {isMaking && creatable !== undefined && (
          <NewLinked type={creatable} choose={choose} close={() => setMaking(false)} />
        )}
        {moves.asked !== null && (
          <PlaceDialog
            title={say('link.toPlace')}
            last={moves.asked.last}
            choose={(place) => void moves.put(moves.asked?.links ?? [], place)}
            close={moves.stopAsking}
          />
        )}
      </Later>
    </FieldFrame>
  );
}

/** Whether what a relation links has a page of its own. */
const isOpened =
  ({ target }: Relation) =>
  ({ uid, kind }: WireType): boolean =>
    uid === target && kind === 'collectionType';

/** The content-type of what can be created and linked at once; undefined: none can be. */
function useCreatable({ target }: Relation): WireType | undefined {
  const { isOver } = useOpenEntry();
  const { rights, seesAs, types } = useSession();
  const type = types.find(({ uid }) => uid === target);
  const { create, find, findDrafts } = rights[target] ?? {};
  const mayLink = type?.draftAndPublish === true ? findDrafts : find;
  if (isOver || seesAs !== null || type?.kind !== 'collectionType') return undefined;
  return create !== undefined && mayLink !== undefined ? type : undefined;
}

function queryFor({ locale }: Place, component: string | undefined): string {
  const params = new URLSearchParams({
    ...(locale !== undefined && { locale }),
    ...(component !== undefined && { component }),
  });
  return params.size === 0 ? '' : `?${params.toString()}`;
}
