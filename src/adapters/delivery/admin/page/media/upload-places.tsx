import { Upload } from 'lucide-react';
import { useRef, useState, type DragEvent, type ReactNode } from 'react';
import { say } from '../messages/messages.js';

export function UploadButton({ send }: { readonly send: (files: readonly File[]) => void }) {
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" className="button primary new" onClick={() => chooser.current?.click()}>
        <Upload size={16} aria-hidden /> {say('media.upload')}
      </button>
      <input
        ref={chooser}
        type="file"
        hidden
        multiple
        aria-label={say('media.upload')}
        onChange={({ target }) => {
          send([...(target.files ?? [])]);
          target.value = '';
        }}
      />
    </>
  );
}

interface DropProps {
  readonly isOff: boolean;
  readonly drop: (files: readonly File[]) => void;
  readonly children: ReactNode;
}

/** Takes files that are dropped anywhere on the screen. */
export function DropPlace({ isOff, drop, children }: DropProps) {
  const [isOver, setOver] = useState(false);
  const isFiles = ({ dataTransfer }: DragEvent): boolean => !isOff && dataTransfer.types.includes('Files');
  return (
    <div
      className="media-page"
      data-over={isOver}
      onDragOver={(event) => {
        if (!isFiles(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
      }}
      onDrop={(event) => {
        if (!isFiles(event)) return;
        event.preventDefault();
        setOver(false);
        drop([...event.dataTransfer.files]);
      }}
    >
      {children}
      {isOver && <p className="drop">{say('media.drop')}</p>}
    </div>
  );
}
