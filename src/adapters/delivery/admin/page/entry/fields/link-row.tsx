import { ArrowDown, ArrowUp, X } from 'lucide-react';
import type { HTMLAttributes } from 'react';
import type { LinkedLabel } from '../../../contract/links.js';
import { say } from '../../messages/messages.js';
import { Status } from '../../ui/status.js';
import { Tool } from '../../ui/tool.js';

interface Props {
  readonly label: LinkedLabel;
  /** What makes it a row that moves. */
  readonly row: HTMLAttributes<HTMLLIElement>;
  readonly remove?: () => void;
  /** Null: it is the first. */
  readonly up?: (() => void) | null;
  /** Null: it is the last. */
  readonly down?: (() => void) | null;
}

/** One linked document, and the ways to move it and to take it away. */
export function LinkRow({ label: { label, state }, row, remove, up, down }: Props) {
  return (
    <li className="link" {...row}>
      <span dir="auto" className="link-label">
        {label}
      </span>
      {state && <Status state={state} />}
      {up !== undefined && (
        <Tool
          label={say('link.up', { label })}
          icon={<ArrowUp size={16} aria-hidden />}
          isOff={up === null}
          run={() => up?.()}
        />
      )}
      {down !== undefined && (
        <Tool
          label={say('link.down', { label })}
          icon={<ArrowDown size={16} aria-hidden />}
          isOff={down === null}
          run={() => down?.()}
        />
      )}
      {remove && (
        <Tool label={say('link.remove', { label })} icon={<X size={16} aria-hidden />} run={remove} />
      )}
    </li>
  );
}
