import { useRef, useState, type ReactNode } from 'react';
import { say } from '../messages/messages.js';

interface Props {
  readonly label: string;
  /** What the button is called where its label does not say what it is about. */
  readonly name?: string;
  readonly question: string;
  readonly run: () => void;
  /** What to know before the answer. It is there while the question is. */
  readonly children?: ReactNode;
  readonly className?: string;
  readonly isOff?: boolean;
}

/** A button that asks before it does what cannot be taken back. */
export function Asked(props: Props) {
  const { label, name, question, run, children, className = 'quiet danger', isOff = false } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const [isAsked, setAsked] = useState(false);
  const ask = (): void => {
    setAsked(true);
    dialog.current?.showModal();
  };
  const answer = (isYes: boolean): void => {
    dialog.current?.close();
    setAsked(false);
    if (isYes) run();
  };
  const danger = className.includes('danger') ? 'danger' : 'primary';
  return (
    <>
      <button
        type="button"
        className={`button ${className}`}
        aria-haspopup="dialog"
        aria-label={name}
        disabled={isOff}
        onClick={ask}
      >
        {label}
      </button>
      <dialog className="question" ref={dialog} aria-label={question} onCancel={() => setAsked(false)}>
        {isAsked && (
          <>
            <p>{question}</p>
            {children}
            <div className="row">
              <button type="button" className="button" onClick={() => answer(false)}>
                {say('cancel')}
              </button>
              <button type="button" className={`button ${danger}`} onClick={() => answer(true)}>
                {label}
              </button>
            </div>
          </>
        )}
      </dialog>
    </>
  );
}
