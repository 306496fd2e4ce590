import { Link } from '@tanstack/react-router';
import type { WireType } from '../../contract/types.js';
import { say } from '../messages/messages.js';
import { useSession } from '../session/session.js';
import { Empty } from '../ui/empty.js';
import { isNarrowed, type ListChange, type ListSearch } from './list-search.js';

interface Props {
  readonly type: WireType;
  readonly search: ListSearch;
  readonly change: (next: ListChange) => void;
}

/** A list without rows: nobody has created any, or none matches. */
export function NoRows({ type, search, change }: Props) {
  const { rights } = useSession();
  if (!isNarrowed(search)) {
    return (
      <Empty
        title={say('list.empty.title')}
        text={type.description || say('list.empty.text')}
        docs="admin-editors"
      >
        {rights[type.uid]?.create !== undefined && (
          <Link
            className="button primary"
            to="/content/$uid/$id"
            params={{ uid: type.uid, id: 'new' }}
            search={search.locale === undefined ? {} : { locale: search.locale }}
          >
            {say('list.new')}
          </Link>
        )}
      </Empty>
    );
  }
  const isFiltered = search.filters !== undefined || search.state !== undefined;
  const { search: text } = search;
  return (
    <Empty title={text === undefined ? say('list.none.filters') : say('list.none.title', { search: text })}>
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
    </Empty>
  );
}
