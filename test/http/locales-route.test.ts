import { expect } from 'chai';
import supertest from 'supertest';
import { createRestApp } from '../../src/adapters/delivery/rest/create-rest-app.js';
import { createClock } from '../../src/adapters/host/create-clock.js';
import { createIds } from '../../src/adapters/host/create-ids.js';
import { createDocuments } from '../../src/application/documents/documents.js';
import { createLocales } from '../../src/application/locales/create-locales.js';
import type { LocaleService } from '../../src/application/locales/locale-service.js';
import { failure } from '../../src/domain/failure.js';
import { grantsOf, type Action, type Principal } from '../../src/domain/permission/permission.js';
import { err, ok, type Result } from '../../src/domain/result.js';
import { openDocuments } from './chosen-store.js';
import { fixtureSchema } from './fixture.js';

const path = '/api/i18n/locales';

const holding = (type: string, ...actions: readonly Action[]): Principal => ({
  kind: 'token',
  name: 'token',
  grants: grantsOf([[type, actions]]),
});
const principals: Readonly<Record<string, Principal>> = {
  may: holding('plugin::i18n.locale', 'find'),
  writes: holding('plugin::i18n.locale', 'create', 'update', 'delete', 'findOne'),
  reads: { kind: 'token', name: 'reads', grants: { kind: 'read' } },
};

function authenticate(header: string | undefined): Result<Principal> {
  if (header === undefined) return ok(holding('api::article.article', 'find'));
  const principal = principals[header.replace('Bearer ', '')];
  return principal === undefined
    ? err(failure('POLICY.UNAUTHENTICATED', 'Missing or invalid credentials'))
    : ok(principal);
}

interface Listed {
  readonly id: number;
  readonly documentId: string;
  readonly code: string;
  readonly name: string;
  readonly isDefault: boolean;
}

describe('GET /api/i18n/locales', () => {
  let locales: LocaleService;
  let app: ReturnType<typeof createRestApp>;

  const request = (token: string | undefined, method: 'get' | 'head' | 'post' | 'put' | 'delete' = 'get') => {
    const asked = supertest(app)[method](path);
    return token === undefined ? asked : asked.set('Authorization', `Bearer ${token}`);
  };
  const listed = async (): Promise<readonly Listed[]> => (await request('may')).body as readonly Listed[];

  beforeEach(async () => {
    const schema = fixtureSchema();
    const ignore = (): void => undefined;
    const log = { debug: ignore, info: ignore, warn: ignore, error: ignore };
    const own = {
      schema,
      store: openDocuments(schema),
      clock: createClock(),
      ids: createIds(),
      passwords: { hash: (password: string) => Promise.resolve(password) },
    };
    locales = createLocales({ schema, documents: createDocuments(own), clock: own.clock, log });
    const documents = createDocuments({ ...own, locales });
    app = createRestApp({ schema, documents, locales, authenticate, log });
    await locales.load();
    await locales.add('pt-BR');
    await locales.add('fr', 'Français');
  });

  it('answers a bare list in the order of ids', async () => {
    const { status, body, headers } = await request('may');
    expect(status).to.equal(200);
    expect(headers['content-type']).to.equal('application/json; charset=utf-8');
    expect(headers['vary']).to.contain('Authorization');
    const found = body as readonly Listed[];
    expect(Object.keys(found[0] ?? {})).to.have.members([
      'id',
      'documentId',
      'name',
      'code',
      'createdAt',
      'updatedAt',
      'publishedAt',
      'isDefault',
    ]);
    expect(found.map(({ id, code, name, isDefault }) => [id, code, name, isDefault])).to.deep.equal([
      [1, 'en', 'English (en)', true],
      [2, 'pt-BR', 'Portuguese (Brazil) (pt-BR)', false],
      [3, 'fr', 'Français', false],
    ]);
    expect(found[0]?.documentId).to.match(/^[a-z][a-z0-9]{23}$/);
  });

  it('shows a changed default locale, and omits a removed one', async () => {
    await locales.setDefault('fr');
    await locales.remove('pt-BR', { withDocuments: false });
    const found = await listed();
    expect(found.map(({ code, isDefault }) => [code, isDefault])).to.deep.equal([
      ['en', false],
      ['fr', true],
    ]);
  });

  it('requires permission to find locales', async () => {
    expect((await request(undefined)).status).to.equal(403);
    expect((await request('writes')).status).to.equal(403);
    expect((await request('reads')).status).to.equal(200);
    const { status, body } = await request('unknown');
    expect(status).to.equal(401);
    expect(body).to.have.nested.property('error.message', 'Missing or invalid credentials');
  });

  it('answers HEAD without a body, and refuses methods that write', async () => {
    const head = await request('may', 'head');
    expect([head.status, head.text]).to.deep.equal([200, undefined]);
    for (const method of ['post', 'put', 'delete'] as const) {
      const { status, headers } = await request('may', method);
      expect([status, headers['allow']]).to.deep.equal([405, 'HEAD, GET']);
    }
    expect((await supertest(app).get(`${path}/1`).set('Authorization', 'Bearer may')).status).to.equal(404);
  });
});
