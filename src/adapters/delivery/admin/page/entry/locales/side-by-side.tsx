import { useQuery } from '@tanstack/react-query';
import { ArrowLeftRight, ArrowRight } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { Attribute } from '../../../../../../domain/schema/schema.js';
import type { Entry, TranslationState } from '../../../contract/documents.js';
import { joinNames, say } from '../../messages/messages.js';
import { offeredLocales } from '../../session/locales.js';
import { useSession } from '../../session/session.js';
import { FailureView } from '../../shell/failure-view.js';
import { attributeLabel } from '../../ui/attribute-label.js';
import { Asked } from '../../ui/asked.js';
import { Loading } from '../../ui/loading.js';
import { Status } from '../../ui/status.js';
import { Tool } from '../../ui/tool.js';
import { useEntry, useLabels, useOpenEntry } from '../entry-context.js';
import { documentPath, query, readOrNull } from '../entry-requests.js';
import { AttributeField } from '../fields/attribute-field.js';
import { EntryLayout } from '../layout/entry-layout.js';
import { EntryLaid } from '../layout/laid-field.js';
import { tabsOf } from '../layout/tabs-of.js';
import { isCopied, isFilled } from './copy-from.js';
import { SourceValue } from './source-value.js';
import { useCopy, type Copied } from './use-copy.js';
import { useBeside, useTranslations } from './use-locales.js';
import './locales.css';

interface Props {
  readonly source: string;
}

/** The open locale at the right, and another one to translate from at the left, attribute by attribute. */
export default function SideBySide({ source }: Props) {
  const { store, type } = useOpenEntry();
  const { locales } = useSession();
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    // The page was made anew for another locale, and the button that asked for it is gone.
    if (document.activeElement === document.body) place.current?.focus();
  }, []);
  const entry = useEntry((state) => state.entry);
  const path = documentPath(store.place, entry);
  const found = useQuery({
    queryKey: ['beside', path, source],
    queryFn: ({ signal }) => readOrNull<Entry>(`${path}${query({ locale: source })}`, signal),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: true,
  });
  const translations = useTranslations(source);
  const nameOf = (code: string | undefined): string =>
    locales.find((one) => one.code === code)?.name ?? code ?? '';
  const outdated = translations.data?.versions.find(({ code }) => code === store.place.locale);
  const names = { source: nameOf(source), target: nameOf(store.place.locale) };
  const all = tabsOf(type.attributes, type.layout).flatMap(({ attributes }) => attributes);
  const { copy, copied } = useCopy(found.data ?? null);
  return (
    <section className="beside" aria-label={say('beside.title', names)} tabIndex={-1} ref={place}>
      <Heads source={source} target={names.target} entry={found.data ?? null} outdated={outdated} />
      {found.data === null && <p className="banner">{say('beside.none', names)}</p>}
      {found.error && <FailureView error={found.error} retry={() => void found.refetch()} />}
      {found.data === undefined && !found.error && <Loading bars={3} />}
      {found.data !== undefined && (
        <>
          {found.data !== null && <CopyAll names={names} attributes={all} copy={copy} copied={copied} />}
          <EntryLayout>
            {(attributes) => (
              <div className="pairs">
                {attributes.map((attribute) => (
                  <EntryLaid key={attribute.name} attribute={attribute}>
                    <Pair
                      attribute={attribute}
                      entry={found.data ?? null}
                      names={names}
                      source={source}
                      isOutdated={outdated?.outdated.includes(attribute.name) === true}
                      copy={() => copy([attribute])}
                    />
                  </EntryLaid>
                ))}
              </div>
            )}
          </EntryLayout>
        </>
      )}
    </section>
  );
}

interface HeadsProps {
  readonly source: string;
  readonly target: string;
  readonly entry: Entry | null;
  readonly outdated: TranslationState | undefined;
}

