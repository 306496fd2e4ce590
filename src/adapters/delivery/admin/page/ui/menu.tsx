import { Ellipsis } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';

interface Props {
  readonly label: string;
  /** Buttons, one below the other. `close` is called before what they do. */
  readonly children: (close: () => void) => ReactNode;
}

/** A button that shows further ones. Escape and leaving it hide them again. */
export function Menu({ label, children }: Props) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = (): void => {
    button.current?.focus();
    setOpen(false);
  };
  return (
    <div
      className="menu"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) setOpen(false);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return;
        event.stopPropagation();
        close();
      }}
    >
      <button
        ref={button}
        type="button"
        className="button quiet icon"
        aria-label={label}
        title={label}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Ellipsis size={18} aria-hidden />
      </button>
      {isOpen && <div className="menu-items">{children(close)}</div>}
    </div>
  );
}
