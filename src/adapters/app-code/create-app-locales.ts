import type { ListedLocale, LocaleService } from '../../application/locales/locale-service.js';
import { failure } from '../../domain/failure.js';
import { AppError, valueOf } from './app-error.js';

/** The locales of content for the app's own code. There from `bootstrap` on. */
export interface AppLocales {
  list(): readonly ListedLocale[];
  /** Does nothing where it is there; but a name that is given is its name from then on. */
  add(code: string, name?: string): Promise<ListedLocale>;
  setDefault(code: string): Promise<void>;
}

export function createAppLocales(locales: LocaleService, isReady: () => boolean): AppLocales {
  const ready = (): LocaleService => {
    if (isReady()) return locales;
    throw new AppError(failure('QUERY.INVALID', 'Locales are there from bootstrap on, not yet in register'));
  };
  return {
    list: () => ready().list(),
    add: async (code, name) => valueOf(await ready().add(code, name)),
    setDefault: async (code) => void valueOf(await ready().setDefault(code)),
  };
}
