import { setupI18n } from '@lingui/core';
import en from './en.json';

export type MessageId = keyof typeof en;

const i18n = setupI18n({ locale: 'en', messages: { en } });

/** Returns the text of a message. */
export const say = (id: MessageId, values: Readonly<Record<string, unknown>> = {}): string =>
  i18n.t(id, values as Record<string, unknown>);

export const formatNumber = (value: number): string => i18n.number(value);

/** In the unit that fits; a kilobyte has 1,000 bytes. */
export function formatKilobytes(value: number): string {
  const [amount, unit] =
    value < 1
      ? ([value * 1000, 'byte'] as const)
      : value < 1000
        ? ([value, 'kilobyte'] as const)
        : ([value / 1000, 'megabyte'] as const);
  const maximumFractionDigits = unit !== 'byte' && amount < 10 ? 1 : 0;
  return i18n.number(amount, { style: 'unit', unit, maximumFractionDigits });
}

export const formatDay = (value: string): string =>
  i18n.date(value, { dateStyle: 'medium', timeStyle: 'short' });

export const formatTime = (value: number): string => i18n.date(new Date(value), { timeStyle: 'short' });
