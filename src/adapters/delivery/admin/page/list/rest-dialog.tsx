import { useRef, useState } from 'react';
import { say } from '../messages/messages.js';
import { Dialog } from '../ui/dialog.js';

interface Props {
  /** What is copied. */
  readonly address: string;
  readonly title: string;
  readonly text: string;
  readonly close: () => void;
}

/** Shows a text to copy. */
export default function RestDialog({ address, title, text: hint, close }: Props) {
  const [isCopied, setCopied] = useState(false);
  const text = useRef<HTMLTextAreaElement>(null);
  const copy = async (): Promise<void> => {
    text.current?.select();
    // Browsers give the clipboard to pages over HTTPS; the text is selected for all others.
    await navigator.clipboard?.writeText(address).then(
      () => setCopied(true),
      () => {},
    );
  };
  return (
    <Dialog title={title} close={close} className="wide">
      {(dismiss) => (
        <>
          <p className="hint">{hint}</p>
          <textarea
            ref={text}
            className="input code"
            aria-label={title}
            readOnly
            value={address}
            onFocus={({ target }) => target.select()}
          />
          <div className="row">
            <span className="hint" role="status">
              {isCopied && say('rest.copied')}
            </span>
            <button type="button" className="button" onClick={dismiss}>
              {say('close')}
            </button>
            <button type="button" className="button primary" onClick={() => void copy()}>
              {say('rest.copy')}
            </button>
          </div>
        </>
      )}
    </Dialog>
  );
}
