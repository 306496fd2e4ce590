import { Upload } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { say } from '../messages/messages.js';
import { fileDrop } from './file-drop.js';
import { pastedFiles } from './pasted-files.js';

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

/** Takes files that are dropped or pasted anywhere on the screen. */
export function DropPlace({ isOff, drop, children }: DropProps) {
  const [isOver, setOver] = useState(false);
  usePaste(isOff ? undefined : drop);
  return (
    <div className="media-page" data-over={isOver} {...(!isOff && fileDrop(setOver, drop))}>
      {children}
      {isOver && <p className="drop">{say('media.drop')}</p>}
    </div>
  );
}

/** Takes files that are pasted anywhere. */
function usePaste(take: ((files: readonly File[]) => void) | undefined): void {
  const taken = useRef(take);
  taken.current = take;
  useEffect(() => {
    const paste = (event: ClipboardEvent): void => {
      const files = pastedFiles(event.target, event.clipboardData);
      if (files.length === 0 || taken.current === undefined) return;
      event.preventDefault();
      taken.current(files);
    };
    addEventListener('paste', paste);
    return () => removeEventListener('paste', paste);
  }, []);
}
