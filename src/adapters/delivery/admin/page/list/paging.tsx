import { ChevronFirst, ChevronLast } from 'lucide-react';
import type { CursorPage } from '../../contract/failures.js';
import { say } from '../messages/messages.js';
import { Tool } from '../ui/tool.js';
import { sizes, type ListChange, type ListSearch } from './list-search.js';
import type { Total } from './use-rows.js';

interface Props {
  readonly page: CursorPage;
  /** How many rows are shown. */
  readonly count: number;
  readonly total: Total | undefined;
  readonly search: ListSearch;
  readonly change: (next: ListChange) => void;
}

/** The place of the first row, counted on the way from the beginning, or from the end if the total is exact. */
function rowOf({ search, page, count, total }: Props): number | undefined {
  if (!page.hasPreviousPage) return 1;
  if (search.before === '') return total?.isEstimate === false ? total.total - count + 1 : undefined;
  return search.row;
}

export function Paging(props: Props) {
  const { page, count, search, change } = props;
  const { pageSize, startCursor, endCursor, hasPreviousPage, hasNextPage } = page;
  const row = rowOf(props);
  const placed = (at: number | undefined): ListChange =>
    at === undefined || row === undefined ? {} : { row: Math.max(at, 1) };
  return (
    <nav className="paging" aria-label={say('paging.label')}>
      <Tool
        label={say('paging.first')}
        icon={<ChevronFirst size={18} aria-hidden />}
        run={() => change({})}
        isOff={!hasPreviousPage}
      />
      <button
        type="button"
        className="button"
        disabled={!hasPreviousPage || startCursor === null}
        onClick={() => change({ before: startCursor ?? undefined, ...placed(row && row - pageSize) })}
      >
        {say('paging.before')}
      </button>
      <span className="hint" role="status">
        {count > 0 && row !== undefined && say('paging.rows', { from: row, to: row + count - 1 })}
      </span>
      <button
        type="button"
        className="button"
        disabled={!hasNextPage || endCursor === null}
        onClick={() => change({ after: endCursor ?? undefined, ...placed(row && row + count) })}
      >
        {say('paging.after')}
      </button>
      <Tool
        label={say('paging.last')}
        icon={<ChevronLast size={18} aria-hidden />}
        run={() => change({ before: '' })}
        isOff={!hasNextPage}
      />
      <select
        className="input size"
        aria-label={say('paging.size')}
        value={search.size ?? 50}
        onChange={({ target }) => change({ size: Number(target.value) })}
      >
        {sizes.map((size) => (
          <option key={size}>{size}</option>
        ))}
      </select>
    </nav>
  );
}
