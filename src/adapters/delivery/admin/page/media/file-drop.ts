import type { DragEvent } from 'react';

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files');

/** What lets files of the computer be dragged over something, and says whether they are there. */
export const fileDragOver = (setOver: (isOver: boolean) => void) => ({
  onDragOver(event: DragEvent) {
    if (!hasFiles(event)) return;
    event.preventDefault();
    setOver(true);
  },
  onDragLeave({ currentTarget, relatedTarget }: DragEvent) {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
  },
});

/** What makes something a place on which files of the computer can be dropped. */
export const fileDrop = (setOver: (isOver: boolean) => void, drop: (files: readonly File[]) => void) => ({
  ...fileDragOver(setOver),
  onDrop(event: DragEvent) {
    if (!hasFiles(event)) return;
    event.preventDefault();
    setOver(false);
    drop([...event.dataTransfer.files]);
  },
});
