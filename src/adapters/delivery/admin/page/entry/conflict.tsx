import { useState } from 'react';
import { flushSync } from 'react-dom';
import type { Attribute, Json } from '../../../../../domain/schema/schema.js';
import type { Entry } from '../../contract/documents.js';
import { formatDay, formatList, say } from '../messages/messages.js';
import { useEntry, useLabels, useOpenEntry } from './entry-context.js';
import { focusField } from './entry-notices.js';
import { ValueField } from './fields/value-field.js';
import { SourceValue } from './locales/source-value.js';

/** Who saved a version, and when, as far as that is told. */
export function savedBy({ author, updatedAt }: Entry): Readonly<Record<string, string>> {
  const who = author?.isMe === true ? 'me' : typeof author?.name === 'string' ? 'other' : 'unknown';
  return { who, name: author?.name ?? '', when: updatedAt === null ? '' : formatDay(updatedAt) };
}

/** What was changed here and elsewhere, side by side and both to edit, until each is decided. */
export function Conflict() {
  const labelOf = useLabels();
  const problem = useEntry((state) => state.problem);
  if (problem?.kind !== 'conflict') return null;
  const { theirs, names } = problem;
  const said = say('conflict.title', { ...savedBy(theirs), names: formatList(names.map(labelOf)) });
  return (
    <section className="conflict" aria-label={said} tabIndex={-1} data-hindrance>
      <p role="alert">{said}</p>
      {names.map((name) => (
        <Pair key={`${name} ${theirs.revision}`} name={name} theirs={theirs} />
      ))}
    </section>
  );
}

interface PairProps {
  readonly name: string;
  readonly theirs: Entry;
}

function Pair({ name, theirs }: PairProps) {
  const { store, type } = useOpenEntry();
  const label = useLabels()(name);
  const edits = useEntry((state) => state.edits);
  const mine = edits.values[name] ?? null;
  const part = theirs.links[name];
  const links = edits.files[name] ?? edits.links[name]?.items ?? [];
  const saved = theirs.values[name] ?? null;
  const [other, setOther] = useState(saved);
  const attribute = type.attributes.find((one) => one.name === name);
  const settle = (choice: 'mine' | 'theirs'): void => {
    flushSync(() => {
      if (choice === 'theirs' && other !== saved) {
        store.setValue(name, other);
        store.settle(name, 'mine');
      } else store.settle(name, choice);
    });
    // The buttons are gone: on to the next question, or to the field.
    const next = document.querySelector<HTMLElement>('.conflict button.decides');
    if (next === null) focusField(name);
    else next.focus();
  };
  return (
    <div className="conflict-pair">
      <h2>{label}</h2>
      <div role="group" aria-label={say('conflict.mine')}>
        <p className="hint">{say('conflict.mine')}</p>
        <Side
          path={`mine-${name}`}
          attribute={attribute}
          value={mine}
          entry={part === undefined ? theirs : { ...theirs, links: { [name]: { ...part, items: links } } }}
          change={(value) => store.setValue(name, value)}
        />
        <button type="button" className="button decides" onClick={() => settle('mine')}>
          {say('conflict.keepMine', { name: label })}
        </button>
      </div>
      <div role="group" aria-label={say('conflict.theirs')}>
        <p className="hint">{say('conflict.theirs')}</p>
        <Side path={`theirs-${name}`} attribute={attribute} value={other} entry={theirs} change={setOther} />
        <button type="button" className="button decides" onClick={() => settle('theirs')}>
          {say('conflict.takeTheirs', { name: label })}
        </button>
      </div>
    </div>
  );
}

interface SideProps {
  readonly path: string;
  readonly attribute: Attribute | undefined;
  readonly value: Json;
  /** With the links and files that are shown. */
  readonly entry: Entry;
  readonly change: (value: Json) => void;
}

/** Links and files are only shown: they are changed at their field. */
function Side({ path, attribute, value, entry, change }: SideProps) {
  if (attribute === undefined) return null;
  if (attribute.kind === 'relation')
    return <SourceValue attribute={attribute} entry={entry} lang={entry.locale ?? ''} />;
  return (
    <ValueField
      path={path}
      attribute={attribute}
      value={value}
      change={change}
      faults={noFaults}
      isReadOnly={false}
    />
  );
}

const noFaults = {};

/** Says what others have saved that was taken over with the own edits kept. */
export function MergedNotice() {
  const { store } = useOpenEntry();
  const labelOf = useLabels();
  const merged = useEntry((state) => state.merged);
  if (merged === null) return null;
  return (
    <div className="banner merged">
      <span role="status">
        {say('merged.text', { ...savedBy(merged.theirs), names: formatList(merged.names.map(labelOf)) })}
      </span>
      <button type="button" className="button" onClick={() => store.dismissMerged()}>
        {say('merged.ok')}
      </button>
    </div>
  );
}
