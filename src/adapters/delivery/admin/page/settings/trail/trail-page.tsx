import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { trailActions, type TrailEntry } from '../../../contract/trail.js';
import { say } from '../../messages/messages.js';
import { nameOfAction, nameOfType } from '../../messages/names.js';
import { paths } from '../../../contract/paths.js';
import { base, request } from '../../session/api.js';
import { useSession } from '../../session/session.js';
import { Empty } from '../../ui/empty.js';
import { areaAt } from '../areas.js';
import { trailFilters, type TrailSearch } from '../settings-search.js';
import { Setting } from '../setting.js';
import { TrailTable } from './trail-table.js';
import { More } from '../../ui/more.js';

const route = getRouteApi('/settings/trail');
const area = areaAt('/settings/trail');
const pageSize = 50;

/** The first moment of a day, or of the one after it, in the time zone of the browser. */
function dayIn(day: string, isAfter: boolean): string {
  const time = new Date(`${day}T00:00`);
  if (Number.isNaN(time.getTime())) return day;
  if (isAfter) time.setDate(time.getDate() + 1);
  return time.toISOString();
}

/** What the search asks for, as the server takes it. */
function askedOf({ since, until, ...rest }: TrailSearch): Readonly<Record<string, string>> {
  return {
    ...rest,
    ...(since !== undefined && { since: dayIn(since, false) }),
    ...(until !== undefined && { until: dayIn(until, true) }),
  };
}

function queryOf(search: TrailSearch, after: string | null): string {
  const asked = { ...askedOf(search), limit: String(pageSize), ...(after !== null && { after }) };
  return `trail?${new URLSearchParams(asked).toString()}`;
}

/** The browser writes what it gets into the file, however much it is. */
const exportOf = (search: TrailSearch, format: 'csv' | 'jsonl'): string =>
  `${base}${paths.api}/trail/export?${new URLSearchParams({ ...askedOf(search), format }).toString()}`;

/** Who did what, the latest first. */
export function TrailPage() {
  const { rights } = useSession();
  const search = route.useSearch();
  const navigate = useNavigate({ from: '/settings/trail' });
  const found = useInfiniteQuery({
    queryKey: ['settings', 'trail', search],
    queryFn: async ({ pageParam, signal }) =>
      (await request<{ data: readonly TrailEntry[] }>('GET', queryOf(search, pageParam), { signal })).data,
    initialPageParam: null as string | null,
    getNextPageParam: (last) => (last.length < pageSize ? undefined : last.at(-1)?.cursor),
    staleTime: 0,
    enabled: rights[area.area]?.find !== undefined,
  });
  const change = (next: TrailSearch): void => void navigate({ search: next });
  const isFiltered = trailFilters.some((name) => search[name] !== undefined);
  const entries = found.data?.pages.flat() ?? [];
  return (
    <Setting area={area} found={found} total={found.data && say('trail.total', { total: entries.length })}>
      {() => (
        <>
          <Filters key={JSON.stringify(search)} search={search} isFiltered={isFiltered} change={change} />
          {entries.length === 0 ? (
            <Empty
              title={say(isFiltered ? 'trail.none' : 'trail.empty')}
              {...(!isFiltered && { docs: 'audit' })}
            >
              {isFiltered && (
                <button type="button" className="button" onClick={() => change({})}>
                  {say('trail.clear')}
                </button>
              )}
            </Empty>
          ) : (
            <TrailTable entries={entries} />
          )}
          {entries.length > 0 && (
            <p className="row">
              <span className="hint">{say('trail.export')}</span>
              <a className="button" href={exportOf(search, 'csv')} download>
                CSV
              </a>
              <a className="button" href={exportOf(search, 'jsonl')} download>
                {say('trail.export.lines')}
              </a>
            </p>
          )}
          <More found={found} />
        </>
      )}
    </Setting>
  );
}

interface FiltersProps {
  readonly search: TrailSearch;
  readonly isFiltered: boolean;
  readonly change: (search: TrailSearch) => void;
}

/** Who, what, where and when; it filters when it is sent. */
function Filters({ search, isFiltered, change }: FiltersProps) {
  const { allTypes } = useSession();
  const [given, setGiven] = useState(search);
  const put = (name: keyof TrailSearch, value: string): TrailSearch => {
    const { [name]: _former, ...others } = given;
    return value === '' ? others : { ...others, [name]: value };
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    change(given);
  };
  const label = (name: keyof TrailSearch, text: string) => <label htmlFor={`trail-${name}`}>{text}</label>;
  const day = (name: 'since' | 'until', text: string) => (
    <div className="field">
      {label(name, text)}
      <input
        id={`trail-${name}`}
        type="date"
        className="input"
        value={given[name] ?? ''}
        onChange={({ target }) => setGiven(put(name, target.value))}
      />
    </div>
  );
  return (
    <form className="tools" role="search" onSubmit={submit}>
      <div className="field">
        {label('user', say('trail.who'))}
        <input
          id="trail-user"
          className="input"
          maxLength={200}
          autoComplete="off"
          placeholder={say('trail.who.any')}
          value={given.user ?? ''}
          onChange={({ target }) => setGiven(put('user', target.value))}
        />
      </div>
      <div className="field">
        {label('action', say('trail.what'))}
        <select
          id="trail-action"
          className="input"
          value={given.action ?? ''}
          onChange={({ target }) => setGiven(put('action', target.value))}
        >
          <option value="">{say('trail.what.any')}</option>
          {[...new Set<string>([...trailActions, ...(given.action === undefined ? [] : [given.action])])].map(
            (one) => (
              <option key={one} value={one}>
                {nameOfAction(one)}
              </option>
            ),
          )}
        </select>
      </div>
      <div className="field">
        {label('type', say('trail.type'))}
        <select
          id="trail-type"
          className="input"
          value={given.type ?? ''}
          onChange={({ target }) => setGiven(put('type', target.value))}
        >
          <option value="">{say('trail.type.any')}</option>
          {allTypes.map((type) => (
            <option key={type.uid} value={type.uid}>
              {nameOfType(type)}
            </option>
          ))}
        </select>
      </div>
      <div className="field">
        {label('documentId', say('trail.document'))}
        <input
          id="trail-documentId"
          className="input code"
          maxLength={64}
          autoComplete="off"
          value={given.documentId ?? ''}
          onChange={({ target }) => setGiven(put('documentId', target.value.trim()))}
        />
      </div>
      {day('since', say('trail.since'))}
      {day('until', say('trail.until'))}
      <button type="submit" className="button primary">
        {say('trail.filter')}
      </button>
      {isFiltered && (
        <button type="button" className="button" onClick={() => change({})}>
          {say('trail.clear')}
        </button>
      )}
    </form>
  );
}
