import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { formatList, say } from '../../messages/messages.js';
import { hasSeveralLocales } from '../../messages/names.js';
import { useSession } from '../../session/session.js';
import { useLabels, useOpenEntry } from '../entry-context.js';

/**
 * Whether all locales share a field, who else is in it, and that its value was saved by somebody else. People are not announced
 * here: `AlsoHere` does that.
 */
export function FieldNote({ id }: { readonly id: string }) {
  const { notes, type } = useOpenEntry();
  const { locales } = useSession();
  const { names, isSaved, by } = useStore(
    notes,
    useShallow(({ people, saved, by: who }) => ({
      names: people[id] ?? nobody,
      isSaved: saved.has(id),
      by: who,
    })),
  );
  const attribute = type.attributes.find(({ name }) => name === id);
  const isShared = hasSeveralLocales(type, locales) && attribute?.localized === false;
  if (names.length === 0 && !isSaved && !isShared) return null;
  return (
    <p className="field-note">
      {isShared && <span className="hint">{say('beside.shared')}</span>}
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
