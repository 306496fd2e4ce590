import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { DraftDifference } from '../../../contract/documents.js';
import { joinNames, say } from '../../messages/messages.js';
import { localeWords } from '../../messages/names.js';
import { wordsOf } from '../../messages/words-of-refusals.js';
import { request } from '../../session/api.js';
import { useSession } from '../../session/session.js';
import { FailureView } from '../../shell/failure-view.js';
import { Loading } from '../../ui/loading.js';
import { Status } from '../../ui/status.js';
import { Tool } from '../../ui/tool.js';
import { useEntry, useLabels, useOpenEntry } from '../entry-context.js';
import { focusField } from '../entry-notices.js';
import { documentPath, query } from '../entry-requests.js';
import '../history/history.css';
import { lacksText } from '../../media/file-kinds.js';
import { current, useDescribed } from '../fields/described-files.js';
import { filesOf } from '../pictures.js';
import { Difference } from './difference-view.js';

/** What publishing would change, in each locale, and what keeps it from being published. */
export default function DraftDifferencePanel({ close }: { readonly close: () => void }) {
  const { store, type } = useOpenEntry();
  const [isSaved, setSaved] = useState(false);
  const [locale, setLocale] = useState(store.place.locale);
  const [isChosen, setChosen] = useState(true);
  const dialog = useRef<HTMLDialogElement>(null);
  const goal = useRef<string | null>(null);
  useEffect(() => {
    dialog.current?.showModal();
    // The difference is that of the draft on the server.
    void store.save().finally(() => setSaved(true));
  }, [store]);
  const closed = (): void => {
    close();
    const path = goal.current;
    if (path !== null) setTimeout(() => focusField(path));
  };
  const leave = (path: string | null): void => {
    goal.current = path;
    dialog.current?.close();
  };
  return (
    <dialog
      className="sheet"
      ref={dialog}
      aria-labelledby="diff-title"
      onClose={({ target, currentTarget }) => target === currentTarget && closed()}
    >
      <header className="sheet-head">
        {type.localized && isChosen && (
          <span className="sheet-back">
            <Tool
              label={say('diff.back')}
              icon={<ArrowLeft size={18} aria-hidden />}
              run={() => setChosen(false)}
            />
          </span>
        )}
        <h2 id="diff-title">{say('diff.title')}</h2>
        <Tool label={say('close')} icon={<X size={18} aria-hidden />} run={() => leave(null)} />
      </header>
      <div className="sheet-body" data-chosen={isChosen || !type.localized} data-single={!type.localized}>
        {type.localized && (
          <LocaleChoices
            chosen={locale}
            choose={(code) => {
              setLocale(code);
              setChosen(true);
            }}
          />
        )}
        <div className="version">
          {isSaved ? <Compared locale={locale} leave={leave} /> : <Loading bars={2} />}
        </div>
      </div>
    </dialog>
  );
}

interface ChoicesProps {
  readonly chosen: string | undefined;
  readonly choose: (code: string) => void;
}

/** The locales that there are, with their states. */
function LocaleChoices({ chosen, choose }: ChoicesProps) {
  const { locales } = useSession();
  const versions = useEntry(({ entry }) => entry?.locales) ?? [];
  return (
    <nav className="versions" aria-label={say('locale')}>
      <ol>
        {locales.map(({ code, name }) => {
          const version = versions.find((one) => one.code === code);
          return (
            version !== undefined && (
              <li key={code}>
                <button
                  type="button"
                  className="version-choice"
                  aria-pressed={code === chosen}
                  onClick={() => choose(code)}
                >
                  <span className="version-action">{name}</span>
                  <Status state={version.state} />
                </button>
              </li>
            )
          );
        })}
      </ol>
    </nav>
  );
}

interface ComparedProps {
  readonly locale: string | undefined;
  /** Closes the panel, and goes to a field. */
  readonly leave: (path: string | null) => void;
}

