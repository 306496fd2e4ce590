import { say, type MessageId } from '../messages/messages.js';

const keys: readonly (readonly [string, MessageId])[] = [
  ['Ctrl K', 'keys.palette'],
  ['/', 'keys.search'],
  ['j k', 'keys.rows'],
  ['x', 'keys.select'],
  ['F2', 'keys.cell'],
  ['Space', 'keys.peek'],
  ['c', 'keys.new'],
  ['[ ]', 'keys.neighbours'],
  ['Alt ↑ ↓', 'keys.move'],
  ['Ctrl S', 'keys.save'],
  ['Ctrl Enter', 'keys.publish'],
  ['Ctrl Shift S', 'keys.plan'],
  ['Ctrl Shift D', 'keys.diff'],
  ['Ctrl Shift H', 'keys.history'],
  ['Ctrl Enter', 'keys.restore'],
  ['Ctrl Z', 'keys.undo'],
  ['Ctrl Shift Z', 'keys.redo'],
  ['Ctrl Shift L', 'keys.locales'],
  ['?', 'keys.help'],
];

export const KeyList = () => (
  <ul>
    {keys.map(([key, text]) => (
      <li className="option" key={text}>
        {say(text)} <kbd>{key}</kbd>
      </li>
    ))}
  </ul>
);
