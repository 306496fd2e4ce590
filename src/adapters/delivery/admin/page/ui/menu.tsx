import { useEffect, useRef, useState, type CSSProperties, type ReactNode } from 'react';

interface Props {
  readonly label: string;
  /** Buttons, one below the other. `close` is called before what they do. */
  readonly children: (close: () => void) => ReactNode;
  readonly tabIndex?: number;
  /** Whether it is in a box that scrolls, which would cut it off. */
  readonly isFloating?: boolean;
}

/** A button that shows further ones. Escape and leaving it hide them again. */
export function Menu({ label, children, tabIndex, isFloating = false }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [place, setPlace] = useState<CSSProperties>({});
  const button = useRef<HTMLButtonElement>(null);
  const close = (): void => {
    button.current?.focus();
    setOpen(false);
  };
  useEffect(() => {
    if (!isOpen || !isFloating) return;
    const hide = (): void => setOpen(false);
    addEventListener('scroll', hide, true);
    return () => removeEventListener('scroll', hide, true);
  }, [isOpen, isFloating]);
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
        className="button quiet icon dots"
        aria-label={label}
        title={label}
        aria-expanded={isOpen}
        tabIndex={tabIndex}
        data-control="more"
        onClick={({ currentTarget }) => {
          if (isFloating) setPlace(besideOf(currentTarget));
          setOpen(!isOpen);
        }}
      />
      {isOpen && (
        <div className="menu-items" style={place}>
          {children(close)}
        </div>
      )}
    </div>
  );
}

/** Below a button, or above it where there is more room, and ending where it does. */
function besideOf(button: HTMLElement): CSSProperties {
  const { top, bottom, left, right } = button.getBoundingClientRect();
  const isLow = innerHeight - bottom < 240 && top > 240;
  const isRightToLeft = getComputedStyle(button).direction === 'rtl';
  return {
    position: 'fixed',
    insetBlock: isLow ? `auto ${innerHeight - top}px` : `${bottom}px auto`,
    insetInline: `auto ${isRightToLeft ? left : document.documentElement.clientWidth - right}px`,
  };
}
