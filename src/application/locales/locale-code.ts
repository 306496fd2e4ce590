import { failure, type Failure } from '../../domain/failure.js';
import { reason } from '../../domain/reason/reason.js';
import { err, ok, type Result } from '../../domain/result.js';

const longest = 35;

/** Language, script, region, variants. */
const form = /^([a-z]{2,3})(-[a-z]{4})?(-(?:[a-z]{2}|\d{3}))?((?:-(?:[a-z\d]{5,8}|\d[a-z\d]{3}))*)$/i;

/**
 * Returns the code in the case that Strapi uses (BCP 47: `fr`, `pt-BR`, `zh-Hans-CN`, `en-US-POSIX`), or fails with the
 * reason. Only the case is normalized: `iw` stays `iw`, because clients request it so.
 */
export function checkLocaleCode(code: unknown): Result<string> {
  const parts = typeof code === 'string' && code.length <= longest ? form.exec(code) : null;
  if (parts === null) return err(notACode(code));
  const [, language = '', script = '', region = '', variants = ''] = parts;
  const written =
    language.toLowerCase() +
    script.slice(0, 2).toUpperCase() +
    script.slice(2).toLowerCase() +
    region.toUpperCase() +
    variants.toUpperCase();
  return isValid(written) ? ok(written) : err(notACode(code));
}

/** False for a code that repeats a variant. */
function isValid(code: string): boolean {
  try {
    return Intl.getCanonicalLocales(code).length === 1;
  } catch {
    return false;
  }
}

const notACode = (code: unknown): Failure =>
  failure('INPUT.INVALID', reason('locale.code', { code: JSON.stringify(code) ?? String(code) }));

/** Takes 20 ms to make, which most starts need not spend. */
let names: Intl.DisplayNames | undefined;

/** `French (fr)`, `Portuguese (Brazil) (pt-BR)`. */
export function localeName(code: string): string {
  names ??= new Intl.DisplayNames(['en'], { type: 'language', languageDisplay: 'standard' });
  const language = names.of(code);
  return language === undefined || language === code ? code : `${language} (${code})`;
}
