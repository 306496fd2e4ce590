import type { DocumentState } from '../../contract/links.js';
import { say } from '../messages/messages.js';

const shapes = { draft: '○', published: '●', changed: '◐', missing: '◌' } as const;

/** A state in a word and a shape. */
export const Status = ({ state }: { readonly state: DocumentState | 'missing' }) => (
  <span className={`status ${state}`}>
    <span aria-hidden>{shapes[state]}</span> {say(`status.${state}`)}
  </span>
);
