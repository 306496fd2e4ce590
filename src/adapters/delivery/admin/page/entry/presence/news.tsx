import { useState } from 'react';
import type { Json } from '../../../../../../domain/schema/schema.js';
import type { Entry } from '../../../contract/documents.js';
import { say } from '../../messages/messages.js';
import { Difference } from '../compare/difference-view.js';
import { useLabels, useOpenEntry } from '../entry-context.js';
import { changedNames } from '../entry-state.js';
import '../history/history.css';
import type { NewsOfEntry } from './use-news.js';

/** Says that somebody else saved or published, shows what changed, and takes it over. */
export default function News({ news: { entry, theirs, isSaved, by, isMe } }: { readonly news: NewsOfEntry }) {
  const { store } = useOpenEntry();
  const labelOf = useLabels();
  const [isOpen, setOpen] = useState(false);
  const names = changedNames(entry, theirs);
  return (
    <div className="banner news">
      <span role="status">
        {isSaved
          ? isMe
            ? say('news.saved.me')
            : say('news.saved', { name: by ?? '', known: by === null ? 'no' : 'yes' })
          : say(theirs.publishedAt === null ? 'news.unpublished' : 'news.published')}
      </span>
      {names.length > 0 && (
        <button type="button" className="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {say('news.show')}
        </button>
      )}
      <button type="button" className="button" onClick={() => void store.renew()}>
        {say('news.take')}
      </button>
      {isOpen && (
        <div className="news-changes">
          {names.map((name) => (
            <section className="change" key={name} aria-label={labelOf(name)}>
              <h2>{labelOf(name)}</h2>
              <Difference name={name} from={valueOf(entry, name)} to={valueOf(theirs, name)} words={words} />
            </section>
          ))}
        </div>
      )}
    </div>
  );
}

/** Links by their titles, as differences have them. */
function valueOf({ values, links }: Entry, name: string): Json {
  const part = links[name];
  if (part === undefined) return values[name] ?? null;
  const linked = part.items.map(({ documentId, label }) => ({ documentId, title: label }));
  return part.many ? linked : (linked[0] ?? null);
}

const words = {
  gone: 'news.gone',
  new: 'news.new',
  emptyThen: 'news.empty.then',
  emptyNow: 'news.empty.now',
} as const;
