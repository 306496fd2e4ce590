import { useEffect, useState } from 'react';
import { useOpenEntry } from '../entry-context.js';

/** The attribute whose field has the focus; null: none has. A dialog over the entry belongs to the field that opened it. */
export function useOwnField(): string | null {
  const { type } = useOpenEntry();
  const [field, setField] = useState<string | null>(null);
  useEffect(() => {
    const names = new Set(type.attributes.map(({ name }) => name));
    const look = ({ target }: FocusEvent): void => {
      if (!(target instanceof Element) || target.closest('.entry') === null) return;
      const frame = target.closest('.field')?.id ?? '';
      const name = frame.replace(/-field$/, '').split('.')[0] ?? '';
      setField(names.has(name) ? name : null);
    };
    document.addEventListener('focusin', look);
    return () => document.removeEventListener('focusin', look);
  }, [type]);
  return field;
}
