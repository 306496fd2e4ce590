import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { areas } from '../../contract/areas.js';
import type { EndingToken, Home, HomeEntry, HomeFailures } from '../../contract/home.js';
import type { ReleaseView } from '../../contract/releases.js';
import { formatDay, say } from '../messages/messages.js';
import { request } from '../session/api.js';
import { openSeen } from '../session/seen.js';
import { useSession } from '../session/session.js';
import { FailureView } from '../shell/failure-view.js';
import { useTitle } from '../shell/shell.js';
import { ReleaseStatus } from '../releases/release-words.js';
import { Empty } from '../ui/empty.js';
import { Loading } from '../ui/loading.js';
import { Status } from '../ui/status.js';
import { NextSteps } from './next-steps.js';
import '../releases/release-words.css';
import './home.css';

/** What waits for the administrator, and where they were. */
export function HomePage() {
  const { administrator, seesAs } = useSession();
  useTitle(say('home.title'));
  const found = useQuery({
    queryKey: ['home', seesAs],
    queryFn: async ({ signal }) => {
      const seen = (openSeen(administrator.documentId).read() ?? []).join(',');
      return (await request<{ data: Home }>('GET', `home?seen=${encodeURIComponent(seen)}`, { signal })).data;
    },
    // What others do shows here.
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
  if (found.error && found.data === undefined)
    return <FailureView error={found.error} retry={() => void found.refetch()} />;
  return (
    <div className="home">
      <h1>{say('home.title')}</h1>
      {found.data === undefined ? <Loading className="home-card" bars={4} /> : <Cards home={found.data} />}
    </div>
  );
}

function Cards({ home }: { readonly home: Home }) {
  const { types, rights } = useSession();
  const { drafts, waiting, failures, seen, tokens, steps } = home;
  const failed = failureLines(failures);
  const hasDrafts = types.some(({ draftAndPublish }) => draftAndPublish);
  const isEmpty = [drafts, waiting, failed, seen, tokens, steps].every(({ length }) => length === 0);
  if (isEmpty && types.length === 0)
    return (
      <Empty title={say('home.empty.title')} text={say('home.empty.text')} docs="content-types">
        {rights[areas.types]?.find !== undefined && (
          <Link className="button primary" to="/types" search={{}}>
            {say('types.title')}
          </Link>
        )}
      </Empty>
    );
  return (
    <>
      <NextSteps steps={steps} />
      <div className="home-cards">
        {hasDrafts && (
          <Card id="drafts" title={say('home.drafts')} empty={say('home.drafts.none')}>
            {drafts.map((entry) => (
              <EntryLine key={keyOf(entry)} entry={entry} />
            ))}
          </Card>
        )}
        {(hasDrafts || waiting.length > 0) && (
          <Card
            id="waiting"
            title={say('home.waiting')}
            empty={say('home.waiting.none')}
            more={<Link to="/releases">{say('home.waiting.all')}</Link>}
          >
            {waiting.map((release) => (
              <ReleaseLine key={release.documentId} release={release} />
            ))}
          </Card>
        )}
        {failed.length > 0 && (
          <Card id="failures" title={say('home.failures')} empty="">
            {failed}
          </Card>
        )}
        {types.length > 0 && (
          <Card id="seen" title={say('home.seen')} empty={say('home.seen.none')}>
            {seen.map((entry) => (
              <EntryLine key={keyOf(entry)} entry={entry} />
            ))}
          </Card>
        )}
        {tokens.length > 0 && (
          <Card
            id="tokens"
            title={say('home.tokens')}
            empty=""
            more={<Link to="/settings/tokens">{say('home.tokens.all')}</Link>}
          >
            {tokens.map((token) => (
              <TokenLine key={token.name} token={token} />
            ))}
          </Card>
        )}
      </div>
    </>
  );
}

/** Each leads to where it is looked after. */
const failureLines = ({ followers, deliveries, jobs }: HomeFailures): readonly ReactNode[] => [
  ...jobs.map((job) => <JobLine key={job.documentId} job={job} />),
  ...followers.map(({ name, error, aside }) => (
    <li key={name}>
      <Link to="/settings/health">{say('home.failures.follower', { name })}</Link>
      <p className="hint home-facts" dir="auto">
        {aside > 0 && <span>{say('health.aside', { count: aside })}</span>}
        {error !== null && <span>{error}</span>}
      </p>
    </li>
  )),
  ...(deliveries === 0
    ? []
    : [
        <li key="deliveries">
          <Link to="/settings/webhooks">{say('home.failures.deliveries', { count: deliveries })}</Link>
          <p className="hint home-facts">{say('home.failures.deliveries.text')}</p>
        </li>,
      ]),
];

function JobLine({
  job: { uid, endedAt, problem, done, total },
}: {
  readonly job: HomeFailures['jobs'][number];
}) {
  const { types } = useSession();
  const type = types.find((one) => one.uid === uid)?.displayName ?? uid;
  return (
    <li>
      <Link to="/content/$uid" params={{ uid }} dir="auto">
        {say('home.failures.job', { type, done, total })}
      </Link>
      <p className="hint home-facts" dir="auto">
        <time dateTime={endedAt}>{formatDay(endedAt)}</time>
        {problem !== null && <span>{problem}</span>}
      </p>
    </li>
  );
}

interface CardProps {
  readonly id: string;
  readonly title: string;
  /** Instead of a list without lines. */
  readonly empty: string;
  /** Where there is more of it. */
  readonly more?: ReactNode;
  readonly children: readonly ReactNode[];
}

const Card = ({ id, title, empty, more, children }: CardProps) => (
  <section className="home-card" aria-labelledby={`home-${id}`}>
    <h2 id={`home-${id}`}>{title}</h2>
    {children.length === 0 ? <p className="hint">{empty}</p> : <ul>{children}</ul>}
    {children.length > 0 && more !== undefined && <p>{more}</p>}
  </section>
);

const keyOf = ({ uid, documentId, locale }: HomeEntry): string => `${uid} ${documentId} ${locale}`;

function EntryLine({ entry }: { readonly entry: HomeEntry }) {
  const { types } = useSession();
  const { uid, documentId, locale, label, state, updatedAt } = entry;
  const type = types.find((one) => one.uid === uid)?.displayName ?? uid;
  return (
    <li>
      <Link
        to="/content/$uid/$id"
        params={{ uid, id: documentId }}
        search={locale === null ? {} : { locale }}
        dir="auto"
      >
        {label}
      </Link>
      <p className="hint home-facts">
        <Status state={state} />
        <span dir="auto">{type}</span>
        {locale !== null && <span>{locale}</span>}
        {updatedAt !== null && <time dateTime={updatedAt}>{formatDay(updatedAt)}</time>}
      </p>
    </li>
  );
}

const ReleaseLine = ({
  release: { name, state, at, actions, plannedBy },
}: {
  readonly release: ReleaseView;
}) => (
  <li>
    <Link to="/releases" search={{ state }} dir="auto">
      {name}
    </Link>
    <p className="hint home-facts">
      <ReleaseStatus state={state} />
      {at !== null && <time dateTime={at}>{formatDay(at)}</time>}
      <span>{say('release.entries', { count: actions.length })}</span>
      <span dir="auto">{plannedBy.name}</span>
    </p>
  </li>
);

const TokenLine = ({ token: { name, expiresAt, expired } }: { readonly token: EndingToken }) => (
  <li>
    <span className="home-name" dir="auto">
      {name}
    </span>
    <p className="hint home-facts">
      <span className={`state ${expired ? 'bad' : 'waiting'}`}>
        {expired ? '✕' : '◷'}{' '}
        {say(expired ? 'tokens.ended' : 'home.tokens.ends', { when: formatDay(expiresAt) })}
      </span>
    </p>
  </li>
);
