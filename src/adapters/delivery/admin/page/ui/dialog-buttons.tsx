import type { ReactNode } from 'react';
import { say } from '../messages/messages.js';

interface Props {
  readonly cancel: () => void;
  /** What the form does. */
  readonly label: string;
  /** Whether it is being done. */
  readonly isOff?: boolean;
  /** Other buttons, before the two. */
  readonly children?: ReactNode;
}

/** Ends the form of a dialog. */
export const DialogButtons = ({ cancel, label, isOff = false, children }: Props) => (
  <div className="row">
    {children}
    <button type="button" className="button" disabled={isOff} onClick={cancel}>
      {say('cancel')}
    </button>
    <button type="submit" className="button primary" disabled={isOff}>
      {label}
    </button>
  </div>
);
