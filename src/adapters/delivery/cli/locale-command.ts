import type { ListedLocale, LocaleService } from '../../../application/locales/locale-service.js';
import { failure } from '../../../domain/failure.js';
import { err, type Result } from '../../../domain/result.js';
import { listed, noted, type Outcome } from './outcome.js';
import type { Command } from './parse-command.js';

type LocaleName = 'locale list' | 'locale add' | 'locale remove' | 'locale default';

export type LocaleCommand = Extract<Command, { name: LocaleName }>;

/** Commands over the locales of content. */
export async function localeCommand(
  command: LocaleCommand,
  locales: LocaleService,
): Promise<Result<Outcome>> {
  switch (command.name) {
    case 'locale list':
      return listed(
        locales.list().map((locale) => row(locale, command.json)),
        command.json,
        'There are no locales.',
      );
    case 'locale add': {
      const added = await locales.add(command.code, command.title);
      return added.ok ? noted(`Content can be written in ${added.value.name}.`) : added;
    }
    case 'locale default': {
      const changed = await locales.setDefault(command.code);
      return changed.ok ? noted(`${changed.value.code} is the default locale now.`) : changed;
    }
    case 'locale remove': {
      const removed = await locales.remove(command.code, command);
      return removed.ok ? noted(`Locale ${removed.value.code} is removed.`) : withAdvice(removed);
    }
  }
}

const row = ({ code, name, isDefault }: ListedLocale, json: boolean) =>
  json ? { code, name, isDefault } : { code, name, default: isDefault ? 'default' : '' };

function withAdvice(refused: Extract<Result<never>, { ok: false }>): Result<never> {
  const { code, message, details } = refused.failure;
  if (details?.['documents'] === undefined) return refused;
  return err(failure(code, `${message}; repeat with --with-documents to delete them too`, details));
}
