import type { Json } from '../../../../../domain/schema/schema.js';
import { joinNames, say } from '../messages/messages.js';
import { attributeAt, type Edits } from './edits.js';
import { useEntry, useOpenEntry } from './entry-context.js';

/** What was typed in attributes that the content-type has lost since: to be copied, then given up. */
export function LostEdits() {
  const { store } = useOpenEntry();
  const edits = useEntry((state) => state.edits);
  return store.lost().map((name) => (
    <section className="banner bad lost-edits" key={name}>
      <p>{say('lost.text', { name })}</p>
      <textarea
        className="input"
        readOnly
        dir="auto"
        rows={3}
        aria-label={say('lost.typed', { name })}
        value={textOf(edits, name)}
      />
      <button type="button" className="button" onClick={() => store.drop(name)}>
        {say('lost.drop')}
      </button>
    </section>
  ));
}

function textOf({ values, links, files, texts }: Edits, name: string): string {
  const held = Object.entries(texts).filter(([path]) => attributeAt(path) === name);
  if (held.length > 0) return held.map(([, { text }]) => text).join('\n');
  const linked = files[name] ?? links[name]?.items;
  if (linked !== undefined) return joinNames(linked.map(({ label }) => label));
  const value: Json = values[name] ?? null;
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
