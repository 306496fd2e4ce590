import { expect } from 'chai';
import { chef, openMemorySession } from './memory-session.js';
import { runInMemory } from './run-in-memory.js';

describe('quire webhook', () => {
  let session: ReturnType<typeof openMemorySession>;
  beforeEach(() => (session = openMemorySession()));

  const run = (...argv: readonly string[]) => runInMemory(session, ['webhook', ...argv]);
  const create = (...more: readonly string[]) =>
    run('create', 'https://example.com/hook', '--name', 'site', ...more);
  const listed = async () => JSON.parse((await run('list', '--json')).out);

  it('makes one, and prints its secret', async () => {
    const made = await create('--events', 'entry.publish', '--types', chef, '--locales', 'en');
    expect([made.code, made.notes]).to.deep.equal([0, '']);
    expect(made.out).to.match(/^whsec_/);
    const [webhook] = await listed();
    expect(webhook).to.deep.include({ name: 'site', types: [chef], locales: ['en'] });
    expect((await run('update', webhook.id, '--locales', 'xx')).notes).to.match(/There is no locale "xx"/);
    expect((await run('update', webhook.id, '--off')).code).to.equal(0);
    expect((await run('delete', webhook.id)).notes).to.equal(`Webhook ${webhook.id} is removed.\n`);
    expect(await listed()).to.deep.equal([]);
  });

  it('needs events to make one', async () => {
    const { code, notes } = await create('--types', 'api::nothing.nothing');
    expect(code).to.equal(2);
    expect(notes)
      .to.match(/^quire: --events is missing\n/)
      .and.match(/--name N --events E,E \[--types/);
  });

  const wrong: readonly (readonly [readonly string[], RegExp])[] = [
    [['--types', 'api::chef.chf'], /There is no content-type api::chef\.chf \(did you mean/],
    [['--locales', 'en,xx'], /There is no locale "xx"; there are: en/],
    [['--where', '{'], /--where is JSON/],
  ];
  for (const [options, message] of wrong)
    it(`refuses ${options.join(' ')}`, async () => {
      const { code, notes } = await create('--events', 'entry.publish', ...options);
      expect(code).to.equal(2);
      expect(notes).to.match(message);
    });

  for (const action of ['delete', 'test', 'deliveries'])
    it(`says that there is none to ${action}`, async () => {
      expect(await run(action, 'nope')).to.deep.equal({
        code: 1,
        out: '',
        notes: 'quire: Webhook not found (see: quire webhook list)\n',
      });
    });
});
