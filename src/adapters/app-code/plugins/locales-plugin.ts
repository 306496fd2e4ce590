import type { AppLocales } from '../create-app-locales.js';
import type { PluginParts } from './create-plugins.js';

interface NewLocale {
  readonly code: string;
  readonly name?: string;
  readonly isDefault?: boolean;
}

/** `strapi.plugin('i18n')`. */
export const localesPlugin = (locales: () => AppLocales): PluginParts => {
  const find = async () => locales().list();
  return {
    services: {
      locales: {
        find,
        findByCode: async (code: string) => (await find()).find((locale) => locale.code === code) ?? null,
        count: async () => (await find()).length,
        create: async ({ code, name, isDefault }: NewLocale) => {
          const added = await locales().add(code, name);
          if (isDefault === true) await locales().setDefault(code);
          return added;
        },
        getDefaultLocale: async () => (await find()).find(({ isDefault }) => isDefault)?.code,
        setDefaultLocale: ({ code }: NewLocale) => locales().setDefault(code),
      },
    },
    contentTypes: ['locale'],
  };
};
