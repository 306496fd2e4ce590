import type { WireType } from '../../contract/types.js';
import { say } from '../messages/messages.js';
import { isNarrowed, type ListChange, type ListSearch } from './list-search.js';

interface Props {
  readonly type: WireType;
  readonly search: ListSearch;
  readonly change: (next: ListChange) => void;
}

/** A list without rows: nobody has created any, or none matches. */
export function NoRows({ type, search, change }: Props) {
  if (!isNarrowed(search)) {
    return (
      <section className="notice">
        <h2>{say('list.empty.title')}</h2>
        <p className="hint">{type.description || say('list.empty.text')}</p>
      </section>
    );
  }
  const isFiltered = search.filters !== undefined || search.state !== undefined;
  const { search: text } = search;
  return (
    <section className="notice">
      <h2>{text === undefined ? say('list.none.filters') : say('list.none.title', { search: text })}</h2>
      <div className="row">
        {text !== undefined && (
          <button type="button" className="button" onClick={() => change({ search: undefined })}>
            {say('list.none.clear')}
          </button>
        )}
        {isFiltered && (
          <button
            type="button"
            className="button"
            onClick={() => change({ filters: undefined, state: undefined })}
          >
            {say('list.none.clearFilters')}
          </button>
        )}
      </div>
    </section>
  );
}