function Compared({ locale, leave }: ComparedProps) {
  const { store, type } = useOpenEntry();
  const { locales } = useSession();
  const labelOf = useLabels();
  const { entry, refused } = useEntry((state) => ({ entry: state.entry, refused: state.refused.size }));
  const path = `${documentPath(store.place, entry)}/diff${query({ locale })}`;
  const found = useQuery({
    queryKey: ['diff', path, entry?.revision],
    queryFn: async ({ signal }) => (await request<{ data: DraftDifference }>('GET', path, { signal })).data,
    staleTime: 0,
    gcTime: 0,
  });
  if (found.error) return <FailureView error={found.error} retry={() => void found.refetch()} />;
  if (found.data === undefined) return <Loading bars={2} />;
  const { changes, leftOut } = found.data;
  const isOpen = locale === store.place.locale;
  const state = entry?.locales.find(({ code }) => code === (locale ?? null))?.state;
  const mayPublish = isOpen && entry?.may.publish === true && found.data.problems.length === 0;
  return (
    <>
      {refused > 0 && isOpen && <p className="banner">{say('save.refused', { count: refused })}</p>}
      <Obstacles difference={found.data} isOpen={isOpen} leave={leave} />
      {changes.length === 0 && <p>{say('diff.same')}</p>}
      {changes.length > 0 && (
        <div className="version-head">
          <p className="legend hint">
            {state === 'draft' ? (
              say('diff.never', localeWords(type, locales))
            ) : (
              <>
                <del>{say('diff.legend.then')}</del> <ins>{say('diff.legend.now')}</ins>
              </>
            )}
          </p>
          {mayPublish && (
            <button
              type="button"
              className="button primary"
              onClick={() => {
                leave(null);
                void store.act('publish');
              }}
            >
              {say('entry.publish')}
            </button>
          )}
        </div>
      )}
      {changes.map(({ name, from, to }) => (
        <section className="change" key={name} aria-label={labelOf(name)}>
          <h3>{labelOf(name)}</h3>
          <Difference name={name} from={from} to={to} words={words} />
        </section>
      ))}
      {leftOut.length > 0 && (
        <p className="hint">{say('diff.leftOut', { names: joinNames(leftOut.map(labelOf)) })}</p>
      )}
    </>
  );
}

const words = {
  gone: 'diff.gone',
  new: 'diff.new',
  emptyThen: 'diff.empty.then',
  emptyNow: 'diff.empty.now',
} as const;

interface ObstaclesProps extends Pick<ComparedProps, 'leave'> {
  readonly difference: DraftDifference;
  /** Whether it is of the locale that is edited. */
  readonly isOpen: boolean;
}

/** What keeps it from being published, and the links that do not show then. */
function Obstacles({ difference: { problems, unpublished }, isOpen, leave }: ObstaclesProps) {
  const labelOf = useLabels();
  return (
    <>
      {problems.length > 0 && (
        <section className="banner bad" aria-labelledby="diff-problems">
          <h3 id="diff-problems">{say('diff.problems')}</h3>
          <ul>
            {problems.map(({ path, message, reason }) => (
              <li key={`${path} ${message}`}>
                {isOpen && path !== '' ? (
                  <button type="button" className="link-button" onClick={() => leave(path)}>
                    {labelOf(path)}
                  </button>
                ) : (
                  labelOf(path)
                )}{' '}
                {wordsOf(message, reason)}
              </li>
            ))}
          </ul>
        </section>
      )}
      {isOpen && <Unsaid leave={leave} />}
      {unpublished.length > 0 && (
        <section className="banner" aria-labelledby="diff-unpublished">
          <h3 id="diff-unpublished">{say('diff.unpublished')}</h3>
          <ul>
            {unpublished.map(({ name, type: uid, documentId, label }) => (
              <li key={`${name} ${documentId}`}>
                {labelOf(name)}:{' '}
                <Link to="/content/$uid/$id" params={{ uid, id: documentId }} search={{}} dir="auto">
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** The pictures without an alternative text, which are published all the same. */
function Unsaid({ leave }: Pick<ComparedProps, 'leave'>) {
  const shown = useEntry(({ entry, edits }) => ({ entry, edits }));
  const described = useDescribed();
  const unsaid = filesOf(shown)
    .map(({ path, label }) => ({ path, label: current(label, described) }))
    .filter(({ label: { file } }) => file !== undefined && lacksText(file));
  if (unsaid.length === 0) return null;
  return (
    <section className="banner" aria-labelledby="diff-unsaid">
      <h3 id="diff-unsaid">{say('diff.unsaid')}</h3>
      <ul>
        {unsaid.map(({ path, label: { documentId, label } }) => (
          <li key={`${path} ${documentId}`}>
            <button type="button" className="link-button" onClick={() => leave(path)}>
              {path}
            </button>{' '}
            <span dir="auto">{label}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
