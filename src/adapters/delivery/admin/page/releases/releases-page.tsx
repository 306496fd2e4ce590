import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReleaseState, ReleaseView } from '../../contract/releases.js';
import { say } from '../messages/messages.js';
import { request } from '../session/api.js';
import { queryClient } from '../session/query-client.js';
import { useSession } from '../session/session.js';
import { FailureView } from '../shell/failure-view.js';
import { useTitle } from '../shell/shell.js';
import { ReleaseItem } from './release-item.js';
import { releaseStates, type ReleaseSearch } from './release-search.js';
import '../list/list.css';
import './release-words.css';
import './releases.css';
import { Empty } from '../ui/empty.js';
import { Loading } from '../ui/loading.js';

const route = getRouteApi('/releases');

/** How many releases are shown at first, and how many more each time; the server answers at most `most`. */
const [step, most] = [50, 500];

/** What is planned, what has happened, and what has failed. */
export function ReleasesPage() {
  const search = route.useSearch();
  const navigate = useNavigate({ from: '/releases' });
  const [limit, setLimit] = useState(step);
  useTitle(say('release.title'));
  const { state } = search;
  const key = ['releases', state, limit];
  const found = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const asked = new URLSearchParams({ limit: String(limit), ...(state && { state }) });
      return (
        await request<{ data: readonly ReleaseView[] }>('GET', `releases?${asked.toString()}`, { signal })
      ).data;
    },
    placeholderData: keepPreviousData,
    // Releases happen by themselves.
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
  const replace = (changed: ReleaseView): void =>
    void queryClient.setQueryData<readonly ReleaseView[]>(key, (all) =>
      all?.map((one) => (one.documentId === changed.documentId ? changed : one)),
    );
  const choose = (next: ReleaseState | undefined): void =>
    void navigate({
      search: (): ReleaseSearch => (next === undefined ? {} : { state: next }),
      replace: true,
    });
  const releases = found.data;
  return (
    <div className="list releases">
      <div className="list-head">
        <h1>{say('release.title')}</h1>
        <select
          className="input locale"
          aria-label={say('column.status')}
          value={state ?? ''}
          onChange={({ target }) => choose(releaseStates.find((one) => one === target.value))}
        >
          <option value="">{say('release.all')}</option>
          {releaseStates.map((one) => (
            <option key={one} value={one}>
              {say(`release.state.${one}`)}
            </option>
          ))}
        </select>
      </div>
      {found.error && releases === undefined ? (
        <FailureView error={found.error} retry={() => void found.refetch()} />
      ) : releases === undefined ? (
        <Frame />
      ) : releases.length === 0 ? (
        <Nothing state={state} clear={() => choose(undefined)} />
      ) : (
        <ul className="release-list" aria-busy={found.isPlaceholderData}>
          {releases.map((release) => (
            <ReleaseItem key={release.documentId} release={release} replace={replace} />
          ))}
        </ul>
      )}
      {releases !== undefined && releases.length >= limit && limit < most && (
        <button type="button" className="button" onClick={() => setLimit(limit + step)}>
          {say('link.more')}
        </button>
      )}
    </div>
  );
}

const Frame = () => (
  <Loading className="release-list">
    {[1, 2, 3].map((at) => (
      <div className="release" key={at}>
        <div className="bar wide" />
        <div className="bar" />
      </div>
    ))}
  </Loading>
);

interface NothingProps {
  readonly state: ReleaseState | undefined;
  readonly clear: () => void;
}

function Nothing({ state, clear }: NothingProps) {
  const { types } = useSession();
  const first = types.find(({ draftAndPublish }) => draftAndPublish);
  if (state === undefined)
    return (
      <Empty title={say('release.empty.title')} text={say('release.empty.text')} docs="releases">
        {first !== undefined && (
          <Link className="button primary" to="/content/$uid" params={{ uid: first.uid }} search={{}}>
            {say('release.empty.choose')}
          </Link>
        )}
      </Empty>
    );
  return (
    <Empty title={say('release.none')}>
      <button type="button" className="button" onClick={clear}>
        {say('release.none.clear')}
      </button>
    </Empty>
  );
}
