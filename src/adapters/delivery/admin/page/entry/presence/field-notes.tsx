import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { formatList, say } from '../../messages/messages.js';
import { useLabels, useOpenEntry } from '../entry-context.js';

/** Who else is in a field of the entry, and that its value was saved by somebody else. It is not announced: `AlsoHere` is. */
export function FieldNote({ id }: { readonly id: string }) {
  const { notes } = useOpenEntry();
  const { names, isSaved, by } = useStore(
    notes,
    useShallow(({ people, saved, by: who }) => ({
      names: people[id] ?? nobody,
      isSaved: saved.has(id),
      by: who,
    })),
  );
  if (names.length === 0 && !isSaved) return null;
  return (
    <p className="field-note">
      {isSaved && (
        <span className="field-saved">
          {say('field.saved', { name: by ?? '', known: by === null ? 'no' : 'yes' })}
        </span>
      )}
      {names.length > 0 && (
        <span className="field-people">
          {formatList(names)} <span className="hidden">{say('field.here', { count: names.length })}</span>
        </span>
      )}
    </p>
  );
}

const nobody: readonly string[] = [];

/** Announces who else is in the field that one is in oneself, and nothing of the others. */
export function AlsoHere({ field }: { readonly field: string | null }) {
  const { notes } = useOpenEntry();
  const names = useStore(notes, ({ people }) => people[field ?? '']) ?? nobody;
  const labelOf = useLabels();
  return (
    <p className="hidden" role="status">
      {names.length > 0 &&
        say('field.alsoHere', { names: formatList(names), count: names.length, field: labelOf(field ?? '') })}
    </p>
  );
}
