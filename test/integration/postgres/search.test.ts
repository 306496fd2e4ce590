import { expect } from 'chai';
import { lowerRead } from '../../../src/adapters/store/postgres/read/read-documents.js';
import { systemPrincipal } from '../../../src/domain/permission/permission.js';
import { planRead } from '../../../src/domain/plan/plan-read.js';
import { wordsOf } from '../../../src/domain/plan/text-search.js';
import { fixtureSchema } from '../../contract/fixture-schema.js';
import { where } from '../../contract/questions.js';
import { createRandom } from '../../contract/store/random-aggregates.js';
import { createWorld, queryOf, valueOf, type Asked, type World } from '../../contract/world.js';
import { openScratchStore, type ScratchStore } from './scratch-store.js';

describe('searches in PostgreSQL', () => {
  const schema = fixtureSchema();
  let scratch: ScratchStore;
  let world: World;

  before(async () => {
    scratch = await openScratchStore(schema);
    world = createWorld(scratch.store, schema);
  });
  after(() => scratch.close());

  it('find other forms of a word, in the language of the locale', async () => {
    await world.create('restaurant', { name: 'Running shoes' });
    expect(await world.names('restaurant', { search: 'runs shoe' })).to.deep.equal(['Running shoes']);
    await world.in('de').create('article', { name: 'Die Häuser am See' });
    await world.in('en').create('article', { name: 'Houses at the lakes' });
    await world.in('xx').create('article', { name: 'Houses' });
    const names = (locale: string, search: string) => world.in(locale).names('article', { search });
    expect(await names('de', 'Hauses')).to.deep.equal(['Die Häuser am See']);
    expect(await names('en', 'house lake')).to.deep.equal(['Houses at the lakes']);
    expect(await names('xx', 'housing')).to.deep.equal([]);
    expect(await names('*', 'housing')).to.deep.equal([]);
    expect(await names('*', 'houses')).to.have.length(2);
  });

  it('demand words that the language would ignore', async () => {
    await world.create('restaurant', { name: 'The Who' });
    expect(await world.names('restaurant', { search: 'the who' })).to.deep.equal(['The Who']);
    expect(await world.names('restaurant', { search: 'the shoes' })).to.deep.equal([]);
  });

  it('fit into the index, however many different words the longest texts have', async () => {
    const letters = (first: number, size: number, many: number) => {
      const word = (n: number) =>
        String.fromCodePoint(
          ...Array.from({ length: many }, (_, at) => first + ((n * 7919 + at * n) % size)),
        );
      return Array.from({ length: Math.ceil(50_000 / (many + 1)) }, (_, n) => word(n)).join(' ');
    };
    for (const [first, size, many] of [
      [0x61, 26, 9],
      [0x430, 32, 5],
      [0x4e00, 9_000, 3],
      [0x20000, 30_000, 2],
      [0x20000, 30_000, 3],
    ] as const) {
      const about = letters(first, size, many);
      const name = `${first} ${many}`;
      await world.create('restaurant', { name, about, story: letters(first, size - 3, many) });
      const search = `${name} ${about.slice(0, about.indexOf(' '))}`;
      expect(await world.names('restaurant', { search })).to.deep.equal([name]);
    }
  });

  it('keep the words of each text, their stems, and what longer words begin with', async () => {
    const random = createRandom(5);
    const pieces = [
      ...Array.from("aBß\u{c9}e\u0301中з٧\u{20000}_-:'*\\,\u00a0 "),
      'running',
      'Houses',
      'ABCDEFGHIJ',
    ];
    const randomText = () => Array.from({ length: random.below(30) }, () => random.of(pieces)).join('');
    const long = ['x'.repeat(3_000), `${'a '.repeat(16_665)}in out`, `${'中'.repeat(700)} short`];
    const texts = ['', ...long, ...Array.from({ length: 300 }, randomText)];
    const others = [...texts.slice(7), ...texts.slice(0, 7)];
    const folded = (text: string): string => wordsOf(text.slice(0, 33_333)).join(' ');
    const rows = await scratch.run(
      `SELECT tsvector_to_array(quire_search_words('en', text, NULL, other)) AS entries,
        quire_stems('en', folded) AS stems, quire_stems('en', folded_other) AS "otherStems"
      FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) t(text, other, folded, folded_other)`,
      [texts, others, texts.map(folded), others.map(folded)],
    );
    const entriesOf = (place: number, text: string, stems: unknown): readonly string[] => {
      const words = folded(text).split(' ');
      const starts = words.filter(isShort).flatMap((word) => {
        const letters = Array.from(word);
        const starts = letters.slice(1, 9).map((_, at) => letters.slice(0, at + 1).join(''));
        return starts.filter((start) => Buffer.byteLength(start) <= 8);
      });
      return [
        ...[...words, ...(stems as readonly string[])].filter(isShort).map((word) => `${place}:${word}`),
        ...starts.map((start) => `${place}*${start}`),
      ];
    };
    const isShort = (word: string): boolean => word !== '' && Buffer.byteLength(word) <= 2_000;
    expect(rows).to.have.length(texts.length);
    for (const [index, { entries, stems, otherStems }] of rows.entries()) {
      const expected = [...entriesOf(0, texts[index]!, stems), ...entriesOf(2, others[index]!, otherStems)];
      expect([...(entries as readonly string[])].sort()).to.deep.equal([...new Set(expected)].sort());
    }
  });

  it('read the indexes of words and the rows that they name, however few rows there are', async () => {
    for (const type of ['restaurant', 'article'] as const) {
      const asked = queryOf(type, {
        search: 'some words',
        count: true,
        locale: 'en',
        range: { offset: 0, limit: 25 },
      });
      const plan = valueOf(planRead(schema, asked, systemPrincipal, { rows: 100, textSize: 5_000 }));
      const { text, values } = lowerRead(schema, plan);
      const rows = await scratch.run(`EXPLAIN ${text}`, [...values]);
      const steps = rows.map((row) => String(row['QUERY PLAN'])).join('\n');
      expect(steps).to.match(new RegExp(`Bitmap Index Scan on ${type}s_words`));
      expect(steps).not.to.match(/Seq Scan on \w+ s\b/);
    }
  });

  it('rank frequent words among the first of them, count them on request only, and reach every page', async () => {
    await scratch.run(
      `INSERT INTO restaurants (document_id, status, created_at, updated_at, published_at, name, about)
        SELECT 'frequent' || lpad(n::text, 16, '0'), 'published', now(), now(), now(), 'N' || n, 'common wordsmith'
        FROM generate_series(1, 12000) n`,
    );
    await scratch.run('VACUUM ANALYZE restaurants');
    await world.create('restaurant', { name: 'Common wordsmith' });
    const read = async (more: Asked) => {
      const query = queryOf('restaurant', { search: 'common wordsmith', ...more });
      const { answer } = valueOf(await world.documents.find(systemPrincipal, query));
      return { names: answer.documents().map(({ name }) => name), ...answer };
    };
    const first = { range: { offset: 0, limit: 2 } };
    const exact = await read({ ...first, count: true });
    expect([exact.names, exact.total]).to.deep.equal([['Common wordsmith', 'N1'], 12_001]);
    const estimated = await read({ ...first, count: true, estimates: true });
    expect([estimated.names, estimated.isEstimate]).to.deep.equal([exact.names, true]);
    expect(estimated.total).to.be.greaterThan(10_000);
    expect((await read({ ...first, search: 'common words' })).names).to.deep.equal(exact.names);
    const filtered = { ...first, filters: where('name', '$ne', 'N1') };
    const some = await read({ ...filtered, count: true });
    expect([some.names, some.total]).to.deep.equal([['Common wordsmith', 'N2'], 12_000]);
    const about = await read({ ...filtered, count: true, estimates: true });
    expect([about.names, about.isEstimate]).to.deep.equal([some.names, true]);
    const few = { ...first, filters: where('name', '$in', ['N11999', 'N12000']), count: true };
    for (const estimates of [false, true]) {
      const { names, total } = await read({ ...few, estimates });
      expect([names, total]).to.deep.equal([['N11999', 'N12000'], 2]);
    }
    const last = { range: { offset: 12_000, limit: 5 } };
    expect((await read({ ...last, count: true })).names).to.have.length(1);
    const distant = await read({ range: { offset: 2_000, limit: 3 }, count: true, estimates: true });
    expect([distant.names.length, distant.isEstimate]).to.deep.equal([3, true]);
    expect(distant.total).to.be.greaterThan(10_000);
  });

  it('look for longer words on pages that whole ones do not fill, and for exact totals', async () => {
    await scratch.run(
      `INSERT INTO restaurants (document_id, status, created_at, updated_at, published_at, name, about)
        SELECT 'quiet' || lpad(n::text, 19, '0'), 'published', now(), now(), now(), 'Q' || n,
          CASE WHEN n % 7 = 0 THEN 'quiet riverside' ELSE 'quiet river' END
        FROM generate_series(1, 140) n`,
    );
    const read = async (offset: number, more: Asked) => {
      const query = queryOf('restaurant', { search: 'quiet river', range: { offset, limit: 25 }, ...more });
      const { answer } = valueOf(await world.documents.find(systemPrincipal, query));
      const { size, total, isEstimate = false } = answer;
      return { size, total, isEstimate };
    };
    const counted = { count: true };
    expect(await read(0, counted)).to.deep.equal({ size: 25, total: 140, isEstimate: false });
    const estimated = { count: true, estimates: true };
    expect(await read(0, estimated)).to.deep.equal({ size: 25, total: 120, isEstimate: true });
    expect(await read(125, estimated)).to.deep.equal({ size: 15, total: 140, isEstimate: false });
  });

  it('add nothing for longer words in attributes of the least weight where a hundred are found, on any page', async () => {
    const insert = (kind: string, from: number, to: number) =>
      scratch.run(
        `INSERT INTO restaurants (document_id, status, created_at, updated_at, published_at, name, about)
          SELECT '${kind}' || lpad(n::text, 20, '0'), 'published', now(), now(), now(),
            CASE WHEN n % 2 = 0 THEN 'calm ' || n ELSE 'M' || n END, CASE WHEN n % 2 = 0 THEN 'meadowland' ELSE 'calm meadowland' END
          FROM generate_series(${from}, ${to}) n`,
      );
    const read = async (offset: number, counted: Asked) => {
      const query = queryOf('restaurant', {
        search: 'calm meadow',
        range: { offset, limit: 25 },
        ...counted,
      });
      const { answer } = valueOf(await world.documents.find(systemPrincipal, query));
      return answer.documents().map(({ name }) => name);
    };
    await insert('calm', 0, 3);
    await world.create('restaurant', { name: 'Calm meadows' });
    expect(await read(0, {})).to.deep.equal(['Calm meadows', 'M1', 'M3', 'calm 0', 'calm 2']);
    await insert('more', 4, 119);
    for (const counted of [{ count: true }, { count: true, estimates: true }, {}]) {
      const pages = await Promise.all([0, 25, 50, 75, 100].map((offset) => read(offset, counted)));
      expect(pages.flat().slice(0, 4)).to.deep.equal(['Calm meadows', 'calm 0', 'M1', 'calm 2']);
      expect(new Set(pages.flat()).size).to.equal(121);
    }
  });

  it('read few pages for each word, however much was written last', async () => {
    await scratch.run(
      `INSERT INTO restaurants (document_id, status, created_at, updated_at, published_at, about)
        SELECT 'latest' || lpad(n::text, 18, '0'), 'published', now(), now(), now(),
          (SELECT string_agg(md5(n || ' ' || word), ' ') FROM generate_series(1, 20) word)
        FROM generate_series(1, 300) n`,
    );
    const [index] = await scratch.run(
      `SELECT pg_get_expr(indexprs, indrelid) AS words FROM pg_index WHERE indexrelid = 'restaurants_words'::regclass`,
    );
    const [explained = {}] = await scratch.run(
      `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) SELECT id FROM restaurants WHERE ${String(index?.['words'])} @@ '''0:absent'''::tsquery`,
    );
    const [{ Plan: plan }] = explained['QUERY PLAN'] as [{ Plan: Record<string, number> }];
    expect(plan['Shared Hit Blocks']! + plan['Shared Read Blocks']!).to.be.within(1, 20);
  });
});
