import type { CursorPage } from '../../contract/failures.js';
import { say } from '../messages/messages.js';
import { ApiFailure } from '../session/api.js';
import { FailureView } from '../shell/failure-view.js';
import { isOwnList, type ListChange, type ListSearch } from './list-search.js';

const first: ListChange = {};
const last: ListChange = { before: '' };

/** The page to show instead, as rows that were there may be gone, and cursors of other lists too; null: this one. */
export function correctedPage(
  { after, before }: ListSearch,
  page: CursorPage | undefined,
  error: unknown,
): ListChange | null {
  const key = error instanceof ApiFailure ? error.answer?.details?.key : undefined;
  if (key === 'after' || key === 'before') return first;
  if (page === undefined) return null;
  if (after !== undefined && page.endCursor === null) return last;
  return before !== undefined && before !== '' && !page.hasPreviousPage ? first : null;
}

interface FailedProps {
  readonly error: unknown;
  readonly search: ListSearch;
  readonly change: (next: ListChange) => void;
  readonly retry: () => void;
}

/** A list that somebody sent may name what is gone, or what this administrator may not read. */
export function FailedList({ error, search, change, retry }: FailedProps) {
  const isOfQuery = error instanceof ApiFailure && error.status === 400;
  const isOwn = isOwnList(search);
  if (!isOfQuery || !isOwn) return <FailureView error={error} retry={retry} />;
  const usual: ListChange = { search: undefined, state: undefined, filters: undefined, sort: undefined };
  return (
    <section className="notice" role="alert">
      <h2>{say('list.invalid.title')}</h2>
      <p>{say('list.invalid.text')}</p>
      <p className="hint">{error.message}</p>
      <button type="button" className="button" onClick={() => change({ ...usual, columns: undefined })}>
        {say('list.invalid.clear')}
      </button>
    </section>
  );
}
