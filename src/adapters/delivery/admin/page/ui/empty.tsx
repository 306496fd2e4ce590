import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { say } from '../messages/messages.js';

interface Props {
  readonly title: string;
  /** What it is for. */
  readonly text?: string | undefined;
  /** The page of the documentation that says more, as it is named in `docs/`. */
  readonly docs?: string;
  /** The one thing to do about it. */
  readonly children?: ReactNode;
}

/** Instead of what a screen has nothing of: there is none yet, or none matches. */
export const Empty = ({ title, text, docs, children }: Props) => (
  <section className="notice">
    <h2>{title}</h2>
    {text !== undefined && <p className="hint">{text}</p>}
    {children}
    {docs !== undefined && (
      <Link to="/docs/$page" params={{ page: docs }}>
        {say('docs.more')}
      </Link>
    )}
  </section>
);
