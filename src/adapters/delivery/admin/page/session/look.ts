import {
  languageOf,
  languages,
  lookCookies,
  pseudoLanguage,
  type Language,
} from '../../contract/languages.js';
import { densities, themes, type Density, type Theme } from '../../contract/looks.js';
import type { Preferences } from '../../contract/preferences.js';

const root = document.documentElement;

export const themeNow = (): Theme => themes.find((theme) => theme === root.dataset['theme']) ?? 'system';

export const languageNow = (): Language => languageOf(root.lang) ?? languages[0];

/** Whether the page speaks the pseudo-language. */
export const isPseudo = root.lang === pseudoLanguage.code;

export function setTheme(theme: Theme): void {
  root.dataset['theme'] = theme;
  keep(lookCookies.theme, theme);
}

/** Loads the page again, as the server writes the language into it. */
export function setLanguage(code: string): void {
  keep(lookCookies.language, code);
  location.reload();
}

export const densityNow = (): Density =>
  densities.find((density) => density === root.dataset['density']) ?? 'normal';

export function setDensity(density: Density): void {
  root.dataset['density'] = density;
  keep(lookCookies.density, density);
}

let letterKeys = !/(?:^|;\s*)quire_admin_keys=off(?:;|$)/.test(document.cookie);

/** Whether keys without Ctrl or Alt do something. Who speaks to the computer, or types by chance, turns them off. */
export const hasLetterKeys = (): boolean => letterKeys;

export function setLetterKeys(isOn: boolean): void {
  letterKeys = isOn;
  keep(lookCookies.keys, isOn ? 'on' : 'off');
}

/** Has the page look as its administrator set it elsewhere. This browser knows it from then on, before the server says it. */
export function takeOver({ theme, density, letterKeys: keys, language }: Preferences): void {
  if (theme !== undefined && theme !== themeNow()) setTheme(theme);
  if (density !== undefined && density !== densityNow()) setDensity(density);
  if (keys !== undefined && keys !== letterKeys) setLetterKeys(keys);
  if (language === undefined || isPseudo || language === languageNow().code) return;
  keep(lookCookies.language, language);
  // Where the browser keeps no cookies, the page would load for ever.
  if (document.cookie.includes(`${lookCookies.language}=${language}`)) location.reload();
}

/** The server reads it before there is a script, so that nothing flashes. */
function keep(cookie: string, value: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // oxlint-disable-next-line unicorn/no-document-cookie
  document.cookie = `${cookie}=${value}; Path=/; Max-Age=31536000; SameSite=Strict${secure}`;
}
