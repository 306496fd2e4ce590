import { reason } from '../../domain/reason/reason.js';
import { isPlainObject } from '../../domain/document/plain-object.js';
import { err, ok, type Result } from '../../domain/result.js';
import type { KeyValueStore } from '../ports/key-value-store.js';
import { invalid } from './failures.js';
import { meOf } from './me.js';
import { inTurn } from './owners.js';
import type { AdministrationDependencies } from './dependencies.js';
import type { Administration, Preferences } from './use-cases.js';

/** Characters of all preferences of one administrator, as JSON: enough for a thousand content-types in an order. */
const longest = 100_000;

/** Beside the record of the administrator, as the settings of a page are no concern of who reads that. */
const keyOf = (documentId: string): string => `quire-preferences-${documentId}`;

/** What administrators set for the page follows them to other browsers. */
export function createPreferences(
  dependencies: AdministrationDependencies,
): Pick<Administration, 'preferences' | 'changePreferences'> {
  const { values } = dependencies;
  const read = async (key: string): Promise<Result<Preferences>> => {
    const kept = await values.get(key);
    if (!kept.ok) return kept;
    return ok(isPlainObject(kept.value) ? (kept.value as Preferences) : {});
  };
  return {
    async preferences(principal) {
      const me = await meOf(dependencies, principal);
      return me.ok ? read(keyOf(me.value.documentId)) : me;
    },
    async changePreferences(principal, change) {
      const me = await meOf(dependencies, principal);
      if (!me.ok) return me;
      const key = keyOf(me.value.documentId);
      return inTurn(dependencies, async () => {
        const before = await read(key);
        if (!before.ok) return before;
        const members = Object.entries({ ...before.value, ...change }).filter(([, value]) => value !== null);
        const after = Object.fromEntries(members);
        if (JSON.stringify(after).length > longest)
          return err(invalid('preferences', reason('preferences.length', { max: longest })));
        const written = await values.set(key, after);
        return written.ok ? ok(after) : written;
      });
    },
  };
}

/** The language that an administrator has chosen for the page; null: none, or it cannot be read. */
export async function chosenLanguage(
  values: Pick<KeyValueStore, 'get'>,
  documentId: string,
): Promise<string | null> {
  const kept = await values.get(keyOf(documentId));
  const language = kept.ok && isPlainObject(kept.value) ? kept.value['language'] : null;
  return typeof language === 'string' ? language : null;
}

export const forgetPreferences = (
  values: Pick<KeyValueStore, 'remove'>,
  documentId: string,
): Promise<Result<unknown>> => values.remove(keyOf(documentId));
