import { useRef, useState } from 'react';
import type { LinkedLabel } from '../../../../contract/links.js';
import { indexIn, keyOf } from '../../link-list.js';

export interface LinkSelection {
  readonly selected: ReadonlyMap<string, LinkedLabel>;
  /** `isRange`: with all links that were read from the one that was chosen last. */
  readonly toggle: (link: LinkedLabel, isRange: boolean) => void;
  readonly clear: () => void;
}

/** The links that are selected, of those that are shown. */
export function useLinkSelection(shown: readonly LinkedLabel[]): LinkSelection {
  const [selected, setSelected] = useState<ReadonlyMap<string, LinkedLabel>>(new Map());
  const anchor = useRef<LinkedLabel | null>(null);
  return {
    selected,
    toggle(link, isRange) {
      const next = new Map(selected);
      const [from, to] = [
        anchor.current === null ? -1 : indexIn(shown, anchor.current),
        indexIn(shown, link),
      ];
      if (isRange && from >= 0 && to >= 0)
        for (const one of shown.slice(Math.min(from, to), Math.max(from, to) + 1)) next.set(keyOf(one), one);
      else if (!next.delete(keyOf(link))) next.set(keyOf(link), link);
      anchor.current = link;
      setSelected(next);
    },
    clear: () => setSelected(new Map()),
  };
}
