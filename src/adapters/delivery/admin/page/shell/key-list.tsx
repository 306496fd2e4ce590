import { say, type MessageId } from '../messages/messages.js';

const keys: readonly (readonly [string, MessageId])[] = [
  ['Ctrl K', 'keys.palette'],
  ['/', 'keys.search'],
  ['j k', 'keys.rows'],
  ['x', 'keys.select'],
  ['F2', 'keys.cell'],
  ['Space', 'keys.peek'],
  ['c', 'keys.new'],
  ['Alt ↑ ↓', 'keys.move'],
  ['Ctrl S', 'keys.save'],
  ['Ctrl Enter', 'keys.publish'],
  ['Ctrl Z', 'keys.undo'],
  ['Ctrl Shift Z', 'keys.redo'],
  ['Ctrl Shift L', 'keys.locales'],
  ['?', 'keys.help'],
];

export const KeyList = () => (
  <ul>
    {keys.map(([key, text]) => (
      <li className="option" key={key}>
        {say(text)} <kbd>{key}</kbd>
      </li>
    ))}
  </ul>
);
