import { useState, type DragEvent } from 'react';
import type { Picked, Thing } from './use-picked.js';

/** Marks what is dragged as files and folders. Which ones stays here, so that a page of another site cannot drag any in. */
const mark = 'application/x-quire-media';
let dragged: readonly Thing[] = [];

/** Drags a file or a folder; of what is chosen, all of it. */
export const startDrag = (thing: Thing, picked: Picked) => ({
  draggable: true,
  onDragStart({ dataTransfer }: DragEvent) {
    dragged = picked.has(thing.documentId) ? picked.things : [thing];
    dataTransfer.effectAllowed = 'move';
    dataTransfer.setData(mark, '');
  },
  onDragEnd() {
    dragged = [];
  },
});

export type Drag = (thing: Thing) => ReturnType<typeof startDrag>;

export type Drop = (things: readonly Thing[], folder: string | null) => void;

/** What makes something a folder on which files and folders can be dropped. */
export function useDropPlace(folder: string | null, drop: Drop | undefined) {
  const [isOver, setOver] = useState(false);
  if (drop === undefined) return {};
  const takes = ({ dataTransfer }: DragEvent): boolean =>
    dragged.length > 0 && dataTransfer.types.includes(mark);
  return {
    'data-over': isOver,
    onDragOver(event: DragEvent) {
      if (!takes(event)) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop(event: DragEvent) {
      setOver(false);
      if (!takes(event)) return;
      event.preventDefault();
      drop(
        dragged.filter(({ documentId }) => documentId !== folder),
        folder,
      );
    },
  };
}
