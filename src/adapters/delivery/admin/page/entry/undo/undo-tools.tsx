import { Redo2, Undo2 } from 'lucide-react';
import { useEffect, useReducer, useRef } from 'react';
import { formatList, say } from '../../messages/messages.js';
import { Tool } from '../../ui/tool.js';
import { useEntry, useLabels, useOpenEntry } from '../entry-context.js';
import type { Step, Steps } from './steps.js';
import type { TakenBack } from './take-back.js';
import { directionOf } from './undo-keys.js';

/** Undoes edits of the whole entry and does them again, by buttons and keys, and says what was done. */
export function UndoTools() {
  const { store } = useOpenEntry();
  const nameOf = useLabels();
  const { undo, redo } = useEntry(({ steps }) => ({ undo: steps.undo.at(-1), redo: steps.redo.at(-1) }));
  /** Each in an element of its own, as the same words twice are to be read out twice. */
  const [{ told, count }, tell] = useReducer(
    (last: Told, next: TakenBack | null): Told => ({ told: next, count: last.count + 1 }),
    { told: null, count: 0 },
  );
  const place = useRef<HTMLDivElement>(null);
  // The focus stays on a button that can be pressed.
  useEffect(() => {
    const { activeElement } = document;
    if (activeElement?.matches(':disabled') === true && place.current?.contains(activeElement) === true)
      place.current.querySelector<HTMLElement>('button:enabled')?.focus();
  }, [undo, redo]);
  const run = (direction: keyof Steps): void => tell(store.takeBack(direction));
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const direction = directionOf(event);
      if (direction === null) return;
      event.preventDefault();
      tell(store.takeBack(direction));
    };
    // Before the blocks editor, which lets nobody else have these keys.
    addEventListener('keydown', press, true);
    return () => removeEventListener('keydown', press, true);
  }, [store]);
  return (
    <div className="undo-tools" ref={place}>
      <Tool
        label={labelOf('undo', undo, nameOf)}
        icon={<Undo2 size={18} aria-hidden />}
        isOff={undo === undefined}
        run={() => run('undo')}
      />
      <Tool
        label={labelOf('redo', redo, nameOf)}
        icon={<Redo2 size={18} aria-hidden />}
        isOff={redo === undefined}
        run={() => run('redo')}
      />
      <span role="status" className={told !== null && isPartial(told) ? 'hint' : 'hidden'}>
        {told !== null && <span key={count}>{wordsOf(told, nameOf)}</span>}
      </span>
    </div>
  );
}

interface Told {
  readonly told: TakenBack | null;
  readonly count: number;
}

const isPartial = ({ kept, leftOut }: TakenBack): boolean => kept.length + leftOut.length > 0;

const labelOf = (direction: keyof Steps, step: Step | undefined, nameOf: (name: string) => string): string =>
  step === undefined
    ? say(`${direction}.none`)
    : say(direction, { names: formatList([...Object.keys(step.before), ...step.kept].map(nameOf)) });

const wordsOf = ({ direction, names, kept, leftOut }: TakenBack, nameOf: (name: string) => string): string =>
  [
    names.length > 0 && say(`${direction}.done`, { names: formatList(names.map(nameOf)) }),
    kept.length > 0 && say('undo.kept', { names: formatList(kept.map(nameOf)) }),
    leftOut.length > 0 && say('undo.leftOut', { names: formatList(leftOut.map(nameOf)) }),
  ]
    .filter((words) => words !== false)
    .join(' ');
