import { formatNumber, say } from '../messages/messages.js';

interface Props {
  /** How many of the rows have changed. */
  readonly count: number;
  readonly refresh: () => void;
}

/** Says that rows are not as they were read, and reads them anew when asked. */
export const ChangedRows = ({ count, refresh }: Props) => (
  <div className="changed-rows">
    <span role="status">{count > 0 && say('list.changed', { count, shown: formatNumber(count) })}</span>
    {count > 0 && (
      <button type="button" className="button quiet" onClick={refresh}>
        {say('list.changed.show')}
      </button>
    )}
  </div>
);
