import { readFileSync } from 'node:fs';
import type { Failure } from '../../../../domain/failure.js';
import { languages, type Language } from '../contract/languages.js';

/** Says the texts of the forms in one language. */
export interface Speech {
  readonly language: Language;
  /** `{name}` in a text is replaced by the value of that name. */
  say(id: string, values?: Readonly<Record<string, string>>): string;
}

type Texts = Readonly<Record<string, string>>;

const catalogues = new Map<string, Texts>();

/** The catalogues of the page, which the build copies beside this file as far as the forms need them. */
function textsIn(code: string): Texts {
  const known = catalogues.get(code);
  if (known !== undefined) return known;
  const file = new URL(`../page/messages/${code}.json`, import.meta.url);
  const texts = JSON.parse(readFileSync(file, 'utf8')) as Texts;
  catalogues.set(code, texts);
  return texts;
}

/** A text that a catalogue lacks is English. */
export function speechIn(language: Language): Speech {
  const [texts, english] = [textsIn(language.code), textsIn(languages[0].code)];
  return {
    language,
    say: (id, values = {}) =>
      (texts[id] ?? english[id] ?? id).replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole),
  };
}

const known: ReadonlySet<unknown> = new Set(['name', 'email', 'password']);

/** Why a form was refused, in its language, as far as it has the words. */
export function problemOf({ say }: Speech, { code, message, details, reasons }: Failure): string {
  if (code === 'POLICY.TOO_MANY') {
    const seconds = Math.max(1, Math.ceil(Number(details?.['retryAfterMs'] ?? 0) / 1000));
    return say('form.tooMany', { seconds: String(seconds) });
  }
  if (code.startsWith('STORE.')) return say('form.away');
  if (code === 'INPUT.INVALID') {
    const [error] = (details?.['errors'] ?? []) as readonly { readonly path: readonly string[] }[];
    if (known.has(error?.path[0])) return say(`form.invalid.${error?.path[0]}`);
  }
  const id = `reason.${reasons?.[0]?.code}`;
  const words = say(id, reasons?.[0]?.parameters as Readonly<Record<string, string>> | undefined);
  return words === id ? message : words;
}
