import { expect } from 'chai';
import { buildGraphqlSchema } from '../../src/adapters/delivery/graphql/build-graphql-schema.js';
import { createShadowCrud } from '../../src/adapters/delivery/graphql/extension/shadow-crud.js';
import { createGraphqlGate } from '../../src/adapters/delivery/graphql/server/create-graphql-gate.js';
import { createRestApp } from '../../src/adapters/delivery/rest/create-rest-app.js';
import { createClock } from '../../src/adapters/host/create-clock.js';
import { createIds } from '../../src/adapters/host/create-ids.js';
import { admitsAll, createAdmission, type Admission } from '../../src/application/admission/admission.js';
import { tooManyLongReads } from '../../src/application/admission/lane.js';
import { noParts } from '../../src/application/app-code/app-parts.js';
import { createDocuments } from '../../src/application/documents/documents.js';
import { err } from '../../src/domain/result.js';
import type { Cancellation } from '../../src/domain/cancellation.js';
import type { DocumentStore } from '../../src/application/ports/document-store.js';
import { grantsOf } from '../../src/domain/permission/permission.js';
import { openDocuments } from './chosen-store.js';
import { authenticateAmong, fixtureSchema, recordingLog } from './fixture.js';
import { requestTo } from './request-to.js';

const token = { kind: 'token', name: 'other', grants: { kind: 'all' } } as const;
const everybody = {
  kind: 'public',
  name: 'public',
  grants: grantsOf([['api::chef.chef', ['find', 'create']]]),
} as const;

/** Reads of dishes wait until they are released or aborted. */
function holding(store: DocumentStore) {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const aborted: Cancellation[] = [];
  let began = (): void => {};
  const begun = new Promise<void>((resolve) => (began = resolve));
  const held: DocumentStore = {
    ...store,
    async read(plan, deadline) {
      const signal = deadline?.signal;
      if (plan.type.singularName === 'dish') {
        began();
        const left = new Promise<void>((resolve) =>
          signal?.addEventListener('abort', () => {
            aborted.push(signal);
            resolve();
          }),
        );
        await Promise.race([released, left]);
      }
      return store.read(plan, deadline);
    },
  };
  return { store: held, release, begun, aborted };
}

async function createBusyWorld(
  admission: Admission = createAdmission({ slots: 1, queueTimeoutMs: 100, maxQueued: 3 }),
) {
  const schema = fixtureSchema();
  const held = holding(openDocuments(schema));
  const passwords = { hash: (password: string) => Promise.resolve(password) };
  const documents = createDocuments({
    schema,
    store: held.store,
    clock: createClock(),
    ids: createIds(),
    passwords,
    admission,
  });
  const log = recordingLog([]);
  const authenticate = authenticateAmong(everybody, { other: token });
  const gate = createGraphqlGate({ authenticate, log });
  const limits = { defaultLimit: 10, maxLimit: 100 };
  const parts = { parts: noParts, extensions: [], instance: { strapi: {}, quire: {} } };
  await gate.open((format) =>
    buildGraphqlSchema({ format, schema, documents, limits, shadow: createShadowCrud(schema), ...parts }),
  );
  return { ...held, app: createRestApp({ documents, schema, authenticate, log, beside: gate.handler }) };
}

const message = 'The server is overloaded: try again in a moment';

describe('requests in overload', () => {
  it('are refused, over REST and GraphQL, for reads and writes, while health checks are answered', async () => {
    const { app, release, begun } = await createBusyWorld();
    // On a database, the first request prepares it.
    while ((await requestTo(app).get('/api/chefs')).status !== 200);
    const running = requestTo(app).get('/api/dishes').set('Authorization', 'Bearer other').then();
    await begun;
    const [read, written, asked, health] = await Promise.all([
      requestTo(app).get('/api/chefs'),
      requestTo(app)
        .post('/api/chefs')
        .send({ data: { Name: 'Late' } }),
      requestTo(app).post('/graphql').send({ query: '{ chefs { data { id } } }' }),
      requestTo(app).get('/_health'),
    ]);
    for (const refused of [read, written]) {
      expect(refused.status).to.equal(503);
      expect(refused.headers).to.have.property('retry-after', '1');
      expect(refused.body).to.deep.equal({
        data: null,
        error: { status: 503, name: 'ServiceUnavailableError', message, details: {} },
      });
    }
    expect(asked.status).to.equal(503);
    expect(asked.headers).to.have.property('retry-after', '1');
    expect(asked.body).to.deep.equal({
      errors: [
        {
          message,
          path: ['chefs'],
          extensions: {
            code: 'SERVICE_UNAVAILABLE',
            error: { name: 'ServiceUnavailableError', message, details: {} },
          },
        },
      ],
      data: null,
    });
    expect(health.status).to.equal(204);
    release();
    expect(await running).to.have.property('status', 200);
    // A refused request has not begun.
    const left = await requestTo(app).get('/api/chefs').expect(200);
    expect(left.body.data).to.deep.equal([]);
  });

  it('are to be tried again later if they are long reads, over REST and GraphQL', async () => {
    const { app } = await createBusyWorld({ ...admitsAll, read: async () => err(tooManyLongReads) });
    const [read, asked] = await Promise.all([
      requestTo(app).get('/api/chefs'),
      requestTo(app).post('/graphql').send({ query: '{ chefs { data { id } } }' }),
    ]);
    for (const { status, headers } of [read, asked])
      expect([status, headers['retry-after']]).to.deep.equal([503, '5']);
    expect(read.body.error.message).to.match(/^Too many long requests are waiting: ask for less/);
  });

  it('answer null where that may be, and without data elsewhere, over GraphQL as of Strapi 5', async () => {
    const { app } = await createBusyWorld({ ...admitsAll, read: async () => err(tooManyLongReads) });
    const ask = (query: string) =>
      requestTo(app)
        .post('/graphql')
        .set({ 'Strapi-Response-Format': 'v5', Authorization: 'Bearer other' })
        .send({ query });
    const one = await ask('{ it: chef(documentId: "a") { Name } }');
    expect([one.status, one.body.data, one.body.errors[0].path]).to.deep.equal([503, { it: null }, ['it']]);
    const list = await ask('{ chefs { Name } }');
    expect([list.status, list.body.data, list.body.errors[0].path]).to.deep.equal([503, null, ['chefs']]);
    const both = await ask('{ chefs { Name } chef(documentId: "a") { Name } }');
    expect([both.status, both.body.data]).to.deep.equal([503, null]);
  });

  it('a read whose client has disconnected is cancelled', async () => {
    const { app, begun, aborted } = await createBusyWorld();
    await requestTo(app).get('/api/chefs').expect(200);
    const leaving = requestTo(app).get('/api/dishes').set('Authorization', 'Bearer other');
    leaving.end(() => {});
    await begun;
    leaving.abort();
    // The one slot is free again.
    await requestTo(app).get('/api/chefs').expect(200);
    expect(aborted).to.have.length(1);
  });
});
