import type { Pagination } from '../../contract/failures.js';
import { say } from '../messages/messages.js';
import { sizes, type ListChange, type ListSearch } from './list-search.js';

interface Props {
  readonly pagination: Pagination;
  readonly search: ListSearch;
  readonly change: (next: ListChange) => void;
}

export function Paging({ pagination: { page, pageSize, total = 0 }, search, change }: Props) {
  const last = Math.min(page * pageSize, total);
  return (
    <nav className="paging" aria-label={say('paging.label')}>
      <button
        type="button"
        className="button"
        disabled={page <= 1}
        onClick={() => change({ page: page - 1 })}
      >
        {say('paging.before')}
      </button>
      <span className="hint" role="status">
        {last > 0 && say('paging.rows', { from: (page - 1) * pageSize + 1, to: last })}
      </span>
      <button
        type="button"
        className="button"
        disabled={last >= total}
        onClick={() => change({ page: page + 1 })}
      >
        {say('paging.after')}
      </button>
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
