import { useEffect, useId, useRef, type ReactNode } from 'react';

interface Props {
  readonly title: string;
  /** Runs after the dialog has closed, and the focus is back where it was. */
  readonly close: () => void;
  /** Whether Escape does nothing, while something runs. */
  readonly isHeld?: boolean;
  readonly className?: string;
  readonly children: (dismiss: () => void) => ReactNode;
}

/** A question over the page. */
export function Dialog({ title, close, isHeld = false, className = '', children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      className={`question ${className}`}
      ref={dialog}
      aria-labelledby={id}
      // A dialog inside of it ends by itself.
      onClose={({ target, currentTarget }) => target === currentTarget && close()}
      onCancel={(event) => isHeld && event.preventDefault()}
    >
      <h2 id={id}>{title}</h2>
      {children(() => dialog.current?.close())}
    </dialog>
  );
}
