import { densities, type Density } from './densities.js';
import { languageOf, languages, lookCookies, type Language } from '../../contract/languages.js';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const root = document.documentElement;

export const themeNow = (): Theme => themes.find((theme) => theme === root.dataset['theme']) ?? 'system';

export const languageNow = (): Language => languageOf(root.lang) ?? languages[0];

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

/** The server reads it before there is a script, so that nothing flashes. */
function keep(cookie: string, value: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // oxlint-disable-next-line unicorn/no-document-cookie
  document.cookie = `${cookie}=${value}; Path=/; Max-Age=31536000; SameSite=Strict${secure}`;
}
