import type { ListedLocale } from '../../../application/locales/locale-service.js';
import { failure } from '../../../domain/failure.js';
import { err, type Result } from '../../../domain/result.js';
import { command, flag } from './command.js';
import { listed, noted } from './outcome.js';
import { withLocales } from './in-session.js';

const page = 'locales';

export const localeCommands = [
  command({
    name: 'locale list',
    options: { json: flag },
    summary: 'list the locales of content',
    page,
    read: (_, { json }) =>
      withLocales(async ({ locales }) => {
        const rows = locales.list().map((locale) => row(locale, json));
        return listed(rows, json, 'There are no locales.');
      }),
  }),
  command({
    name: 'locale add',
    operands: ['CODE', '[NAME]'],
    summary: 'let content be written in a locale',
    page,
    read: ([code, name]) =>
      withLocales(async ({ locales }) => {
        const added = await locales.add(code, name);
        return added.ok ? noted(`Content can be written in ${added.value.name}.`) : added;
      }),
  }),
  command({
    name: 'locale remove',
    operands: ['CODE'],
    options: { 'with-documents': flag },
    summary: 'remove a locale; the documents in it go only with --with-documents',
    page,
    read: ([code], options) =>
      withLocales(async ({ locales }) => {
        const removed = await locales.remove(code, { withDocuments: options['with-documents'] });
        return removed.ok ? noted(`Locale ${removed.value.code} is removed.`) : withAdvice(removed);
      }),
  }),
  command({
    name: 'locale default',
    operands: ['CODE'],
    summary: 'choose the locale of requests that name none',
    page,
    read: ([code]) =>
      withLocales(async ({ locales }) => {
        const changed = await locales.setDefault(code);
        return changed.ok ? noted(`${changed.value.code} is the default locale now.`) : changed;
      }),
  }),
];

const row = ({ code, name, isDefault }: ListedLocale, asJson: boolean) =>
  asJson ? { code, name, isDefault } : { code, name, default: isDefault ? 'default' : '' };

function withAdvice(refused: Extract<Result<never>, { ok: false }>): Result<never> {
  const { code, message, details } = refused.failure;
  if (details?.['documents'] === undefined) return refused;
  return err(failure(code, `${message}; repeat with --with-documents to delete them too`, details));
}
