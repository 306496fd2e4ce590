import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ArrowLeft, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { ListAnswer } from '../../../contract/failures.js';
import type { Version, VersionEntry } from '../../../contract/history.js';
import { isSystem } from '../../../../../../domain/schema/schema.js';
import { formatDay, formatList, joinNames, say } from '../../messages/messages.js';
import { hasSeveralLocales } from '../../messages/names.js';
import { request } from '../../session/api.js';
import { FailureView } from '../../shell/failure-view.js';
import { Asked } from '../../ui/asked.js';
import { Tool } from '../../ui/tool.js';
import { useEntry, useLabels, useOpenEntry } from '../entry-context.js';
import { documentPath, query } from '../entry-requests.js';
import { Changes } from './changes.js';
import './history.css';
import { Loading } from '../../ui/loading.js';

/** The earlier versions of the entry over its page, and how one of them differs from the draft. */
export default function HistoryPanel({ close }: { readonly close: () => void }) {
  const { store } = useOpenEntry();
  const [isSaved, setSaved] = useState(false);
  const [chosen, setChosen] = useState<string | null>(null);
  /** What the chosen one is compared with; null: the draft. */
  const [other, setOther] = useState<string | null>(null);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
    // The difference is that from the draft on the server.
    void (store.place.hasDrafts ? store.save() : Promise.resolve()).finally(() => setSaved(true));
  }, [store]);
  const restore = async (id: string): Promise<void> => {
    await store.act(`history/${id}/restore`);
    dialog.current?.close();
  };
  return (
    <dialog
      className="sheet"
      ref={dialog}
      aria-labelledby="history-title"
      onClose={({ target, currentTarget }) => target === currentTarget && close()}
      onKeyDown={(event) => {
        const isAsked = dialog.current?.querySelector('dialog[open]') !== null;
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isAsked) return;
        event.preventDefault();
        dialog.current?.querySelector<HTMLElement>('.version-head .primary')?.click();
      }}
    >
      <header className="sheet-head">
        {chosen !== null && (
          <span className="sheet-back">
            <Tool
              label={say('history.back')}
              icon={<ArrowLeft size={18} aria-hidden />}
              run={() => setChosen(null)}
            />
          </span>
        )}
        <h2 id="history-title">{say('history.title')}</h2>
        <Tool label={say('close')} icon={<X size={18} aria-hidden />} run={() => dialog.current?.close()} />
      </header>
      <div className="sheet-body" data-chosen={chosen !== null}>
        {isSaved && <Versions chosen={chosen} choose={setChosen} />}
        <div className="version">
          {chosen === null ? (
            <p className="hint">{say('history.choose')}</p>
          ) : (
            <ShownVersion
              key={chosen}
              id={chosen}
              other={other === chosen ? null : other}
              compare={setOther}
              restore={() => void restore(chosen)}
              leave={() => dialog.current?.close()}
            />
          )}
        </div>
      </div>
    </dialog>
  );
}

interface VersionsProps {
  readonly chosen: string | null;
  readonly choose: (id: string) => void;
}

const pageSize = 25;

function useVersions() {
  const path = useHistoryPath();
  return useInfiniteQuery({
    queryKey: ['history', path('')],
    queryFn: ({ pageParam, signal }) => {
      const paging = `pagination[page]=${pageParam}&pagination[pageSize]=${pageSize}`;
      return request<ListAnswer<VersionEntry>>('GET', path('', paging), { signal });
    },
    initialPageParam: 1,
    getNextPageParam: ({ meta: { pagination } }) =>
      pagination.page < (pagination.pageCount ?? 0) ? pagination.page + 1 : undefined,
    staleTime: Infinity,
    gcTime: 0,
  });
}

function Versions({ chosen, choose }: VersionsProps) {
  const found = useVersions();
  const [latest, earlier] = found.data?.pages[0]?.data ?? [];
  const likely = (earlier ?? latest)?.id;
  useEffect(() => {
    // Where there is room, the version before the latest is there at once.
    if (likely !== undefined && matchMedia('(min-width: 761px)').matches) choose(likely);
  }, [likely, choose]);
  if (found.error && found.data === undefined)
    return <FailureView error={found.error} retry={() => void found.refetch()} />;
  if (found.data === undefined) return <Loading className="versions" bars={2} />;
  const versions = found.data.pages.flatMap(({ data }) => data);
  if (versions.length === 0) return <p className="versions hint">{say('history.none')}</p>;
  return (
    <div className="versions">
      <SharedHint />
      <ol>
        {versions.map((version) => (
          <li key={version.id}>
            <button
              type="button"
              className="version-choice"
              aria-pressed={version.id === chosen}
              onClick={() => choose(version.id)}
            >
              <VersionWords version={version} />
            </button>
          </li>
        ))}
      </ol>
      {found.hasNextPage && (
        <button
          type="button"
          className="button"
          disabled={found.isFetchingNextPage}
          onClick={() => void found.fetchNextPage()}
        >
          {say('link.more')}
        </button>
      )}
    </div>
  );
}

/** Says that a history has only what was written in its locale, which is not all of what all locales share. */
function SharedHint() {
  const { type } = useOpenEntry();
  const labelOf = useLabels();
  const locales = useEntry(({ entry }) => entry?.locales);
  const shared = type.attributes.filter((one) => !one.localized && !isSystem(one));
  if (shared.length === 0 || !hasSeveralLocales(type, locales)) return null;
  return (
    <p className="hint">
      {say('history.shared', { names: formatList(shared.map(({ name }) => labelOf(name))) })}
    </p>
  );
}

/** Who, when, and what. */
function VersionWords({ version: { at, by, action, names } }: { readonly version: VersionEntry }) {
  const labelOf = useLabels();
  return (
    <>
      <span className="version-action">{say(`history.action.${action}`)}</span>
      <span dir="auto">{by.name}</span>
      <time className="hint" dateTime={at}>
        {formatDay(at)}
      </time>
      {names.length > 0 && action !== 'create' && (
        <span className="hint">{joinNames(names.map(labelOf))}</span>
      )}
    </>
  );
}

interface ShownProps {
  readonly id: string;
  /** What it is compared with; null: the draft. */
  readonly other: string | null;
  readonly compare: (other: string | null) => void;
  readonly restore: () => void;
  readonly leave: () => void;
}

function ShownVersion({ id, other, compare, restore, leave }: ShownProps) {
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

/** Makes paths below the history of the open entry, in its locale. */
function useHistoryPath(): (below: string, more?: string) => string {
  const { store } = useOpenEntry();
  const entry = useEntry((state) => state.entry);
  return (below, more) => {
    const asked = [query(store.place).slice(1), more].filter(Boolean).join('&');
    return `${documentPath(store.place, entry)}/history${below}${asked === '' ? '' : `?${asked}`}`;
  };
}
