import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import type { DocumentRow, Entry } from '../../contract/documents.js';
import type { WireType } from '../../contract/types.js';
import { ReadValues } from '../entry/read-values.js';
import { formatDay, say } from '../messages/messages.js';
import { request } from '../session/api.js';
import { FailureView } from '../shell/failure-view.js';
import { Status } from '../ui/status.js';
import { Tool } from '../ui/tool.js';

interface Props {
  readonly type: WireType;
  readonly row: DocumentRow;
  readonly close: () => void;
}

/** An entry beside the rows of a list, to be read. */
export default function PeekPanel({ type, row, close }: Props) {
  const { documentId, locale, revision, label, state } = row;
  const search = locale === null ? {} : { locale };
  const found = useQuery({
    queryKey: ['peek', type.uid, documentId, locale, revision],
    queryFn: async ({ signal }) => {
      const path = `documents/${type.uid}/${documentId}?${new URLSearchParams(search).toString()}`;
      return (await request<{ data: Entry }>('GET', path, { signal })).data;
    },
  });
  return (
    // What is longer than the window is scrolled by keys.
    <aside
      className="peek"
      tabIndex={0}
      aria-label={say('peek.of', { label })}
      aria-busy={found.isPending}
      onKeyDown={({ key }) => key === 'Escape' && close()}
    >
      <div className="peek-head">
        <h2 dir="auto">
          <Link to="/content/$uid/$id" params={{ uid: type.uid, id: documentId }} search={search}>
            {label}
          </Link>
        </h2>
        <Tool label={say('close')} icon={<X size={18} aria-hidden />} run={close} />
      </div>
      <p className="hint">
        <Status state={state} /> {row.updatedAt !== null && formatDay(row.updatedAt)}
      </p>
      {found.error && <FailureView error={found.error} retry={() => void found.refetch()} />}
      {found.data && <ReadValues type={type} entry={found.data} />}
    </aside>
  );
}
