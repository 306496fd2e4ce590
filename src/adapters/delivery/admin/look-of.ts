import type { Request } from 'express';
import { languageOf, languages, lookCookies, type Language } from './contract/languages.js';

/** What a person chose in this browser, by the name of the cookie. */
export const chosen = ({ headers: { cookie = '' } }: Request, name: string): string | undefined =>
  new RegExp(`(?:^|;\\s*)${name}=([a-z]+)(?:;|$)`).exec(cookie)?.[1];

/** The language that a person chose, else the best that the browser asks for. */
export function languageFor(req: Request): Language {
  const asked = req.acceptsLanguages(languages.map(({ code }) => code));
  return languageOf(chosen(req, lookCookies.language)) ?? languageOf(asked || undefined) ?? languages[0];
}

/** The theme that a person chose in this browser. */
export function themeFor(req: Request): string {
  const theme = chosen(req, lookCookies.theme);
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}
