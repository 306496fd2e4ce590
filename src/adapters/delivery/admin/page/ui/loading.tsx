import type { ReactNode } from 'react';
import { say } from '../messages/messages.js';

interface Props {
  readonly className?: string;
  /** How many bars stand for what is read. */
  readonly bars?: number;
  /** What stands for it in place of bars. */
  readonly children?: ReactNode;
}

/** The frame of what is read at the moment. Screen readers hear that it is. */
export const Loading = ({ className, bars = 1, children }: Props) => (
  <div className={className} aria-busy="true">
    <p className="hidden" role="status">
      {say('loading')}
    </p>
    {children ?? Array.from({ length: bars }, (_, at) => <div className="bar wide" key={at} />)}
  </div>
);
