import { Copy } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { say } from '../messages/messages.js';

interface Props {
  readonly title: string;
  /** What to do with it, and when it ends. */
  readonly text: string;
  readonly label: string;
  readonly value: string;
  readonly close: () => void;
}

/** What the server tells only once, to be copied. */
export function ShownOnce({ title, text, label, value, close }: Props) {
  const [isCopied, setCopied] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const copy = async (): Promise<void> => {
    field.current?.select();
    // Without HTTPS a page may not write there: what is selected can be copied by hand.
    await navigator.clipboard?.writeText(value).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return (
    <section className="once" aria-labelledby="once-title">
      <h2 id="once-title">{title}</h2>
      <p>{text}</p>
      <div className="row once-value">
        <input
          ref={field}
          className="input code"
          readOnly
          aria-label={label}
          value={value}
          onFocus={({ target }) => target.select()}
        />
        <button type="button" className="button primary" onClick={() => void copy()}>
          <Copy size={16} aria-hidden /> {say('copy')}
        </button>
        <button type="button" className="button" onClick={close}>
          {say('once.done')}
        </button>
      </div>
      <p className="hint" role="status">
        {isCopied && say('copied')}
      </p>
    </section>
  );
}
