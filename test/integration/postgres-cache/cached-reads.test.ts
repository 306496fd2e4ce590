import { expect } from 'chai';
import { failure } from '../../../src/domain/failure.js';
import { systemPrincipal } from '../../../src/domain/permission/permission.js';
import { err } from '../../../src/domain/result.js';
import { userType } from '../../../src/domain/schema/built-in-uids.js';
import { asc, populate, where } from '../../contract/questions.js';
import type { Asked } from '../../contract/world.js';
import { createWorld, queryOf, valueOf } from '../../contract/world.js';
import {
  cacheOn,
  freshnessOf,
  openCachedWorld,
  openTransaction,
  type CachedServer,
  type CachedWorld,
  type Outcome,
} from './cached-world.js';

const stars: Asked = { fields: ['name', 'stars'], sort: [asc('name')], count: true };

/** What became of the reads in `work`. */
async function outcomesOf({ outcomes }: CachedServer, work: () => Promise<unknown>): Promise<Outcome[]> {
  const before = outcomes.length;
  await work();
  return outcomes.slice(before);
}

describe('kept answers on PostgreSQL', function () {
  this.timeout(120_000);
  let opened: CachedWorld;
  let id: string;

  const read = ({ world }: CachedServer) => world.find('article', stars);
  /** Has both servers keep the answer. */
  async function keep(): Promise<void> {
    for (const server of [opened.here, opened.there]) for (let n = 0; n < 3; n++) await read(server);
  }
  /** Both servers answer with what stands in the database, and not from memory. */
  async function expectSeen(): Promise<void> {
    for (const server of [opened.here, opened.there]) {
      const uncached = await opened.plain.find('article', stars);
      expect(
        await outcomesOf(server, async () => expect(await read(server)).to.deep.equal(uncached)),
      ).to.deep.equal(['miss']);
    }
  }
  async function expectKept(): Promise<void> {
    for (const server of [opened.here, opened.there])
      expect(await outcomesOf(server, () => read(server))).to.deep.equal(['hit']);
  }

  before(async () => {
    opened = await openCachedWorld();
    id = await opened.plain.create('article', { name: 'a', stars: 1 });
  });
  after(() => opened.scratch.close());
  beforeEach(keep);

  it('answer from the third time on, as the database does', async () => {
    const { here, plain } = opened;
    const asked: Asked = { populate: populate('events', 'cover'), filters: where('stars', '$gte', 1) };
    const answers: unknown[] = [];
    const outcomes = await outcomesOf(here, async () => {
      for (let n = 0; n < 3; n++) answers.push(await here.world.find('article', asked));
    });
    expect(outcomes).to.deep.equal(['miss', 'miss', 'hit']);
    const uncached = await plain.find('article', asked);
    expect(answers).to.deep.equal([uncached, uncached, uncached]);
  });

  it('end with a write on another server, and only if it touches them', async () => {
    const { here, there } = opened;
    await there.world.create('dish', { name: 'not of articles' });
    await there.world.drafts.update('article', id, { name: 'of the draft only' });
    await expectKept();
    await here.world.update('article', id, { stars: 2 });
    await expectSeen();
  });

  it('end with a link that is made from the other end', async () => {
    const { here, there } = opened;
    const asked: Asked = { populate: populate({ name: 'events', fields: ['name'] }) };
    const event = await there.world.create('event', { name: 'e' });
    for (let n = 0; n < 3; n++) await here.world.find('article', asked);
    await there.world.update('event', event, { articles: [id] });
    expect(await here.world.list('article', id, 'events')).to.deep.equal(['e']);
    const [article] = await here.world.find('article', asked);
    expect(article?.['events']).to.have.length(1);
  });

  it('end with the commit of a transaction that began before they were read', async () => {
    const { scratch } = opened;
    const late = await openTransaction(scratch.url, `UPDATE articles SET stars = stars + 1`);
    const younger = await openTransaction(scratch.url, `UPDATE dishes SET name = name`);
    await younger.commit();
    await keep();
    await expectKept();
    await late.commit();
    await expectSeen();
    const taken = await openTransaction(scratch.url, `UPDATE articles SET stars = 0`);
    await keep();
    await taken.rollback();
    await expectKept();
  });

  it('end with rows that another program writes, by whatever statement', async () => {
    const { scratch } = opened;
    const copy = (name: string) =>
      `INSERT INTO articles (document_id, locale, status, created_at, updated_at, name, stars) VALUES ('${name}', 'en', 'published', now(), now(), '${name}', 5)`;
    for (const text of [
      copy('inserted'),
      `UPDATE articles SET stars = 9 WHERE document_id = 'inserted'`,
      `UPDATE articles SET status = 'draft' WHERE document_id = 'inserted'`,
      `UPDATE articles SET status = 'published' WHERE document_id = 'inserted'`,
      `DELETE FROM articles WHERE document_id = 'inserted'`,
      `WITH one AS (${copy('with')} RETURNING id) SELECT id FROM one`,
      `DO $$ BEGIN UPDATE articles SET stars = 3; END $$`,
      `SET session_replication_role = DEFAULT; DELETE FROM articles WHERE document_id = 'with'`,
    ]) {
      await keep();
      await scratch.run(text);
      await expectSeen();
    }
    await keep();
    await scratch.run(`UPDATE articles SET stars = 1 WHERE false`);
    await expectKept();
  });

  it('end with a change of the schema, a truncation, and a table that was made anew', async () => {
    const { scratch, freshness } = opened;
    const saved =
      'CREATE TEMP TABLE saved AS TABLE articles; TRUNCATE articles; INSERT INTO articles SELECT * FROM saved';
    for (const text of ['UPDATE quire_schema SET version = version + 1', saved]) {
      await keep();
      await scratch.run(text);
      await expectSeen();
    }
    await keep();
    await scratch.run(`ALTER TABLE articles RENAME TO articles_old;
      CREATE TABLE articles (LIKE articles_old INCLUDING ALL);
      INSERT INTO articles SELECT * FROM articles_old; UPDATE articles SET stars = 77`);
    await expectSeen();
    // Nobody notes writes to the new table yet, so its answers are not kept.
    await expectSeen();
    valueOf(await freshness.watch());
    await keep();
    await expectKept();
  });

  it('end with a total that was corrected', async () => {
    const { scratch } = opened;
    valueOf(await scratch.store.totals.prepare());
    await scratch.run(`INSERT INTO quire_total VALUES ('articles', 'published', 'en', 5)`);
    await keep();
    valueOf(await scratch.store.totals.verify(true));
    await expectSeen();
  });

  it('outlive the removal of notes by one read at most', async () => {
    const { scratch, freshness } = opened;
    const notes = async (): Promise<number> => {
      const [row] = await scratch.run(
        `SELECT count(*) AS n FROM quire_touched WHERE relation = 'articles'::regclass AND status = 'published'`,
      );
      return Number(row?.['n']);
    };
    while ((await notes()) <= 100)
      await scratch.run(
        `DO $$ BEGIN FOR n IN 1..50 LOOP UPDATE articles SET stars = n; COMMIT; END LOOP; END $$`,
      );
    await keep();
    valueOf(await freshness.fold());
    expect(await notes()).to.equal(1);
    await expectSeen();
    await keep();
    valueOf(await freshness.fold());
    await expectKept();
  });

  it('end with a late commit also if its note is removed together with younger ones', async () => {
    const { scratch, freshness } = opened;
    const late = await openTransaction(
      scratch.url,
      `UPDATE articles SET stars = stars + 1 WHERE status = 'published'`,
    );
    for (let n = 0; n <= 100; n++)
      await scratch.run(
        `INSERT INTO quire_touched SELECT 'articles'::regclass, 'published', pg_current_xact_id()`,
      );
    await keep();
    await expectKept();
    await late.commit();
    valueOf(await freshness.fold());
    await expectSeen();
  });

  it('are not used in a unit of work, which sees what it has written', async () => {
    const { here } = opened;
    const { units } = here.world.store;
    const outcomes = await outcomesOf(here, () =>
      units.run(async () => {
        await here.world.update('article', id, { stars: 55 });
        expect((await read(here)).map((article) => article['stars'])).to.include(55);
        return err(failure('INPUT.INVALID', 'taken back'));
      }),
    );
    expect(outcomes).to.deep.equal(['passed']);
    await expectKept();
  });

  it('are not those of users with their passwords', async () => {
    const { schema, here } = opened;
    const type = schema.contentTypes.get(userType);
    expect(type?.attributes.has('password')).to.equal(true);
    const query = { ...queryOf('article', {}), type: userType };
    const before = here.kept();
    const outcomes = await outcomesOf(here, async () => {
      for (let n = 0; n < 4; n++) valueOf(await here.world.documents.find(systemPrincipal, query));
    });
    expect(outcomes).to.deep.equal(['miss', 'miss', 'miss', 'miss']);
    expect(here.kept()).to.equal(before);
  });

  it('take no more memory than they may', async () => {
    const { scratch, schema, freshness } = opened;
    const small = cacheOn(scratch.store, schema, freshness, 50_000);
    for (let n = 0; n < 100; n++)
      for (let m = 0; m < 2; m++)
        await small.world.find('article', { ...stars, filters: where('stars', '$lt', n) });
    expect(small.kept()).to.be.within(1, 40);
  });

  it('are read without notes an hour after the last server with a cache, and are exact after it returns', async () => {
    const { scratch, freshness, here } = opened;
    valueOf(await freshness.unwatch());
    await expectKept();
    await scratch.run(`UPDATE quire_watched SET seen_at = now() - interval '61 minutes' WHERE relation = 0`);
    valueOf(await freshnessOf(scratch.store).unwatch());
    const [left] =
      await scratch.run(`SELECT (SELECT count(*) FROM quire_watched) + (SELECT count(*) FROM quire_touched)
      + (SELECT count(*) FROM pg_trigger WHERE tgname LIKE 'quire_touch%') AS n`);
    expect(Number(left?.['n'])).to.equal(0);
    await scratch.run('UPDATE articles SET stars = 12');
    await expectSeen();
    valueOf(await freshness.watch());
    await expectSeen();
    await keep();
    await expectKept();
    expect(await createWorld(scratch.store, here.world.schema).find('article', stars)).to.deep.equal(
      await read(here),
    );
  });
});
