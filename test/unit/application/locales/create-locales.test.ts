import { expect } from 'chai';
import supertest from 'supertest';
import { createRestApp } from '../../../../src/adapters/delivery/rest/create-rest-app.js';
import { createIds } from '../../../../src/adapters/host/create-ids.js';
import { createMemoryStore } from '../../../../src/adapters/store/memory/create-memory-store.js';
import { createDocuments, type Documents } from '../../../../src/application/documents/documents.js';
import { createLocales } from '../../../../src/application/locales/create-locales.js';
import type { LocaleService } from '../../../../src/application/locales/locale-service.js';
import { systemPrincipal, type Principal } from '../../../../src/domain/permission/permission.js';
import { ok, type Result } from '../../../../src/domain/result.js';
import { buildSchema } from '../../../../src/domain/schema/build-schema.js';
import { built, typeSource } from '../../domain/schema/sources.js';

const localized = { pluginOptions: { i18n: { localized: true } } };
const schema = built(
  buildSchema({
    contentTypes: [
      typeSource('page', {
        ...localized,
        options: { draftAndPublish: true },
        attributes: { title: { type: 'string' } },
      }),
    ],
    components: [],
  }),
);
const page = 'api::page.page';
const ignore = (): void => undefined;
const log = { debug: ignore, info: ignore, warn: ignore, error: ignore };

function valueOf<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new Error(JSON.stringify(result.failure));
}

const refusal = (result: Result<unknown>): string => (result.ok ? 'accepted' : result.failure.message);

describe('locales', () => {
  let time: number;
  let documents: Documents;
  let locales: LocaleService;
  /** What another process over the same database would have. */
  let elsewhere: LocaleService;

  beforeEach(async () => {
    time = Date.UTC(2026, 0, 1);
    const clock = { now: () => new Date((time += 1000)).toISOString() };
    const passwords = { hash: (password: string) => Promise.resolve(password) };
    const own = {
      schema,
      store: createMemoryStore({ schema }).documents,
      clock,
      ids: createIds(),
      passwords,
    };
    const open = () => createLocales({ schema, documents: createDocuments(own), clock, log });
    [locales, elsewhere] = [open(), open()];
    documents = createDocuments({ ...own, locales });
    valueOf(await locales.load());
  });

  const create = async (locale: string): Promise<Result<unknown>> =>
    documents.create(systemPrincipal, {
      kind: 'create',
      type: page,
      layer: 'published',
      locale,
      data: { title: locale },
      answer: {},
    });
  const count = async (locale: string): Promise<number> =>
    valueOf(
      await documents.count(systemPrincipal, {
        type: page,
        action: 'find',
        range: { offset: 0, limit: null },
        count: true,
        layer: 'draft',
        locale,
      }),
    );

  it('begin with English, once', async () => {
    valueOf(await elsewhere.load());
    valueOf(await locales.load());
    expect(locales.list()).to.deep.equal([{ code: 'en', name: 'English (en)', isDefault: true }]);
    expect(elsewhere.default).to.equal('en');
  });

  it('are added in their canonical form, with a name', async () => {
    expect(valueOf(await locales.add('zh-hans-cn')).code).to.equal('zh-Hans-CN');
    expect(valueOf(await locales.add('de')).name).to.equal('German (de)');
    expect(valueOf(await locales.add('DE', 'Deutsch'))).to.deep.equal({
      code: 'de',
      name: 'Deutsch',
      isDefault: false,
    });
    expect(valueOf(await locales.add('de')).name).to.equal('Deutsch');
    expect(locales.list().map(({ code }) => code)).to.deep.equal(['en', 'zh-Hans-CN', 'de']);
  });

  it('refuse what is no code, and names without a letter', async () => {
    for (const code of [
      '',
      'x',
      'fr fr',
      '../etc',
      'fr_FR',
      5,
      null,
      undefined,
      {},
      'a'.repeat(40),
      'fr\u0000',
    ])
      expect(refusal(await locales.add(code))).to.contain('is not a locale code');
    expect(refusal(await locales.add('fr', '  '))).to.contain('The name of a locale');
  });

  it('may be written in as soon as another process has added them', async () => {
    expect(refusal(await create('fr'))).to.equal('Invalid locale: "fr" is not one of the locales');
    await new Promise((resolve) => setTimeout(resolve, 300));
    valueOf(await elsewhere.add('fr'));
    expect(refusal(await create('fr'))).to.equal('accepted');
    expect(await locales.knows('fr')).to.equal(true);
  });

  it('have one default, the one that was made it last', async () => {
    valueOf(await locales.add('fr'));
    valueOf(await locales.setDefault('fr'));
    expect([locales.default, locales.list().filter(({ isDefault }) => isDefault).length]).to.deep.equal([
      'fr',
      1,
    ]);
    valueOf(await elsewhere.load());
    expect(elsewhere.default).to.equal('fr');
    valueOf(await elsewhere.setDefault('en'));
    valueOf(await locales.load());
    expect(locales.default).to.equal('en');
    expect(refusal(await locales.setDefault('it'))).to.equal('There is no locale "it"; there are: en, fr');
  });

  it('are what requests without one get', async () => {
    valueOf(await locales.add('fr'));
    valueOf(await create('fr'));
    expect(await count('fr')).to.equal(1);
    const query = {
      type: page,
      action: 'find' as const,
      range: { offset: 0, limit: null },
      count: false,
      layer: 'draft' as const,
    };
    expect(valueOf(await documents.find(systemPrincipal, query)).answer.size).to.equal(0);
    valueOf(await locales.setDefault('fr'));
    expect(valueOf(await documents.find(systemPrincipal, query)).answer.size).to.equal(1);
  });

  it('go with their documents only when told, and the default one never', async () => {
    valueOf(await locales.add('fr'));
    for (let n = 0; n < 3; n += 1) valueOf(await create('fr'));
    valueOf(await create('en'));
    expect(refusal(await locales.remove('en', { withDocuments: true }))).to.contain('is the default locale');
    expect(refusal(await locales.remove('fr', { withDocuments: false }))).to.contain('3 of api::page.page');
    expect(await count('fr')).to.equal(3);
    valueOf(await locales.remove('fr', { withDocuments: true }));
    expect([await count('fr'), await count('en')]).to.deep.equal([0, 1]);
    expect(locales.list().map(({ code }) => code)).to.deep.equal(['en']);
  });

  it('are listed over REST to those who may find them', async () => {
    valueOf(await locales.add('fr'));
    let actions: readonly 'find'[] = [];
    const authenticate = (): Result<Principal> =>
      ok({
        kind: 'public',
        name: 'public',
        grants: { kind: 'listed', listed: new Map([['plugin::i18n.locale', new Set(actions)]]) },
      });
    const app = supertest(createRestApp({ schema, documents, locales, authenticate, log }));
    expect((await app.get('/api/i18n/locales')).status).to.equal(403);
    actions = ['find'];
    const { body, status } = await app.get('/api/i18n/locales');
    expect(status).to.equal(200);
    expect(body[0]).to.have.all.keys(
      'id',
      'documentId',
      'name',
      'code',
      'createdAt',
      'updatedAt',
      'publishedAt',
      'isDefault',
    );
    expect(
      (body as { code: string; isDefault: boolean }[]).map(({ code, isDefault }) => [code, isDefault]),
    ).to.deep.equal([
      ['en', true],
      ['fr', false],
    ]);
    expect((await app.post('/api/i18n/locales')).status).to.equal(405);
    expect((await app.head('/api/i18n/locales')).status).to.equal(200);
  });
});
