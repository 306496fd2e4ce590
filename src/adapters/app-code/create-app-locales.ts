import type { ListedLocale, LocaleService } from '../../application/locales/locale-service.js';
import { valueOf } from './app-error.js';

/** The locales of content for app code. Available from `bootstrap` on. */
export interface AppLocales {
  list(): readonly ListedLocale[];
  /** If the locale exists, this only changes its name, if one is given. */
  add(code: string, name?: string): Promise<ListedLocale>;
  setDefault(code: string): Promise<void>;
}

export function createAppLocales(locales: LocaleService, isReady: () => boolean): AppLocales {
  const ready = (): LocaleService => {
    if (isReady()) return locales;
    throw new Error('Locales are there from bootstrap on, not yet in register');
  };
  return {
    list: () => ready().list(),
    add: async (code, name) => valueOf(await ready().add(code, name)),
    setDefault: async (code) => void valueOf(await ready().setDefault(code)),
  };
}
