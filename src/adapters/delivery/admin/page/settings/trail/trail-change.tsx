import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { VersionChange } from '../../../contract/history.js';
import { type TrailEntry, writeActions } from '../../../contract/trail.js';
import type { WireType } from '../../../contract/types.js';
import { DifferenceIn, wordsSince } from '../../entry/compare/difference-view.js';
import { formatDay, say } from '../../messages/messages.js';
import { ApiFailure, request } from '../../session/api.js';
import { useSession } from '../../session/session.js';
import { pathLabel } from '../../ui/attribute-label.js';
import { Dialog } from '../../ui/dialog.js';
import { Loading } from '../../ui/loading.js';
import { reasonOf } from '../use-action.js';
import '../../entry/history/history.css';

const writes: ReadonlySet<string> = new Set(writeActions);

/** Opens what a write of an entry changed, where the content-type keeps a history that one may see. */
export function ChangeButton({ entry }: { readonly entry: TrailEntry }) {
  const { types, rights } = useSession();
  const [isOpen, setOpen] = useState(false);
  const type = types.find(({ uid }) => uid === entry.type);
  if (type === undefined || type.history === null || rights[type.uid]?.history === undefined) return null;
  if (entry.outcome !== 'done' || entry.documentId === null || !writes.has(entry.action)) return null;
  return (
    <>
      <button type="button" className="link-button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {say('trail.change')}
      </button>
      {isOpen && (
        <Dialog title={say('trail.change')} close={() => setOpen(false)} className="form-sheet">
          {(dismiss) => (
            <>
              <Change type={type} entry={entry} />
              <div className="row">
                <button type="button" className="button" onClick={dismiss}>
                  {say('close')}
                </button>
              </div>
            </>
          )}
        </Dialog>
      )}
    </>
  );
}

interface ChangeProps {
  readonly type: WireType;
  readonly entry: TrailEntry;
}

function Change({ type, entry: { documentId, locale, at } }: ChangeProps) {
  const id = type.kind === 'singleType' ? '-' : documentId;
  const asked = new URLSearchParams({ at, ...(locale !== null && { locale }) });
  const path = `documents/${type.uid}/${id}/change?${asked.toString()}`;
  const found = useQuery({
    queryKey: ['change', path],
    queryFn: async ({ signal }) => (await request<{ data: VersionChange }>('GET', path, { signal })).data,
    staleTime: 0,
    retry: false,
  });
  if (found.error)
    return (
      <p role="status">
        {found.error instanceof ApiFailure && found.error.status === 404
          ? say('trail.change.none')
          : reasonOf(found.error)}
      </p>
    );
  if (found.data === undefined) return <Loading bars={2} />;
  const { changes, by, at: until } = found.data;
  return (
    <>
      <p className="hint">
        <bdi>{by.name}</bdi>, <time dateTime={until}>{formatDay(until)}</time>
      </p>
      {changes.length === 0 && <p>{say('trail.change.same')}</p>}
      {changes.map(({ name, from, to }) => (
        <section className="change" key={name} aria-label={pathLabel(type.attributes, name)}>
          <h3>{pathLabel(type.attributes, name)}</h3>
          <DifferenceIn type={type} name={name} from={from} to={to} words={wordsSince} />
        </section>
      ))}
    </>
  );
}
