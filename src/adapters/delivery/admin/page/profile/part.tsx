import type { ReactNode } from 'react';

interface Props {
  readonly id: string;
  readonly title: string;
  readonly text?: string | undefined;
  readonly children: ReactNode;
}

/** One part of the profile, under its own heading. */
export const Part = ({ id, title, text, children }: Props) => (
  <section className="profile-part" aria-labelledby={`profile-${id}`}>
    <h2 id={`profile-${id}`} tabIndex={-1}>
      {title}
    </h2>
    {text !== undefined && <p className="hint">{text}</p>}
    {children}
  </section>
);
