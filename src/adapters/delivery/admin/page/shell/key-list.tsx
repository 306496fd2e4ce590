import { say, type MessageId } from '../messages/messages.js';
import { nameOfKeys } from '../messages/names.js';

/** Each with what does the same. */
const keys: readonly (readonly [readonly string[], MessageId])[] = [
  [['Mod+k'], 'keys.palette'],
  [['/'], 'keys.search'],
  [['j', 'k', '↑', '↓'], 'keys.rows'],
  [['x'], 'keys.select'],
  [['Shift+↑', 'Shift+↓'], 'keys.range'],
  [['Enter'], 'keys.open'],
  [['F2'], 'keys.cell'],
  [['Space'], 'keys.peek'],
  [['Escape'], 'keys.close'],
  [['c'], 'keys.new'],
  [['[', ']'], 'keys.neighbours'],
  [['Alt+↑', 'Alt+↓', 'Alt+Home', 'Alt+End'], 'keys.move'],
  [['↑', '↓', '←', '→'], 'keys.focal'],
  [['Mod+s'], 'keys.save'],
  [['Mod+Enter'], 'keys.publish'],
  [['Mod+Shift+s'], 'keys.plan'],
  [['Mod+Shift+d'], 'keys.diff'],
  [['Mod+Shift+h'], 'keys.history'],
  [['Mod+Enter'], 'keys.restore'],
  [['Mod+z'], 'keys.undo'],
  [['Mod+Shift+z', 'Mod+y'], 'keys.redo'],
  [['Mod+Shift+l'], 'keys.locales'],
  [['?'], 'keys.help'],
];

export const KeyList = () => (
  <ul>
    {keys.map(([same, text]) => (
      <li className="option" key={text}>
        {say(text)}{' '}
        <span className="same-keys">
          {same.map((pressed) => (
            <kbd key={pressed}>{nameOfKeys(pressed)}</kbd>
          ))}
        </span>
      </li>
    ))}
  </ul>
);
