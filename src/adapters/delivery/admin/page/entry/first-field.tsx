import { useEffect, useRef } from 'react';

const fields =
  ':is(input, textarea, select, [contenteditable=true]):not(:disabled, [readonly], [type=search])';

/** Gives the focus to the first field beside it, once; not by touch, where that would open a keyboard over the page. */
export function FirstField() {
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (matchMedia('(pointer: coarse)').matches) return;
    place.current?.parentElement?.querySelector<HTMLElement>(fields)?.focus();
  }, []);
  return <span ref={place} hidden />;
}
