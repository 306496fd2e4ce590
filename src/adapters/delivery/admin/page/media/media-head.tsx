import { Grid2x2, List } from 'lucide-react';
import type { ReactNode } from 'react';
import { SearchBox } from '../list/search-box.js';
import { formatNumber, say } from '../messages/messages.js';
import { kinds, type MediaChange, type MediaSearch } from './media-search.js';

interface HeadProps {
  readonly search: MediaSearch;
  readonly total: number | undefined;
  readonly change: (next: MediaChange) => void;
  readonly children: ReactNode;
}

/** What is shown, and what narrows it. */
export function MediaHead({ search, total, change, children }: HeadProps) {
  const isTable = search.view === 'table';
  return (
    <>
      <div className="list-head">
        <h1>{say('media.title')}</h1>
        <span className="hint" role="status">
          {total !== undefined && say('media.total', { total, shown: formatNumber(total) })}
        </span>
        {children}
      </div>
      <div className="media-tools">
        <SearchBox
          value={search.search ?? ''}
          change={(text) => change({ search: text === '' ? undefined : text })}
        />
        <select
          className="input"
          aria-label={say('media.column.kind')}
          value={search.kind ?? ''}
          onChange={({ target }) => change({ kind: kinds.find((kind) => kind === target.value) })}
        >
          <option value="">{say('media.kind.all')}</option>
          {kinds.map((kind) => (
            <option key={kind} value={kind}>
              {say(`media.kinds.${kind}`)}
            </option>
          ))}
        </select>
        <div className="view-switch" role="group" aria-label={say('media.view')}>
          <ViewButton
            label={say('media.view.grid')}
            isOn={!isTable}
            choose={() => change({ view: undefined })}
          >
            <Grid2x2 size={16} aria-hidden />
          </ViewButton>
          <ViewButton label={say('media.view.table')} isOn={isTable} choose={() => change({ view: 'table' })}>
            <List size={16} aria-hidden />
          </ViewButton>
        </div>
      </div>
    </>
  );
}

interface ViewProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly choose: () => void;
  readonly children: ReactNode;
}

const ViewButton = ({ label, isOn, choose, children }: ViewProps) => (
  <button
    type="button"
    className="button icon"
    aria-label={label}
    title={label}
    aria-pressed={isOn}
    onClick={choose}
  >
    {children}
  </button>
);
