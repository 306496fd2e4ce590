import { useEffect, useRef, type ReactNode } from 'react';
import { ApiFailure, base } from '../session/api.js';
import { say, type MessageId } from '../messages/messages.js';
import { isMissingPart } from '../session/page-version.js';
import { Missing } from './missing-grant.js';
import { MissingPart } from './missing-part.js';
import { RequestId } from './request-id.js';

interface Words {
  readonly title: MessageId;
  readonly text: MessageId;
}

const byStatus: Readonly<Record<number, Words>> = {
  0: { title: 'failure.offline.title', text: 'failure.offline.text' },
  401: { title: 'failure.signedOut.title', text: 'failure.signedOut.text' },
  403: { title: 'failure.denied.title', text: 'failure.denied.text' },
  404: { title: 'failure.gone.title', text: 'failure.gone.text' },
  429: { title: 'failure.tooMany.title', text: 'failure.tooMany.text' },
  503: { title: 'failure.away.title', text: 'failure.away.text' },
};

const other: Words = { title: 'failure.other.title', text: 'failure.other.text' };

interface Props {
  readonly error: unknown;
  readonly retry: () => void;
  /** What else can be done about it. */
  readonly children?: ReactNode;
}

/** While the database is away. */
const againMs = 5000;

/** What went wrong, why, and what to do. What is not available right now is tried again by itself. */
export function FailureView({ error, retry, children }: Props) {
  const latest = useRef(retry);
  latest.current = retry;
  useEffect(() => {
    if (!(error instanceof ApiFailure) || error.status !== 503) return undefined;
    const timer = setTimeout(() => latest.current(), againMs);
    return () => clearTimeout(timer);
  }, [error]);
  if (isMissingPart(error))
    return (
      <section className="notice">
        <MissingPart heading="h1" />
      </section>
    );
  const failure = error instanceof ApiFailure ? error : null;
  const missing = failure?.answer?.details?.missing;
  const { title, text } = (failure && byStatus[failure.status]) ?? other;
  return (
    <section className="notice" role="alert">
      <h1>{say(title)}</h1>
      <p>
        {missing === undefined ? say(text, { seconds: failure?.waitSeconds }) : <Missing missing={missing} />}
      </p>
      {failure?.answer && failure.status !== 404 && missing === undefined && (
        <p className="hint">{failure.answer.message}</p>
      )}
      {failure?.requestId && (
        <p className="hint">
          <RequestId id={failure.requestId} />
        </p>
      )}
      {children}
      <button type="button" className="button primary" onClick={retry}>
        {say(failure?.status === 401 ? 'signIn' : 'retry')}
      </button>
    </section>
  );
}

export const NotFoundView = () => (
  <section className="notice">
    <h1>{say('failure.gone.title')}</h1>
    <p>{say('failure.page.text')}</p>
    <a className="button" href={base}>
      {say('failure.page.home')}
    </a>
  </section>
);
