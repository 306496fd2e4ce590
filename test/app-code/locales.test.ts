import { expect } from 'chai';
import { AppError } from '../../src/adapters/app-code/app-error.js';
import { createAppLocales, type AppLocales } from '../../src/adapters/app-code/create-app-locales.js';
import { createClock } from '../../src/adapters/host/create-clock.js';
import { createIds } from '../../src/adapters/host/create-ids.js';
import { createMemoryStore } from '../../src/adapters/store/memory/create-memory-store.js';
import { createDocuments } from '../../src/application/documents/documents.js';
import { createLocales } from '../../src/application/locales/create-locales.js';
import { schemaFrom } from '../schema-builders.js';

const thrown = async (asked: () => unknown): Promise<string> => {
  try {
    await asked();
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
  return 'nothing';
};

describe('locales for app code', () => {
  let locales: AppLocales;
  let ready: boolean;

  beforeEach(async () => {
    const schema = schemaFrom({});
    const ignore = (): void => undefined;
    const log = { debug: ignore, info: ignore, warn: ignore, error: ignore };
    const clock = createClock();
    const documents = createDocuments({
      schema,
      store: createMemoryStore({ schema }).documents,
      clock,
      ids: createIds(),
      passwords: { hash: (password) => Promise.resolve(password) },
    });
    const service = createLocales({ schema, documents, clock, log });
    await service.load();
    ready = true;
    locales = createAppLocales(service, () => ready);
  });

  it('are added, listed and made the default, at every start of the app', async () => {
    for (let start = 0; start < 2; start += 1) {
      expect((await locales.add('fr')).name).to.equal('French (fr)');
      await locales.add('de', 'Deutsch');
      await locales.setDefault('fr');
    }
    expect(locales.list()).to.deep.equal([
      { code: 'en', name: 'English (en)', isDefault: false },
      { code: 'fr', name: 'French (fr)', isDefault: true },
      { code: 'de', name: 'Deutsch', isDefault: false },
    ]);
  });

  it('keep a given name until another one is given', async () => {
    await locales.add('de', 'Deutsch');
    expect((await locales.add('de')).name).to.equal('Deutsch');
    expect((await locales.add('de', 'German')).name).to.equal('German');
  });

  it('throw errors with the reason', async () => {
    expect(await thrown(() => locales.add('fr_FR'))).to.contain('"fr_FR" is not a locale code');
    expect(await thrown(() => locales.add(undefined as never))).to.contain('is not a locale code');
    expect(await thrown(() => locales.setDefault('it'))).to.contain('There is no locale "it"');
  });

  it('are not available during register', async () => {
    ready = false;
    for (const ask of [() => locales.list(), () => locales.add('fr'), () => locales.setDefault('en')])
      expect(await (async () => ask())().catch(String)).to.equal(
        'Error: Locales are there from bootstrap on, not yet in register',
      );
  });
});
