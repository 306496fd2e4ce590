import { Copy } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { say } from '../messages/messages.js';

interface Props {
  readonly codes: readonly string[];
  readonly close: () => void;
}

/** The recovery codes, which the server tells only once. */
export function RecoveryCodes({ codes, close }: Props) {
  const [isCopied, setCopied] = useState(false);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const copy = async (): Promise<void> => {
    // Without HTTPS a page may not write there: the codes can be selected by hand.
    await navigator.clipboard?.writeText(codes.join('\n')).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return (
    <section className="once" aria-labelledby="codes-title">
      <h3 id="codes-title" ref={title} tabIndex={-1}>
        {say('factor.codes')}
      </h3>
      <p>{say('factor.codes.text')}</p>
      <ul className="codes" dir="ltr">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="row">
        <button type="button" className="button primary" onClick={() => void copy()}>
          <Copy size={16} aria-hidden /> {say('copy')}
        </button>
        <button type="button" className="button" onClick={close}>
          {say('once.done')}
        </button>
        <span className="hint" role="status">
          {isCopied && say('copied')}
        </span>
      </div>
    </section>
  );
}
