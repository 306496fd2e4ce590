import { useRef, useState, type ClipboardEvent, type DragEvent, type ReactNode } from 'react';
import type { MediaFile } from '../../../contract/media.js';
import { fileDragOver } from '../../media/file-drop.js';
import { isPicture } from '../../media/file-kinds.js';
import { UploadList, useUploads } from '../../media/uploads.js';
import { joinNames, say } from '../../messages/messages.js';
import './files.css';

interface Props {
  readonly isReadOnly: boolean;
  /** Keeps the place of a text that pictures are given to, which may have changed when they come. Of a drop with where it was. */
  readonly placeOf: (point?: { readonly left: number; readonly top: number }) => (file: MediaFile) => void;
  /** The text. */
  readonly children: ReactNode;
}

const none: readonly string[] = [];

/** Takes pictures that are pasted into a text or dropped on it: to the media library, and from there into the text. */
export function TextPictures({ isReadOnly, placeOf, children }: Props) {
  const [isOver, setOver] = useState(false);
  const [refused, setRefused] = useState(none);
  /** Those that came when the text was not to be changed any more. */
  const [late, setLate] = useState(none);
  const places = useRef(new WeakMap<File, (file: MediaFile) => void>());
  const uploads = useUploads(undefined, 1, (received, sent) => {
    if (isReadOnly) setLate((names) => [...names, ...received.map(({ name }) => name)]);
    else for (const file of received) places.current.get(sent)?.(file);
  });
  const give = (
    event: ClipboardEvent | DragEvent,
    data: DataTransfer,
    point?: Parameters<typeof placeOf>[0],
  ): void => {
    setOver(false);
    setRefused(none);
    setLate(none);
    const given = filesAlone(data);
    if (given.length === 0) return;
    // Before the editor, or the browser, does something else with it.
    event.preventDefault();
    const pictures = given.filter(({ type }) => isPicture({ mime: type }));
    setRefused(given.filter((file) => !pictures.includes(file)).map(({ name }) => name));
    const place = placeOf(point);
    for (const file of pictures) places.current.set(file, place);
    uploads.send(pictures);
  };
  // The text stays the same element when it becomes read-only: an editor has put its own into it.
  const taking = !isReadOnly && {
    'data-over': isOver,
    ...fileDragOver(setOver),
    onInput: () => setRefused(none),
    onPasteCapture: (event: ClipboardEvent) => give(event, event.clipboardData),
    onDropCapture: (event: DragEvent) =>
      give(event, event.dataTransfer, { left: event.clientX, top: event.clientY }),
  };
  return (
    <div className="files-place" {...taking}>
      {children}
      <UploadList uploads={uploads} hidesDone />
      {late.length > 0 && (
        <p className="fault" role="alert">
          {say('text.tooLate', { names: joinNames(late) })}
        </p>
      )}
      {!isReadOnly && refused.length > 0 && (
        <p className="fault" role="alert">
          {say('text.notPictures', { names: joinNames(refused) })}
        </p>
      )}
    </div>
  );
}

/** Returns the files that are given to a text. What is copied from a text may have a picture of itself: then there are none. */
function filesAlone(data: DataTransfer): readonly File[] {
  const words = data.getData('text/html').replaceAll(/<style\b[^]*?<\/style\s*>|<!--[^]*?-->|<[^>]*>/gi, '');
  return words.trim() !== '' ? [] : [...data.files];
}
