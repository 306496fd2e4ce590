import { say, type MessageId } from '../messages/messages.js';
import { nameOfKeys } from '../messages/names.js';

/** Each with what does the same. */
const keys: readonly (readonly [readonly string[], MessageId])[] = [
  [['Ctrl K'], 'keys.palette'],
  [['/'], 'keys.search'],
  [['j', 'k', '↑', '↓'], 'keys.rows'],
  [['x'], 'keys.select'],
  [['Shift ↑', 'Shift ↓'], 'keys.range'],
  [['Enter'], 'keys.open'],
  [['F2'], 'keys.cell'],
  [['Space'], 'keys.peek'],
  [['Escape'], 'keys.close'],
  [['c'], 'keys.new'],
  [['[', ']'], 'keys.neighbours'],
  [['Alt ↑', 'Alt ↓', 'Alt Home', 'Alt End'], 'keys.move'],
  [['↑', '↓', '←', '→'], 'keys.focal'],
  [['Ctrl S'], 'keys.save'],
  [['Ctrl Enter'], 'keys.publish'],
  [['Ctrl Shift S'], 'keys.plan'],
  [['Ctrl Shift D'], 'keys.diff'],
  [['Ctrl Shift H'], 'keys.history'],
  [['Ctrl Enter'], 'keys.restore'],
  [['Ctrl Z'], 'keys.undo'],
  [['Ctrl Shift Z', 'Ctrl Y'], 'keys.redo'],
  [['Ctrl Shift L'], 'keys.locales'],
  [['?'], 'keys.help'],
];

/** A single letter is shown as it is typed, without Shift. */
const shown = (pressed: string): string => (pressed.length === 1 ? pressed : nameOfKeys(pressed.split(' ')));

export const KeyList = () => (
  <ul>
    {keys.map(([same, text]) => (
      <li className="option" key={text}>
        {say(text)}{' '}
        <span className="same-keys">
          {same.map((pressed) => (
            <kbd key={pressed}>{shown(pressed)}</kbd>
          ))}
        </span>
      </li>
    ))}
  </ul>
);
