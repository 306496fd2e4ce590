import { expect } from 'chai';
import { Client } from 'pg';
import { openTestDatabase, type TestDatabase } from '../database.js';
import { openTestMongo, skipWithoutMongo, type TestMongo } from '../mongo.js';
import { openFilledShop, type FilledShop } from './filled-shop.js';
import { launch, run, withTerminal, type TestApp } from './program.js';

describe('quire transfer', function () {
  this.timeout(120_000);
  let shop: FilledShop;
  let app: TestApp;
  let source: TestDatabase;
  before(async () => {
    shop = await openFilledShop(5_000);
    ({ app, source } = shop);
  });
  after(() => shop?.close());

  const transfer = (to: string, ...more: readonly string[]) =>
    launch(['transfer', '--to', to, ...more, '--app', app.directory], { DATABASE_URL: source.url });

  for (const kind of ['MongoDB', 'PostgreSQL'] as const) {
    describe(`to ${kind}`, () => {
      let target: TestMongo | TestDatabase;
      before(async function () {
        if (kind === 'MongoDB') await skipWithoutMongo(this);
        target = await (kind === 'MongoDB' ? openTestMongo() : openTestDatabase());
      });
      after(() => target?.close());

      it('continues after it was killed, and copies everything', async () => {
        const killed = launch(['transfer', '--to', target.url, '--app', app.directory], {
          ...withTerminal,
          DATABASE_URL: source.url,
        });
        await killed.says(/([2-8]\d) %/);
        killed.process.kill('SIGKILL');
        expect(await killed.ended).to.include({ code: null, out: '' });

        const early = await transfer(target.url, '--verify').ended;
        expect(early).to.include({ code: 1, out: '' });
        expect(early.notes).to.match(/is not finished/);

        const served = await run(['start', '--app', app.directory], { DATABASE_URL: target.url });
        expect(served.code).to.equal(1);
        expect(served.notes).to.match(/holds a part of what was to be transferred from postgres:/);

        const second = await transfer(target.url).ended;
        expect(second, second.notes).to.include({ code: 0, out: '' });
        // What cron mails.
        expect(second.notes).to.match(
          /^10,01\d versions and links are in .*, \d+,\d{3} of them earlier.*\n$/,
        );

        const compared = await transfer(target.url, '--verify').ended;
        expect(compared, compared.notes).to.include({ code: 0, out: '' });
        expect(compared.notes).to.match(/10,01\d versions and links compared: no difference\.\n$/);
      });

      it('is refused a second time, and prints later differences', async () => {
        expect(await transfer(target.url).ended).to.include({ code: 1, out: '' });
        await onPostgres(source.url, `UPDATE shops SET name = 'Elsewhere' WHERE id = 4`);
        const compared = await transfer(target.url, '--verify').ended;
        expect(compared.code).to.equal(1);
        expect(compared.out).to.match(/^versions api::shop\.shop 4 \(\w+ published\): differs in name\n$/);
        expect(compared.notes).to.match(/: 1 difference\.\n$/);
        await onPostgres(source.url, `UPDATE shops SET name = NULL WHERE id = 4`);
      });
    });
  }

  for (const [to, message] of [
    ['memory:', /--to memory: has nothing that outlives this command/],
    ['mysql://root:hunter2@localhost/x', /--to must be postgres:.* or mongodb:/],
    ['mongodb://root:hunter2@localhost', /--to must name the database too: mongodb:/],
    ['mongodb://root:hunter2@localhost/?directConnection=true', /--to must name the database too: mongodb:/],
  ] as const) {
    it(`refuses --to ${to.replace(/root:hunter2@/, '')}, and shows no password`, async () => {
      const refused = await transfer(to).ended;
      expect(refused).to.include({ code: 2, out: '' });
      expect(refused.notes).to.match(message).and.not.include('hunter2');
    });
  }

  it('refuses the database of the app itself', async () => {
    const url = new URL(source.url);
    url.searchParams.set('application_name', 'other');
    const refused = await transfer(url.href).ended;
    expect(refused.code).to.equal(2);
    expect(refused.notes).to.match(/--to is the database that the app has already/);
  });

  it('reports an unreachable target', async () => {
    const refused = await transfer('postgres://nobody:hunter2@127.0.0.1:1/x').ended;
    expect(refused.code).to.equal(1);
    expect(refused.notes)
      .to.match(/cannot be reached.* correct the host and port of --to$/m)
      .and.not.include('hunter2');
  });
});

async function onPostgres(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(sql);
  await client.end();
}
