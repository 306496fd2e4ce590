import { useEffect, useRef, useState, type CSSProperties, type KeyboardEvent, type ReactNode } from 'react';

interface Props {
  readonly label: string;
  /** Buttons, one below the other. `close` is called before what they do. */
  readonly children: (close: () => void) => ReactNode;
  readonly tabIndex?: number;
  /** Whether it is in a box that scrolls, which would cut it off. */
  readonly isFloating?: boolean;
}

/** A button that shows further ones. Escape, leaving it and a press beside it hide them again. */
export function Menu({ label, children, tabIndex, isFloating = false }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [place, setPlace] = useState<CSSProperties>({});
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
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
  useEffect(() => {
    if (!isOpen) return;
    // Some browsers give a pressed button no focus, which would leave it.
    const hide = ({ target }: PointerEvent): void => {
      if (target instanceof Node && !menu.current?.contains(target)) setOpen(false);
    };
    addEventListener('pointerdown', hide);
    return () => removeEventListener('pointerdown', hide);
  }, [isOpen]);
  return (
    <div
      className="menu"
      ref={menu}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) setOpen(false);
      }}
      onKeyDown={(event) => {
        if (!isOpen) return;
        if (event.key === 'Escape') close();
        else if (!moveAmong(event)) return;
        event.stopPropagation();
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

/** Moves the focus among what a menu shows. Returns whether the key is for that. */
function moveAmong(event: KeyboardEvent<HTMLElement>): boolean {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('.menu-items > :enabled')];
  const at = items.findIndex((item) => item === document.activeElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
  if (to === undefined) return false;
  event.preventDefault();
  items[Math.min(Math.max(to, 0), items.length - 1)]?.focus();
  return true;
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
