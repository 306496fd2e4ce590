import { expect } from 'chai';
import { textOf } from '../../src/domain/document/text-of.js';
import { listenTo, type Heard, type LiveListener } from '../http/live-listener.js';
import { serveApp, toUser, typeFile, type Person, type ServedApp } from '../http/served-app.js';
import { until } from '../until.js';

const article = 'api::article.article';
const note = 'api::note.note';
const page = 'api::page.page';
const json = { 'Content-Type': 'application/json' };
const metricsToken = 'a-token-for-metrics';

const guarded = `module.exports = { register({ strapi }) {
  const extension = strapi.plugin('graphql').service('extension');
  extension.use(({ nexus }) => ({ types: [
    nexus.extendType({ type: 'Query', definition: (t) => t.string('mood', { resolve: () => 'fine' }) }),
  ] }));
  extension.use({
    typeDefs: 'extend type Article { loud: String } type Subscription { clock: String }',
    resolvers: { Article: { loud: ({ title }) => title + '!' }, Subscription: { clock: () => 'now' } },
    resolversConfig: { 'Query.secrets': { policies: [() => true] } },
  });
} };`;

describe('subscriptions to live changes', function () {
  this.timeout(60_000);
  let served: ServedApp;
  let [kai, ada]: Person[] = [];
  const listeners: LiveListener[] = [];
  before(async () => {
    served = await serveApp({
      'config/server.js': `module.exports = { observe: { metricsToken: '${metricsToken}' } };`,
      'src/index.js': guarded,
      ...typeFile(
        'article',
        {
          title: { type: 'text', required: true },
          rank: { type: 'integer' },
          secret: { type: 'string', private: true },
          pages: { type: 'relation', relation: 'oneToMany', target: page },
        },
        { options: { draftAndPublish: true } },
      ),
      ...typeFile('note', { text: { type: 'string' }, owner: toUser('manyToOne') }),
      ...typeFile(
        'page',
        { title: { type: 'string', pluginOptions: { i18n: { localized: true } } } },
        { pluginOptions: { i18n: { localized: true } } },
      ),
      ...typeFile('home', { title: { type: 'string' } }, { kind: 'singleType' }),
      ...typeFile('secret', { text: { type: 'string' } }),
      ...typeFile('guarded', { text: { type: 'string' } }),
      'src/api/guarded/routes/guarded.js': `module.exports = { routes: [
        { method: 'GET', path: '/guardeds', handler: 'guarded.find', config: { policies: [() => true] } }] }`,
    });
    const { app } = served;
    for (const type of [article, page, 'api::home.home', 'api::guarded.guarded', 'api::secret.secret'])
      await app.access.grant('public', type, ['find', 'findOne']);
    [kai, ada] = [await served.signUp('kai'), await served.signUp('ada')];
    for (const { role } of [kai, ada]) {
      await app.access.grant(role, note, ['find'], { filters: { owner: { documentId: '$me' } } });
      await app.access.grant(role, 'plugin::users-permissions.user', ['find']);
    }
  });
  afterEach(() => {
    for (const listener of listeners.splice(0)) listener.close();
  });
  after(() => served.stop());

  interface Asked {
    readonly variables?: object;
    readonly who?: Person | undefined;
    readonly format?: 'v4' | 'v5';
    readonly headers?: Readonly<Record<string, string>>;
  }

  const subscribe = async (query: string, asked: Asked = {}): Promise<LiveListener> => {
    const { variables, who, format = 'v5', headers = {} } = asked;
    const authorization: Record<string, string> =
      who === undefined ? {} : { Authorization: `Bearer ${who.token}` };
    const listener = await listenTo(
      `${served.url}/graphql`,
      {
        ...json,
        Accept: 'text/event-stream',
        'Strapi-Response-Format': format,
        ...authorization,
        ...headers,
      },
      { query, variables },
    );
    listeners.push(listener);
    return listener;
  };
  const create = async (type: string, data: object, rest: object = {}): Promise<string> =>
    textOf((await served.app.documents(type).create({ data, ...rest }))['documentId']);
  /** The changes in the events, without resets. */
  const changes = (events: readonly Heard[], field: string) =>
    events.map(({ data }) => data.data[field]).filter(({ action }) => action !== 'RESET');
  const metric = async (name: string): Promise<number> => {
    const headers = { Authorization: `Bearer ${metricsToken}` };
    const text = await (await fetch(`${served.url}/_metrics`, { headers })).text();
    return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1] ?? 0);
  };
  const errorOf = ({ events }: LiveListener) => events[0]?.data.errors[0];

  it('answers each change with what the client selects, in the flat format', async () => {
    const listener = await subscribe(
      `subscription ($title: String) {
      articleChanges(filters: { title: { eq: $title } }) {
        action documentId locale position
        document { __typename documentId name: title } other: document { rank pages { title } }
      }
    }`,
      { variables: { title: 'keep' } },
    );
    expect(listener.status).to.equal(200);
    expect(listener.headers['content-type']).to.equal('text/event-stream; charset=utf-8');
    expect(listener.headers['cache-control']).to.equal('no-cache, no-transform');
    const { app } = served;
    const documentId = await create(article, { title: 'keep', rank: 1, secret: 's' });
    await app.documents(article).publish({ documentId });
    await listener.until(({ length }) => length === 2);
    await app.documents(article).update({ documentId, data: { title: 'gone' }, status: 'published' });
    await listener.until(({ length }) => length === 3);
    expect(listener.events.map(({ event }) => event)).to.deep.equal(['next', 'next', 'next']);
    const [reset, change, leave] = listener.events.map(({ data }) => data.data.articleChanges);
    const nothing = { documentId: null, locale: null, document: null, other: null };
    expect(reset).to.deep.equal({ action: 'RESET', ...nothing, position: reset.position });
    expect(change).to.deep.equal({
      action: 'PUBLISH',
      documentId,
      locale: null,
      position: change.position,
      document: { __typename: 'Article', documentId, name: 'keep' },
      other: { rank: 1, pages: [] },
    });
    expect(leave).to.deep.equal({ ...nothing, action: 'LEAVE', documentId, position: leave.position });
  });

  it('answers documents as entities in the format of Strapi 4, and follows drafts', async () => {
    const selection = 'action document { data { id attributes { name: title } } }';
    const query = `subscription { articleChanges(publicationState: PREVIEW) { ${selection} } }`;
    const role = kai?.role ?? '';
    await served.app.access.grant(role, article, ['find', 'findDrafts']);
    const listener = await subscribe(query, { format: 'v4', who: kai });
    const documentId = await create(article, { title: 'draft' });
    const [change] = changes(await listener.until(({ length }) => length === 2), 'articleChanges');
    expect(change).to.deep.equal({
      action: 'CREATE',
      document: { data: { id: documentId, attributes: { name: 'draft' } } },
    });
    const refused = await subscribe(query, { format: 'v4' });
    await refused.until(({ length }) => length === 2);
    expect(errorOf(refused).extensions.code).to.equal('FORBIDDEN');
  });

  it('goes on after a position, and resets a client that has none or cannot go on', async () => {
    const query = `subscription ($after: String) {
      articleChanges(after: $after) { action documentId position } }`;
    const first = await subscribe(query);
    await create(article, { title: '1' }, { status: 'published' });
    await first.until(({ length }) => length === 2);
    const after = first.events[1]?.data.data.articleChanges.position as string;
    first.close();
    const two = await create(article, { title: '2' }, { status: 'published' });
    const again = await subscribe(query, { variables: { after } });
    const three = await create(article, { title: '3' }, { status: 'published' });
    await again.until(({ length }) => length === 2);
    const heard = again.events.map(({ data }) => data.data.articleChanges);
    expect(heard.map(({ documentId }) => documentId)).to.deep.equal([two, three]);
    const unknown = await subscribe(query, { variables: { after: 'AAAAAAAAAAAAAAAAAAAAAA' } });
    await unknown.until(({ length }) => length === 1);
    expect(unknown.events[0]?.data.data.articleChanges.action).to.equal('RESET');
  });

  it('never names a document that a listener with a condition could not see', async () => {
    const query = 'subscription { noteChanges { action documentId document { text } } }';
    const [mine, theirs] = [await subscribe(query, { who: kai }), await subscribe(query, { who: ada })];
    const other = await create(note, { text: 'other', owner: ada?.documentId });
    await theirs.until(({ length }) => length === 2);
    const own = await create(note, { text: 'own', owner: kai?.documentId });
    await served.app.documents(note).delete({ documentId: other });
    await theirs.until(({ length }) => length === 3);
    await mine.until(({ length }) => length === 2);
    await served.app.documents(note).update({ documentId: own, data: { owner: null } });
    await mine.until(({ length }) => length === 3);
    expect(JSON.stringify(mine.events)).not.to.contain(other);
    expect(changes(theirs.events, 'noteChanges').map(({ action }) => action)).to.deep.equal([
      'CREATE',
      'LEAVE',
    ]);
    expect(changes(mine.events, 'noteChanges').map(({ action }) => action)).to.deep.equal([
      'CREATE',
      'LEAVE',
    ]);
  });

  it('serves locales, and single types', async () => {
    const pages = await subscribe('subscription { pageChanges(locale: "en") { locale document { title } } }');
    const home = await subscribe('subscription { homeChanges { document { title } } }');
    await create(page, { title: 'Hills' });
    await create('api::home.home', { title: 'Home' });
    const [, change] = await pages.until(({ length }) => length === 2);
    expect(change?.data.data.pageChanges).to.deep.equal({ locale: 'en', document: { title: 'Hills' } });
    const [, changed] = await home.until(({ length }) => length === 2);
    expect(changed?.data.data.homeChanges.document.title).to.equal('Home');
  });

  it('shares a read among listeners with equal grants and queries', async () => {
    const query = (key: string) => `subscription { articleChanges { document { ${key}: title } } }`;
    const [one, two] = [await subscribe(query('a')), await subscribe(query('b'))];
    expect(await metric('quire_live_listener_groups')).to.equal(1);
    await create(article, { title: 'shared' }, { status: 'published' });
    for (const [listener, key] of [
      [one, 'a'],
      [two, 'b'],
    ] as const) {
      const [, change] = await listener.until(({ length }) => length === 2);
      expect(change?.data.data.articleChanges.document).to.deep.equal({ [key]: 'shared' });
    }
  });

  it('is refused before the stream begins, with one event', async () => {
    const changed = (rest: string): string => `subscription { articleChanges${rest} }`;
    const codes: unknown[] = [];
    for (const [query, asked] of [
      ['subscription { noteChanges { action } }', {}],
      [changed(' { document { secret } }'), {}],
      [changed('(status: DRAFT) { action }'), {}],
      [changed('(filters: { secret: { eq: "s" } }) { action }'), {}],
      [changed('(locale: "en") { action }'), {}],
      [changed(' { action } pageChanges { action }'), {}],
      [changed(' @skip(if: true) { action }'), {}],
      [changed(' { document { loud } }'), {}],
      ['subscription { clock }', {}],
      ['subscription { guardedChanges { action } }', {}],
      ['subscription { secretChanges { action } }', {}],
      ['subscription ($a: Int!) { articleChanges(after: $a) { action } }', {}],
      ['subscription ($a: String!) { articleChanges(after: $a) { action } }', {}],
      ['subscription { articleChanges(', {}],
      [
        changed(
          ` { document { ${'pages_connection { nodes { localizations_connection { nodes { '.repeat(6)} title`,
        ),
        {},
      ],
      [changed(` { document { ${Array.from({ length: 1001 }, (_, n) => `a${n}: title`).join(' ')} } }`), {}],
      ['{ articles { title } }', {}],
    ] as const) {
      const listener = await subscribe(query, asked);
      await until(() => listener.isEnded());
      expect([listener.status, ...listener.events.map(({ event }) => event)], query).to.deep.equal([
        200,
        'next',
        'complete',
      ]);
      codes.push(errorOf(listener).extensions.code);
    }
    const invalid = 'GRAPHQL_VALIDATION_FAILED';
    expect(codes).to.deep.equal([
      'FORBIDDEN',
      invalid,
      'FORBIDDEN',
      invalid,
      invalid,
      invalid,
      'BAD_REQUEST',
      'BAD_REQUEST',
      'BAD_REQUEST',
      invalid,
      invalid,
      invalid,
      'BAD_USER_INPUT',
      'GRAPHQL_PARSE_FAILED',
      'GRAPHQL_PARSE_FAILED',
      invalid,
      'BAD_REQUEST',
    ]);
  });

  it('is refused as JSON where the client takes no stream, and with 401 for a wrong token', async () => {
    const body = JSON.stringify({ query: 'subscription { articleChanges { action } }' });
    const statuses: unknown[] = [];
    for (const headers of [{ Accept: 'application/json' }, { Authorization: 'Bearer nobody' }]) {
      const answer = await fetch(`${served.url}/graphql`, {
        method: 'POST',
        headers: { ...json, ...headers },
        body,
      });
      statuses.push([answer.status, answer.headers.get('content-type')]);
      await answer.text();
    }
    const type = 'application/json; charset=utf-8';
    expect(statuses).to.deep.equal([
      [406, type],
      [401, type],
    ]);
  });

  it('has an error of its own for a document that does not fit, and goes on', async () => {
    const role = ada?.role ?? '';
    await served.app.access.grant(role, article, ['find', 'findDrafts']);
    const query = 'subscription { articleChanges(status: DRAFT) { documentId document { title } } }';
    const listener = await subscribe(query, { who: ada });
    const documentId = await create(article, { rank: 1 });
    await create(article, { title: 'whole' });
    const [, faulty, whole] = await listener.until(({ length }) => length === 3);
    expect(faulty?.data.data).to.deep.equal({ articleChanges: { documentId, document: null } });
    expect(faulty?.data.errors[0].path).to.deep.equal(['articleChanges', 'document', 'title']);
    expect(whole?.data.data.articleChanges.document.title).to.equal('whole');
    expect(served.errors).to.deep.equal([]);
  });

  it('ends with an error when the listener may no longer read', async () => {
    const { app } = served;
    const [{ role = '' } = {}, { documentId = '' } = {}] = [ada, kai];
    for (const person of [kai, ada]) await app.access.grant(person?.role ?? '', page, ['find']);
    const query = 'subscription { pageChanges { action } }';
    const [revoked, blocked] = [await subscribe(query, { who: ada }), await subscribe(query, { who: kai })];
    await app.access.revoke(role, page, ['find']);
    await app.documents('plugin::users-permissions.user').update({ documentId, data: { blocked: true } });
    await until(() => revoked.isEnded() && blocked.isEnded());
    for (const { events } of [revoked, blocked]) {
      expect(events.map(({ event }) => event)).to.deep.equal(['next', 'next', 'complete']);
      expect(events[1]?.data.errors[0].extensions.code).to.equal('FORBIDDEN');
    }
  });

  it('ends for a listener that does not read', async () => {
    const listener = await subscribe('subscription { articleChanges { document { title } } }');
    listener.pause();
    // More than the connection itself holds, so that the rest would wait in the server.
    const title = 'x'.repeat(900_000);
    for (let count = 0; count < 40; count += 1) await create(article, { title }, { status: 'published' });
    await until(async () => (await metric('quire_live_listeners')) === 0);
    listener.resume();
    await until(() => listener.isEnded());
    expect(listener.events.map(({ event }) => event)).not.to.include('complete');
  });
});

describe('a server without live changes', () => {
  it('has no subscriptions, and the same schema otherwise', async () => {
    const files = typeFile('article', { title: { type: 'string' } });
    const sdl = async (enabled: boolean) => {
      const served = await serveApp({
        ...files,
        'config/server.js': `module.exports = { liveChanges: { enabled: ${enabled} } };`,
      });
      const query =
        '{ schema: __schema { subscriptionType { name } types { name fields { name type { name } } } } }';
      const answer = await served.graphql(undefined, query);
      const refused = await served.graphql(undefined, 'subscription { articleChanges { action } }');
      await served.stop();
      return { schema: answer.data.schema, message: refused.errors?.[0]?.message };
    };
    const [without, live] = [await sdl(false), await sdl(true)];
    expect(without.schema.subscriptionType).to.equal(null);
    expect(without.message).to.equal('There are no subscriptions here');
    const others = live.schema.types.filter(
      ({ name }: { name: string }) => name !== 'Subscription' && !name.includes('LiveChange'),
    );
    expect(others).to.deep.equal(without.schema.types);
    expect(live.schema.types.map(({ name }: { name: string }) => name)).to.include('ArticleLiveChange');
  });
});
