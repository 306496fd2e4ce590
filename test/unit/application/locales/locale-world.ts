import { createIds } from '../../../../src/adapters/host/create-ids.js';
import { createMemoryStore } from '../../../../src/adapters/store/memory/create-memory-store.js';
import { createDocuments, type Documents } from '../../../../src/application/documents/documents.js';
import { createLocales } from '../../../../src/application/locales/create-locales.js';
import type { LocaleService } from '../../../../src/application/locales/locale-service.js';
import { systemPrincipal } from '../../../../src/domain/permission/permission.js';
import type { Layer } from '../../../../src/domain/query/query.js';
import type { Result } from '../../../../src/domain/result.js';
import { contentType, drafts, localized, schemaFrom } from '../../../schema-builders.js';

const title = { type: 'string', ...localized };

export const schema = schemaFrom({
  contentTypes: [
    contentType('page', 'pages', { title }, { ...localized, ...drafts }),
    contentType('menu', 'menus', { title }, localized),
    contentType('chef', 'chefs', { title: { type: 'string' } }),
  ],
});

const ignore = (): void => undefined;
export const log = { debug: ignore, info: ignore, warn: ignore, error: ignore };

export function valueOf<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new Error(JSON.stringify(result.failure));
}

export const refusal = (result: Result<unknown>): string => (result.ok ? 'accepted' : result.failure.message);

/** A memory store of pages, menus and chefs, with several processes that use it. */
export interface LocaleWorld {
  /** The time of the clock, which tests set. */
  time: number;
  /** How often locales were read, by all processes. */
  readings: number;
  readonly locales: LocaleService;
  /** The service of another process. */
  readonly elsewhere: LocaleService;
  /** Documents whose locales are checked against `locales`. */
  readonly documents: Documents;
  create(name: 'page' | 'menu', locale?: string): Promise<Result<unknown>>;
  count(name: 'page' | 'menu', locale: string, layer: Layer): Promise<number>;
}

export function createLocaleWorld(): LocaleWorld {
  const own = {
    schema,
    store: createMemoryStore({ schema }).documents,
    clock: { now: () => new Date(world.time).toISOString() },
    ids: createIds(),
    passwords: { hash: (password: string) => Promise.resolve(password) },
  };
  const plain = createDocuments(own);
  const counting: Documents = {
    ...plain,
    find: (principal, query) => {
      if (query.type === 'plugin::i18n.locale') world.readings += 1;
      return plain.find(principal, query);
    },
  };
  const open = () => createLocales({ schema, documents: counting, clock: own.clock, log });
  const locales = open();
  const documents = createDocuments({ ...own, locales });
  const world: LocaleWorld = {
    time: Date.UTC(2026, 0, 1),
    readings: 0,
    locales,
    elsewhere: open(),
    documents,
    create: (name, locale) =>
      documents.create(systemPrincipal, {
        kind: 'create',
        type: `api::${name}.${name}`,
        layer: 'published',
        ...(locale !== undefined && { locale }),
        data: { title: locale ?? 'none' },
        answer: {},
      }),
    count: async (name, locale, layer) =>
      valueOf(
        await documents.count(systemPrincipal, {
          type: `api::${name}.${name}`,
          action: 'find',
          range: { offset: 0, limit: null },
          count: true,
          layer,
          locale,
        }),
      ),
  };
  return world;
}
