import { useId, useMemo, useRef, useState, type FormEvent } from 'react';
import type { Attribute } from '../../../../../../domain/schema/schema.js';
import type { WireType } from '../../../contract/types.js';
import { say } from '../../messages/messages.js';
import { useSession } from '../../session/session.js';
import { Dialog } from '../../ui/dialog.js';
import type { Column } from '../columns.js';
import type { FilterJson } from '../filters/conditions.js';
import type { ListSearch } from '../list-search.js';
import { asGraphql } from './as-graphql.js';
import { allFilters, asCurl, restAddress } from './as-rest.js';
import { readQuery } from './read-query.js';

interface Props {
  readonly type: WireType;
  /** The attributes that the administrator may read. */
  readonly readable: readonly Attribute[];
  readonly search: ListSearch;
  readonly columns: readonly Column[];
  readonly apply: (filters: FilterJson | undefined) => void;
  readonly close: () => void;
}

const forms = ['rest', 'graphql', 'curl'] as const;
type Form = (typeof forms)[number];

/** The filters of a list as JSON, to be changed, and the whole list as other programs ask for it, to be copied. */
export default function QueryDialog({ type, readable, search, columns, apply, close }: Props) {
  const session = useSession();
  const [text, setText] = useState(() =>
    search.filters === undefined ? '' : JSON.stringify(search.filters, null, 2),
  );
  const read = useMemo(() => readQuery(text, type, session), [text, type, session]);
  const { faults, filters } = read;
  const isRight = faults.length === 0;
  const id = useId();
  const done = (event: FormEvent, dismiss: () => void): void => {
    event.preventDefault();
    if (!isRight) return;
    dismiss();
    apply(filters);
  };
  const { filters: _, ...rest } = search;
  const asked = { ...rest, ...(filters !== undefined && { filters }) };
  return (
    <Dialog title={say('query.title')} close={close} className="wide">
      {(dismiss) => (
        <form onSubmit={(event) => done(event, dismiss)}>
          <div className="field">
            <label htmlFor={id}>{say('query.filters')}</label>
            <textarea
              id={id}
              className="input code"
              spellCheck={false}
              autoFocus
              rows={6}
              placeholder={`{ "${type.label}": { "$containsi": "…" } }`}
              aria-describedby={`${id}-faults`}
              aria-invalid={!isRight || undefined}
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
            <div className="query-faults" id={`${id}-faults`} role="status">
              <ul>
                {faults.map(({ path, message }) => (
                  <li className="fault" key={path}>
                    {path !== '' && <code dir="ltr">{path}</code>} {message}
                  </li>
                ))}
              </ul>
            </div>
          </div>
          <Copies texts={isRight ? textsOf({ type, readable, search: asked, columns }, session) : null} />
          <div className="row">
            <button type="button" className="button" onClick={dismiss}>
              {say('cancel')}
            </button>
            <button type="submit" className="button primary" disabled={!isRight}>
              {say('filter.apply')}
            </button>
          </div>
        </form>
      )}
    </Dialog>
  );
}

type Asked = Pick<Props, 'type' | 'readable' | 'search' | 'columns'>;

/** The list in each form; null: it cannot be asked in this one. */
function textsOf(
  { type, readable, search, columns }: Asked,
  session: ReturnType<typeof useSession>,
): Readonly<Record<Form, string | null>> {
  const address = restAddress(type, readable, search, `${location.origin}${session.apiPrefix}`);
  const filters = allFilters(readable, search);
  const node = filters === undefined ? null : readQuery(JSON.stringify(filters), type, session).node;
  const types = session.allTypes;
  return { rest: address, curl: asCurl(address), graphql: asGraphql({ type, types, search, columns, node }) };
}

/** Shows the list as another program asks for it. `texts` null: the filters are wrong. */
function Copies({ texts }: { readonly texts: Readonly<Record<Form, string | null>> | null }) {
  const [form, setForm] = useState<Form>('rest');
  const [copied, setCopied] = useState<string | null>(null);
  const shown = useRef<HTMLTextAreaElement>(null);
  const text = texts?.[form] ?? null;
  const copy = async (): Promise<void> => {
    if (text === null) return;
    shown.current?.select();
    // Browsers give the clipboard to pages over HTTPS; the text is selected for all others.
    await navigator.clipboard?.writeText(text).then(
      () => setCopied(text),
      () => {},
    );
  };
  return (
    <fieldset className="group">
      <legend>{say('query.copies')}</legend>
      <div className="choices">
        {forms.map((one) => (
          <label className="choice" key={one}>
            <input type="radio" name="form" checked={form === one} onChange={() => setForm(one)} />
            {say(`query.${one}`)}
          </label>
        ))}
      </div>
      {texts !== null && text === null ? (
        <p className="hint">{say('query.untold')}</p>
      ) : (
        <textarea
          ref={shown}
          className="input code"
          dir="ltr"
          aria-label={say(`query.${form}`)}
          readOnly
          rows={4}
          value={text ?? ''}
          onFocus={({ target }) => target.select()}
        />
      )}
      <p className="hint">{say('rest.text')}</p>
      <div className="row">
        <span className="hint" role="status">
          {copied !== null && copied === text && say('rest.copied')}
        </span>
        <button type="button" className="button" disabled={text === null} onClick={() => void copy()}>
          {say('rest.copy')}
        </button>
      </div>
    </fieldset>
  );
}
