import { useEffect, useMemo, useRef, useState, type CSSProperties, type KeyboardEvent } from 'react';
import { Folder, FolderOpen } from 'lucide-react';
import { foldersIn, pathTo } from '../../../../../domain/media/folder-tree.js';
import type { MediaFolder } from '../../contract/media.js';
import { say } from '../messages/messages.js';
import { useDropPlace, type Drag, type Drop } from './dragged.js';
import './folder-tree.css';

interface Props {
  readonly label: string;
  readonly tree: readonly MediaFolder[];
  /** The folder that is chosen; null: the top. */
  readonly current: string | null;
  readonly choose: (folder: string | null) => void;
  /** Folders that cannot be chosen. */
  readonly closed?: ReadonlySet<string>;
  readonly drop?: Drop | undefined;
  /** What makes a folder one that can be dragged. */
  readonly drag?: Drag | undefined;
}

/** A folder as a line of the tree. */
interface Node {
  readonly id: string | null;
  readonly name: string;
  readonly level: number;
  readonly parent: string | null;
  readonly isLeaf: boolean;
  readonly isOpen: boolean;
}

/** Folders inside of each other, of which those of unfolded ones are shown: by the arrow keys, Home, End, Enter, or by mouse. */
export function FolderTree({ label, tree, current, choose, closed, drop, drag }: Props) {
  const [open, setOpen] = useState<ReadonlySet<string | null>>(() => new Set([null]));
  const [focused, setFocused] = useState(current);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const above = pathTo(tree, current).slice(0, -1);
    setOpen((now) => new Set([...now, ...above.map(({ documentId }) => documentId)]));
    setFocused(current);
  }, [tree, current]);
  const nodes = useMemo(() => nodesOf(tree, open), [tree, open]);
  const reached = nodes.some(({ id }) => id === focused) ? focused : null;
  const fold = (id: string | null, isOpen: boolean): void => {
    const next = new Set(open);
    if (isOpen) next.add(id);
    else next.delete(id);
    setOpen(next);
  };
  const focus = (id: string | null): void => {
    setFocused(id);
    list.current?.querySelector<HTMLElement>(`[data-folder="${id ?? ''}"]`)?.focus();
  };
  const press = (event: KeyboardEvent): void => {
    const at = nodes.findIndex(({ id }) => id === reached);
    const node = nodes[at];
    if (node === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const isRightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl';
    const [inward, outward] = isRightToLeft ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft'];
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: nodes.length - 1 }[event.key];
    if (to !== undefined) {
      const next = nodes[to];
      if (next !== undefined) focus(next.id);
    } else if (event.key === inward && !node.isLeaf) {
      const child = nodes[at + 1];
      if (!node.isOpen) fold(node.id, true);
      else if (child !== undefined) focus(child.id);
    } else if (event.key === outward && node.id !== null) {
      if (node.isOpen) fold(node.id, false);
      else focus(node.parent);
    } else if (event.key === 'Enter' || event.key === ' ') {
      if (node.id === null || closed?.has(node.id) !== true) choose(node.id);
    } else return;
    event.preventDefault();
  };
  return (
    <ul className="folder-tree" role="tree" aria-label={label} ref={list} onKeyDown={press}>
      {nodes.map((node) => (
        <TreeItem
          key={node.id ?? ''}
          node={node}
          isChosen={node.id === current}
          isReached={node.id === reached}
          isClosed={node.id !== null && closed?.has(node.id) === true}
          choose={() => choose(node.id)}
          focus={() => setFocused(node.id)}
          fold={(isOpen) => fold(node.id, isOpen)}
          drop={drop}
          drag={drag}
        />
      ))}
    </ul>
  );
}

/** The lines that are shown, from the top down. */
function nodesOf(tree: readonly MediaFolder[], open: ReadonlySet<string | null>): readonly Node[] {
  const parents = new Set(tree.map(({ parent }) => parent));
  const below = (parent: string | null, level: number): readonly Node[] =>
    foldersIn(tree, parent).flatMap(({ documentId: id, name }) => {
      const isLeaf = !parents.has(id);
      const isOpen = !isLeaf && open.has(id);
      return [{ id, name, level, parent, isLeaf, isOpen }, ...(isOpen ? below(id, level + 1) : [])];
    });
  const top = { id: null, name: say('media.folder.top'), level: 1, parent: null };
  return [{ ...top, isLeaf: tree.length === 0, isOpen: tree.length > 0 }, ...below(null, 2)];
}

/** Deeper levels begin where this one does, so that names have room. */
const mostIndented = 7;

interface ItemProps {
  readonly node: Node;
  readonly isChosen: boolean;
  readonly isReached: boolean;
  readonly isClosed: boolean;
  readonly choose: () => void;
  readonly focus: () => void;
  readonly fold: (isOpen: boolean) => void;
  readonly drop: Drop | undefined;
  readonly drag: Drag | undefined;
}

function TreeItem({ node, isChosen, isReached, isClosed, choose, focus, fold, drop, drag }: ItemProps) {
  const { id, name, level, isLeaf, isOpen } = node;
  const Icon = isOpen ? FolderOpen : Folder;
  return (
    // Its keys are those of the tree.
    // oxlint-disable-next-line click-events-have-key-events
    <li
      role="treeitem"
      data-folder={id ?? ''}
      aria-level={level}
      style={{ '--folder-level': Math.min(level - 1, mostIndented) } as CSSProperties}
      aria-selected={isChosen}
      aria-expanded={isLeaf ? undefined : isOpen}
      aria-disabled={isClosed ? true : undefined}
      tabIndex={isReached ? 0 : -1}
      onFocus={focus}
      onClick={() => !isClosed && choose()}
      {...(id !== null && drag?.({ kind: 'folders', documentId: id, name }))}
      {...useDropPlace(id, drop)}
    >
      {id !== null && (
        <span
          className="folder-fold"
          aria-hidden
          data-leaf={isLeaf}
          onClick={(event) => {
            if (isLeaf) return;
            event.stopPropagation();
            fold(!isOpen);
          }}
        />
      )}
      <Icon size={16} aria-hidden />
      <span className="folder-tree-name" dir="auto">
        {name}
      </span>
    </li>
  );
}
