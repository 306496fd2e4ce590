import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Version } from '../../../contract/history.js';
import { formatDay, say } from '../../messages/messages.js';
import { request } from '../../session/api.js';
import { FailureView } from '../../shell/failure-view.js';
import { Asked } from '../../ui/asked.js';
import { useEntry, useLabels, useOpenEntry } from '../entry-context.js';
import { Changes } from './changes.js';
import { Loading } from '../../ui/loading.js';
import { useHistoryPath, useVersions } from './use-versions.js';

interface ShownProps {
  readonly id: string;
  /** What it is compared with; null: the draft. */
  readonly other: string | null;
  readonly compare: (other: string | null) => void;
  readonly restore: () => void;
  readonly leave: () => void;
}

/** One version, and how it differs from the draft or from another one. */
export function ShownVersion({ id, other, compare, restore, leave }: ShownProps) {
  const path = useHistoryPath();
  const labelOf = useLabels();
  const { type, store, mayWrite } = useOpenEntry();
  const [said, setSaid] = useState('');
  const mayUpdate = useEntry(({ entry }) => entry?.may.update === true);
  const hasEdits = useEntry(
    ({ edits }) => Object.keys(edits.values).length + Object.keys(edits.links).length > 0,
  );
  const found = useQuery({
    queryKey: ['version', path(`/${id}`), other],
    queryFn: async ({ signal }) => {
      const more = other === null ? undefined : `with=${encodeURIComponent(other)}`;
      return (await request<{ data: Version }>('GET', path(`/${id}`, more), { signal })).data;
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  });
  if (found.error) return <FailureView error={found.error} retry={() => void found.refetch()} />;
  if (found.data === undefined) return <Loading />;
  const { at, by, restorable } = found.data;
  const restoreOne = async (name: string): Promise<void> => {
    // The entry says why not.
    if ((await store.act(`history/${id}/restore`, [name])) === null) return leave();
    setSaid(say('history.restored', { name: labelOf(name) }));
    await found.refetch();
    document.querySelector<HTMLElement>('.compared select')?.focus();
  };
  const question = say(type.draftAndPublish ? 'history.restore.ask' : 'history.restore.askPublic');
  return (
    <>
      <div className="version-head">
        <h3>{say('history.of', { name: by.name, at: formatDay(at) })}</h3>
        {mayUpdate && other === null && restorable.length > 0 && (
          <Asked label={say('history.restore')} question={question} run={restore} className="primary">
            {hasEdits && <p>{say('history.restore.lost')}</p>}
          </Asked>
        )}
      </div>
      {!mayUpdate && <p className="hint">{say('entry.readOnly', { action: 'update', type: type.uid })}</p>}
      <Compared id={id} other={other} compare={compare} />
      <p className="hidden" role="status">
        {said}
      </p>
      <Changes
        version={found.data}
        isOther={other !== null}
        toolsOf={(name) =>
          mayUpdate &&
          other === null &&
          restorable.includes(name) &&
          mayWrite(name) && (
            <Asked
              label={say('history.restoreOne', { name: labelOf(name) })}
              question={question}
              run={() => void restoreOne(name)}
              className="quiet"
            />
          )
        }
      />
    </>
  );
}

/** Chooses what a version is compared with, among those that are listed. */
function Compared({ id, other, compare }: Pick<ShownProps, 'id' | 'other' | 'compare'>) {
  const versions = useVersions().data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <label className="compared">
      {say('history.compare')}
      <select
        className="input"
        value={other ?? ''}
        onChange={({ target }) => compare(target.value === '' ? null : target.value)}
      >
        <option value="">{say('history.compare.today')}</option>
        {versions
          .filter((one) => one.id !== id)
          .map(({ id: key, at, by, action }) => (
            <option key={key} value={key}>
              {`${say(`history.action.${action}`)}: ${say('history.of', { name: by.name, at: formatDay(at) })}`}
            </option>
          ))}
      </select>
    </label>
  );
}
