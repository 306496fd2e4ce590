import { Columns2, Languages } from 'lucide-react';
import { lazy, useMemo, useState } from 'react';
import { say } from '../../messages/messages.js';
import { nameOfKeys } from '../../messages/names.js';
import { useKeys } from '../../shell/keys.js';
import { Part } from '../../shell/missing-part.js';
import { useBeside } from './use-locales.js';

const LocaleMatrix = lazy(() => import('./locale-matrix.js'));

/** Opens the matrix of locales, and shows two side by side. */
export function LocaleTools() {
  const [isOpen, setOpen] = useState(false);
  const { beside, canBe, toggle } = useBeside();
  useKeys(useMemo(() => (canBe ? { 'Mod+Shift+l': toggle } : {}), [canBe, toggle]));
  if (!canBe) return null;
  return (
    <>
      <button
        type="button"
        className="button quiet icon"
        aria-label={say('locales.matrix')}
        title={say('locales.matrix')}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Languages size={16} aria-hidden />
      </button>
      <button
        type="button"
        className="button quiet icon"
        aria-label={say('beside.open')}
        title={`${say('beside.open')} (${nameOfKeys('Mod+Shift+l')})`}
        aria-pressed={beside !== undefined}
        onClick={toggle}
      >
        <Columns2 size={16} aria-hidden />
      </button>
      <Part close={() => setOpen(false)}>{isOpen && <LocaleMatrix close={() => setOpen(false)} />}</Part>
    </>
  );
}
