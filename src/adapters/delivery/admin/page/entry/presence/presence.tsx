import { lazy, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import type { EntryEvents } from '../../../contract/documents.js';
import { formatList, say } from '../../messages/messages.js';
import { Part } from '../../shell/missing-part.js';
import { peopleId } from '../../shell/people-place.js';
import { useOpenEntry } from '../entry-context.js';
import { changedNames } from '../entry-state.js';
import { AlsoHere } from './field-notes.js';
import { useEntryEvents } from './use-entry-events.js';
import { useNews, type NewsOfEntry } from './use-news.js';
import { useOwnField } from './use-own-field.js';
import './presence.css';

const News = lazy(() => import('./news.js'));

/** Who else is in the entry, and what they did to it. */
export function Presence() {
  const field = useOwnField();
  const told = useEntryEvents(field);
  const news = useNews(told);
  useFieldNotes(told.people, news);
  return (
    <>
      <HereNow people={told.people} />
      <AlsoHere field={field} />
      <Part>{news && <News news={news} />}</Part>
    </>
  );
}

type People = EntryEvents['people'];

/** Says at each field what concerns it. */
function useFieldNotes(people: People, news: NewsOfEntry | null): void {
  const { notes } = useOpenEntry();
  useEffect(() => {
    const names: Record<string, string[]> = {};
    for (const { field, name } of people) if (field !== null) (names[field] ??= []).push(name);
    notes.setState({ people: names });
  }, [notes, people]);
  const { entry, theirs, by = null, isMe = false } = news ?? {};
  useEffect(() => {
    const isOther = entry !== undefined && theirs !== undefined && !isMe;
    notes.setState({ saved: new Set(isOther ? changedNames(entry, theirs) : []), by });
  }, [notes, entry, theirs, by, isMe]);
}

/** How many are named. */
const named = 3;

function HereNow({ people }: { readonly people: People }) {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  useEffect(() => setPlace(document.getElementById(peopleId)), []);
  const names = people.slice(0, named).map(({ name }) => name);
  const rest = people.length - names.length;
  const listed = formatList([...names, ...(rest > 0 ? [say('here.more', { count: rest })] : [])]);
  return (
    <>
      <p className="here hint" role="status">
        {people.length > 0 && say('here.now', { names: listed, count: people.length })}
      </p>
      {place !== null && createPortal(<Initials people={people} />, place)}
    </>
  );
}

/** The sentence in the entry says the same to screen readers. */
const Initials = ({ people }: { readonly people: People }) => (
  <span className="initials" aria-hidden>
    {people.slice(0, named).map(({ documentId, name, field }) => (
      <span
        className="initial"
        key={documentId}
        title={field === null ? name : say('here.in', { name, field })}
      >
        {initialsOf(name)}
      </span>
    ))}
    {people.length > named && <span className="initial">+{people.length - named}</span>}
  </span>
);

/** The first letters of the first and the last word. */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], ...(words.length > 1 ? [words.at(-1)] : [])].map(
    (word = '') => /^./u.exec(word)?.[0] ?? '',
  );
  return letters.join('').toLocaleUpperCase();
}
