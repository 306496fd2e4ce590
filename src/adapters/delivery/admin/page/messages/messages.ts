import { setupI18n } from '@lingui/core';
import { pseudoLanguage, type Language } from '../../contract/languages.js';
import en from './en.json' with { type: 'json' };

export type MessageId = keyof typeof en;

const i18n = setupI18n({ locale: 'en', messages: { en } });

type Texts = { readonly default: Readonly<Partial<Record<MessageId, string>>> };

const catalogues: Readonly<Record<Language['code'], () => Promise<Texts>>> = {
  en: async () => ({ default: en }),
  de: () => import('./de.json'),
  fr: () => import('./fr.json'),
  ar: () => import('./ar.json'),
};

/** Loads the texts of a language. Those that it lacks, and all if they cannot be loaded, are English. */
export async function speak(language: Language['code']): Promise<void> {
  const { default: texts } = await catalogues[language]().catch(catalogues.en);
  i18n.load(language, { ...en, ...texts });
  i18n.activate(language);
}

/** Makes the pseudo-language of the English texts. */
export async function speakPseudo(): Promise<void> {
  const { pseudoOf } = await import('./pseudo.js');
  i18n.load(
    pseudoLanguage.code,
    Object.fromEntries(Object.entries(en).map(([id, text]) => [id, pseudoOf(text)])),
  );
  i18n.activate(pseudoLanguage.code);
}

/** Returns the text of a message. */
export const say = (id: MessageId, values: Readonly<Record<string, unknown>> = {}): string =>
  i18n.t(id, values as Record<string, unknown>);

/** Returns the text of a message that only some languages may have. */
export const sayIfKnown = (id: string, values: Readonly<Record<string, unknown>>): string | undefined =>
  Object.hasOwn(i18n.messages, id) ? i18n.t(id, values as Record<string, unknown>) : undefined;

export const formatNumber = (value: number): string => i18n.number(value);

/** A number of any length, with all its digits: up to 20 after the point, more of which not every browser takes. */
export const formatExact = (value: string): string =>
  new Intl.NumberFormat(i18n.locale, { maximumFractionDigits: 20 }).format(
    value as Intl.StringNumericLiteral,
  );

const formats = new Map<string, Intl.NumberFormat>();

/**
 * A stored number in the language, with as many digits after the point as it has, and none set apart, as it may be a year or a
 * code. Other texts stay as they are.
 */
export function formatStored(value: string): string {
  const found = /^-?\d+(?:\.(\d{1,100}))?$/.exec(value);
  if (found === null) return value;
  const [, fraction = ''] = found;
  const key = `${i18n.locale} ${fraction.length}`;
  const digits = {
    minimumFractionDigits: fraction.length,
    maximumFractionDigits: fraction.length,
    useGrouping: false,
  };
  const format = formats.get(key) ?? new Intl.NumberFormat(i18n.locale, digits);
  formats.set(key, format);
  return format.format(value as Intl.StringNumericLiteral);
}

/** How the language separates the digits of numbers. */
export function separators(): { readonly group: string; readonly decimal: string } {
  const parts = new Intl.NumberFormat(i18n.locale).formatToParts(12_345.6);
  const partOf = (type: string): string => parts.find((part) => part.type === type)?.value ?? '';
  return { group: partOf('group'), decimal: partOf('decimal') };
}

/** The size of a file, of which hundredths of a kilobyte are stored, in the unit that fits; a kilobyte has 1,000 bytes. */
export function formatKilobytes(value: number): string {
  const shown = (amount: number, unit: string, maximumFractionDigits: number): string =>
    i18n.number(amount, { style: 'unit', unit, maximumFractionDigits });
  if (value < 0.01) return say('size.below', { size: shown(0.01, 'kilobyte', 2) });
  if (value < 1) return shown(value, 'kilobyte', 2);
  const [amount, unit] = value < 999.5 ? [value, 'kilobyte'] : [value / 1000, 'megabyte'];
  return shown(amount, unit, amount < 10 ? 1 : 0);
}

/** What is counted exactly. */
export const formatBytes = (bytes: number): string =>
  bytes < 1000
    ? // Only the long form of bytes has a plural.
      i18n.number(bytes, { style: 'unit', unit: 'byte', unitDisplay: 'long' })
    : formatKilobytes(bytes / 1000);

/** Joins names as the language does. */
export const formatList = (values: readonly string[]): string =>
  new Intl.ListFormat(i18n.locale, { type: 'conjunction' }).format(values);

/** Puts names one after the other, with what the language has between. */
export const joinNames = (values: readonly string[]): string => values.join(say('list.separator'));

export const formatDay = (value: string): string =>
  i18n.date(value, { dateStyle: 'medium', timeStyle: 'short' });

/** A stored day of the calendar, which is the same everywhere: `2026-03-01`. Other texts stay as they are. */
export function formatDate(value: string): string {
  const day = new Date(`${value}T00:00:00Z`);
  return Number.isNaN(day.getTime()) ? value : i18n.date(day, { dateStyle: 'medium', timeZone: 'UTC' });
}

export const formatTime = (value: number): string => i18n.date(new Date(value), { timeStyle: 'short' });