/** Which locale is at which side. */
function Heads({ source, target, entry, outdated }: HeadsProps) {
  const { store, type } = useOpenEntry();
  const session = useSession();
  const { go } = useBeside();
  const state = useEntry(({ entry: own }) => own?.state) ?? 'missing';
  return (
    <div className="pair beside-heads">
      <div className="row">
        <select
          className="input"
          aria-label={say('beside.source')}
          value={source}
          onChange={({ target: { value } }) => go(store.place.locale, value)}
        >
          {offeredLocales(session, type, source)
            .filter(({ code }) => code !== store.place.locale)
            .map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
        </select>
        <Status state={entry?.state ?? 'missing'} />
        <Tool
          label={say('beside.swap')}
          icon={<ArrowLeftRight size={16} aria-hidden />}
          run={() => go(source, store.place.locale)}
        />
      </div>
      <div className="row">
        <h2 lang={store.place.locale}>{target}</h2>
        <Status state={state} />
        {outdated?.isOutdated === true && <Outdated />}
      </div>
    </div>
  );
}

/** The source changed after it. */
export const Outdated = () => (
  <span className="status outdated">
    <span aria-hidden>↻</span> {say('locales.outdated')}
  </span>
);

interface CopyAllProps {
  readonly names: { readonly source: string; readonly target: string };
  readonly attributes: readonly Attribute[];
  readonly copy: (attributes: readonly Attribute[]) => void;
  readonly copied: Copied | null;
}

/** Copies all that the locale may take, and says what was copied last. */
function CopyAll({ names, attributes, copy, copied }: CopyAllProps) {
  const { store, mayWrite } = useOpenEntry();
  const labelOf = useLabels();
  const state = useEntry(({ entry, edits, known }) => ({ entry, edits, known }));
  const steps = useEntry((open) => open.steps.undo);
  const isTold = copied !== null && (copied.step === undefined || steps.includes(copied.step));
  const open = attributes.filter((attribute) => isCopied(attribute) && mayWrite(attribute.name));
  const filled = open.filter((attribute) => isFilled(state, attribute));
  const label = say('beside.copyAll', names);
  return (
    <div className="row beside-copy">
      {open.length > 0 &&
        (filled.length === 0 ? (
          <button type="button" className="button" onClick={() => copy(open)}>
            {label}
          </button>
        ) : (
          <Asked
            label={label}
            className=""
            question={say('beside.copyAll.ask', { ...names, count: filled.length })}
            run={() => copy(open)}
          />
        ))}
      <span role="status">
        {isTold && (
          <>
            {say('beside.copied', { count: copied.names.length, source: names.source })}{' '}
            {copied.leftOut.length > 0 &&
              say('beside.leftOut', { names: joinNames(copied.leftOut.map(labelOf)) })}
          </>
        )}
      </span>
      {isTold && copied.step !== undefined && copied.step === steps.at(-1) && (
        <button type="button" className="button quiet" onClick={() => store.takeBack('undo')}>
          {say('beside.undo')}
        </button>
      )}
    </div>
  );
}

interface PairProps {
  readonly attribute: Attribute;
  readonly entry: Entry | null;
  readonly names: { readonly source: string; readonly target: string };
  readonly source: string;
  readonly isOutdated: boolean;
  readonly copy: () => void;
}

function Pair({ attribute, entry, names, source, isOutdated, copy }: PairProps) {
  const { name } = attribute;
  const { mayWrite } = useOpenEntry();
  if (!attribute.localized)
    return (
      <div className="pair shared">
        <AttributeField attribute={attribute} />
      </div>
    );
  return (
    <div className="pair">
      <div className="source">
        <div className="row source-head">
          <p className="label">{attributeLabel(attribute)}</p>
          {isOutdated && <Outdated />}
          {entry !== null && isCopied(attribute) && mayWrite(name) && (
            <Tool
              label={say('beside.copy', { name: attributeLabel(attribute), ...names })}
              icon={<ArrowRight size={16} aria-hidden />}
              run={copy}
            />
          )}
        </div>
        {entry !== null && <SourceValue attribute={attribute} entry={entry} lang={source} />}
      </div>
      <AttributeField attribute={attribute} />
    </div>
  );
}
