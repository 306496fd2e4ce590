import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { say } from '../messages/messages.js';
import { reasonOf } from '../settings/use-action.js';

type Paged = Pick<
  UseInfiniteQueryResult,
  'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'error' | 'fetchNextPage'
>;

/** Shows the next page of a list below those that are there; nothing after the last one. */
export const More = ({ found }: { readonly found: Paged }) =>
  found.hasNextPage && (
    <div className="row">
      <button
        type="button"
        className="button"
        disabled={found.isFetchingNextPage}
        onClick={() => void found.fetchNextPage()}
      >
        {say(found.isFetchingNextPage ? 'loading' : 'link.more')}
      </button>
      <span className="fault" role="alert">
        {/* Gone while it is tried again, so that the same fault is announced again. */}
        {!found.isFetchingNextPage && found.isFetchNextPageError && reasonOf(found.error)}
      </span>
    </div>
  );
