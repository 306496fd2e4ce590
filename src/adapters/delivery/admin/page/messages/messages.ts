import { setupI18n } from '@lingui/core';
import en from './en.json';

export type MessageId = keyof typeof en;

const i18n = setupI18n({ locale: 'en', messages: { en } });

/** Returns the text of a message. */
export const say = (id: MessageId, values: Readonly<Record<string, unknown>> = {}): string =>
  i18n.t(id, values as Record<string, unknown>);

export const formatNumber = (value: number): string => i18n.number(value);

export const formatDay = (value: string): string =>
  i18n.date(value, { dateStyle: 'medium', timeStyle: 'short' });

export const formatTime = (value: number): string => i18n.date(new Date(value), { timeStyle: 'short' });
