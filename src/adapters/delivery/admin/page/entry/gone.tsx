import { useQuery } from '@tanstack/react-query';
import type { ListAnswer } from '../../contract/failures.js';
import type { VersionEntry } from '../../contract/history.js';
import type { WireType } from '../../contract/types.js';
import { restoreEntry } from '../deleted/restore-entry.js';
import { formatDay, say } from '../messages/messages.js';
import { request } from '../session/api.js';
import { useSession } from '../session/session.js';
import { useAction } from '../settings/use-action.js';

interface Props {
  readonly type: WireType;
  readonly documentId: string;
  readonly locale: string | undefined;
  /** Runs when the entry is there again. */
  readonly restored: () => void;
}

/** Says who deleted an entry and when, and brings it back, where the history and the rights allow that. */
export default function RestoreGone({ type, documentId, locale, restored }: Props) {
  const { rights } = useSession();
  const action = useAction();
  const mayRestore = type.history !== null && rights[type.uid]?.history !== undefined;
  const found = useQuery({
    queryKey: ['gone', type.uid, documentId, locale],
    queryFn: async ({ signal }) => {
      const params = new URLSearchParams({
        ...(locale !== undefined && { locale }),
        'pagination[pageSize]': '1',
      });
      const path = `documents/${type.uid}/${documentId}/history?${params.toString()}`;
      return (await request<ListAnswer<VersionEntry>>('GET', path, { signal })).data;
    },
    enabled: mayRestore,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });
  const last = found.data?.[0];
  if (last?.action !== 'delete') return null;
  const restore = async (): Promise<void> => {
    const entry = { documentId, id: last.id, locale: last.locale };
    if (await action.run(() => restoreEntry(type.uid, entry))) restored();
  };
  return (
    <>
      <span>{say('deleted.by', { name: last.by.name, when: formatDay(last.at) })}</span>
      <button type="button" className="button" disabled={action.isBusy} onClick={() => void restore()}>
        {say('deleted.restore')}
      </button>
      {action.fault !== undefined && (
        <span className="fault" role="alert">
          {action.fault}
        </span>
      )}
    </>
  );
}
