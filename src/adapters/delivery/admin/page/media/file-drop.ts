import type { DragEvent } from 'react';

/** What makes something a place on which files of the computer can be dropped. */
export function fileDrop(setOver: (isOver: boolean) => void, drop: (files: readonly File[]) => void) {
  const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files');
  return {
    onDragOver(event: DragEvent) {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave({ currentTarget, relatedTarget }: DragEvent) {
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
    },
    onDrop(event: DragEvent) {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(false);
      drop([...event.dataTransfer.files]);
    },
  };
}
