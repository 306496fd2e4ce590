import type { LocaleService } from '../../../application/locales/create-locales.js';
import type { Result } from '../../../domain/result.js';
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
      return changed.ok ? noted(`${command.code} is the default locale now.`) : changed;
    }
    case 'locale remove': {
      const removed = await locales.remove(command.code, command);
      return removed.ok ? noted(`Locale ${command.code} is removed.`) : removed;
    }
  }
}

const row = ({ code, name, isDefault }: ReturnType<LocaleService['list']>[number], json: boolean) =>
  json ? { code, name, isDefault } : { code, name, default: isDefault ? 'default' : '' };
