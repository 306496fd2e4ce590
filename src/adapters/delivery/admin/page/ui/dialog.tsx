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

/**
 * Returns what puts the caret back to where it is now. A browser gives the focus back when a dialog closes, but Chromium keeps
 * the caret in the dialog: once that is removed, keys reach the field and write nothing.
 */
function caretNow(): () => void {
  const field = document.activeElement;
  const selection = getSelection();
  const range = selection !== null && selection.rangeCount > 0 ? selection.getRangeAt(0).cloneRange() : null;
  return () => {
    if (!(field instanceof HTMLElement) || field !== document.activeElement) return;
    const isRich = field.isContentEditable;
    if (!isRich && !field.matches('input, textarea')) return;
    field.blur();
    field.focus({ preventScroll: true });
    if (!isRich || range === null || !field.contains(range.startContainer)) return;
    selection?.removeAllRanges();
    selection?.addRange(range);
  };
}

/** A question over the page. */
export function Dialog({ title, close, isHeld = false, className = '', children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const restoreCaret = useRef(() => {});
  const id = useId();
  useEffect(() => {
    restoreCaret.current = caretNow();
    dialog.current?.showModal();
  }, []);
  return (
    <dialog
      className={`question ${className}`}
      ref={dialog}
      aria-labelledby={id}
      // A dialog inside of it ends by itself.
      onClose={({ target, currentTarget }) => {
        if (target !== currentTarget) return;
        restoreCaret.current();
        close();
      }}
      onCancel={(event) => isHeld && event.preventDefault()}
    >
      <h2 id={id}>{title}</h2>
      {children(() => dialog.current?.close())}
    </dialog>
  );
}
