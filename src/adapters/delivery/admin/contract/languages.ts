/** The languages of the page, the first of which has every text. */
export const languages = [
  { code: 'en', name: 'English', direction: 'ltr' },
  { code: 'de', name: 'Deutsch', direction: 'ltr' },
  { code: 'fr', name: 'Français', direction: 'ltr' },
  { code: 'ar', name: 'العربية', direction: 'rtl' },
] as const;

export type Language = (typeof languages)[number];

/**
 * English with longer words in brackets, from right to left: what does not fit with it fits in no language. It is for who
 * develops the page, and is chosen by `?language=pseudo` or by the cookie.
 */
export const pseudoLanguage = { name: 'pseudo', code: 'ar-XB', direction: 'rtl' } as const;

/** The cookies in which a browser keeps what a person chose; the server writes it into the page. */
export const lookCookies = {
  theme: 'quire_admin_look',
  language: 'quire_admin_language',
  density: 'quire_admin_density',
  keys: 'quire_admin_keys',
} as const;

/** Undefined: the page has no such language. */
export const languageOf = (code: string | undefined): Language | undefined =>
  languages.find((language) => language.code === code);
