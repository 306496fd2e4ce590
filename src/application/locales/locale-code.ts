import { failure, type Failure } from '../../domain/failure.js';
import { err, ok, type Result } from '../../domain/result.js';

const longest = 35;

/** The canonical form of a code (BCP 47: `fr`, `pt-BR`, `zh-Hans-CN`), or why it is none. */
export function checkLocaleCode(code: unknown): Result<string> {
  if (typeof code !== 'string' || code.length > longest || !/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/.test(code))
    return err(notACode(code));
  try {
    return ok(new Intl.Locale(code).toString());
  } catch {
    return err(notACode(code));
  }
}

const notACode = (code: unknown): Failure =>
  failure(
    'INPUT.INVALID',
    `${JSON.stringify(code) ?? String(code)} is not a locale code such as fr, pt-BR or zh-Hans-CN`,
  );

/** `French (fr)`. */
export function localeName(code: string): string {
  const language = new Intl.DisplayNames(['en'], { type: 'language' }).of(code);
  return language === undefined || language === code ? code : `${language} (${code})`;
}
