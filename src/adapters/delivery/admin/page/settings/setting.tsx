import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { say } from '../messages/messages.js';
import { request } from '../session/api.js';
import { queryClient } from '../session/query-client.js';
import { useSession } from '../session/session.js';
import { FailureView } from '../shell/failure-view.js';
import { NoPermission } from '../shell/missing-grant.js';
import { useTitle } from '../shell/shell.js';
import type { SettingArea } from './areas.js';
import { Loading } from '../ui/loading.js';

/** Reads what a screen shows, with one request. */
export const useAnswer = <T,>(path: string, isAllowed = true): UseQueryResult<T> =>
  useQuery({
    queryKey: ['settings', path],
    queryFn: ({ signal }) => request<T>('GET', path, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    enabled: isAllowed,
  });

/** Reads again what screens of this path show. */
export const readAgain = (path: string): Promise<void> =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey: [kind, read] }) => kind === 'settings' && String(read).startsWith(path),
  });

const titleId = 'setting-title';

/** Moves the focus to the title when what had it is gone. While a dialog is open, nothing behind it takes the focus. */
export function focusTitle(attempts = 20): void {
  const title = document.getElementById(titleId);
  title?.focus();
  if (document.activeElement !== title && attempts > 0) setTimeout(() => focusTitle(attempts - 1), 25);
}

interface Props<T> {
  readonly area: SettingArea;
  /** Instead of the name of the area. */
  readonly title?: string | undefined;
  readonly found: UseQueryResult<T>;
  /** A sentence about how many there are. */
  readonly total?: string | undefined;
  readonly back?: ReactNode;
  readonly action?: ReactNode;
  readonly children: (answer: T) => ReactNode;
}

/** One screen: its title, and what it shows or why it shows nothing. */
export function Setting<T>({ area, title, found, total, back, action, children }: Props<T>) {
  const { rights } = useSession();
  const name = title ?? say(area.name);
  useTitle(name);
  if (rights[area.area]?.find === undefined)
    return <NoPermission missing={{ action: 'find', type: area.area }} />;
  return (
    <div className="setting">
      {back}
      <div className="list-head">
        <h1 id={titleId} tabIndex={-1} dir="auto">
          {name}
        </h1>
        <span className="hint" role="status">
          {total}
        </span>
        {action !== undefined && <span className="new row">{action}</span>}
      </div>
      {title === undefined && <p className="hint setting-text">{say(area.text)}</p>}
      {found.error && found.data === undefined ? (
        <FailureView error={found.error} retry={() => void found.refetch()} />
      ) : found.data === undefined ? (
        <Bars />
      ) : (
        children(found.data)
      )}
    </div>
  );
}

const Bars = () => <Loading className="table setting-bars" bars={4} />;

interface TableProps {
  readonly caption: string;
  /** Their names; empty for the one of the buttons. */
  readonly columns: readonly string[];
  readonly isStale?: boolean;
  readonly children: ReactNode;
}

/** A table whose rows become cards where it is narrow; each cell has its column as `data-label`. */
export const SettingTable = ({ caption, columns, isStale = false, children }: TableProps) => (
  <div className="table" aria-busy={isStale}>
    <table className="setting-table">
      <caption className="hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column === '' ? <span className="hidden">{say('column.actions')}</span> : column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="rows">{children}</tbody>
    </table>
  </div>
);
