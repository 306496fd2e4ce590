import { useState } from 'react';
import type { Attribute, Json, Stored } from '../../../../../domain/schema/schema.js';
import type { Entry } from '../../contract/documents.js';
import { formatDay, formatList, say } from '../messages/messages.js';
import { useEntry, useLabels, useOpenEntry } from './entry-context.js';
import { focusField } from './entry-notices.js';
import { ValueField } from './fields/value-field.js';

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
    <section className="conflict" aria-label={said}>
      <p role="alert">{said}</p>
      {names.map((name) => (
        <Pair key={`${name} ${theirs.revision}`} name={name} theirs={theirs.values[name] ?? null} />
      ))}
    </section>
  );
}

interface PairProps {
  readonly name: string;
  readonly theirs: Json;
}

function Pair({ name, theirs }: PairProps) {
  const { store, type } = useOpenEntry();
  const label = useLabels()(name);
  const mine = useEntry(({ edits }) => edits.values[name]) ?? null;
  const [other, setOther] = useState(theirs);
  const attribute = type.attributes.find((one) => one.name === name);
  const settle = (choice: 'mine' | 'theirs'): void => {
    if (choice === 'theirs' && other !== theirs) {
      store.setValue(name, other);
      store.settle(name, 'mine');
    } else store.settle(name, choice);
    // The buttons are gone: on to the next question, or to the field.
    requestAnimationFrame(() => {
      const next = document.querySelector<HTMLElement>('.conflict button.decides');
      if (next === null) focusField(name);
      else next.focus();
    });
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
          change={(value) => store.setValue(name, value)}
        />
        <button type="button" className="button decides" onClick={() => settle('mine')}>
          {say('conflict.keepMine', { name: label })}
        </button>
      </div>
      <div role="group" aria-label={say('conflict.theirs')}>
        <p className="hint">{say('conflict.theirs')}</p>
        <Side path={`theirs-${name}`} attribute={attribute} value={other} change={setOther} />
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
  readonly change: (value: Json) => void;
}

const isStored = (attribute: Attribute | undefined): attribute is Stored =>
  attribute !== undefined && attribute.kind !== 'relation';

/** Files are only shown: a list of them is changed at its field. */
const Side = ({ path, attribute, value, change }: SideProps) =>
  isStored(attribute) ? (
    <ValueField
      path={path}
      attribute={attribute}
      value={value}
      change={change}
      faults={noFaults}
      isReadOnly={false}
    />
  ) : (
    <pre dir="auto">{value === null ? '–' : JSON.stringify(value, null, 2)}</pre>
  );

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
