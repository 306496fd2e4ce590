import { expect } from 'chai';
import type { Connection } from '../../../src/adapters/store/postgres/connection.js';
import { fixtureSchema } from '../../contract/fixture-schema.js';
import { openScratchStore, type ScratchStore } from './scratch-store.js';

/** A connection prepares the statements that are run again and again, and only those of the last time. */
describe('prepared statements of PostgreSQL', () => {
  let scratch: ScratchStore;
  let connection: Connection;
  before(async () => {
    scratch = await openScratchStore(fixtureSchema());
  });
  beforeEach(async () => {
    connection = await scratch.connect();
  });
  afterEach(() => connection.close());
  after(() => scratch.close());

  const plus = (n: number): string => `SELECT $1::int + ${n} AS sum`;
  const sumOf = async (n: number, value: number): Promise<unknown> => {
    const [row] = await connection.query<{ sum: number }>({ text: plus(n), values: [value] });
    return row?.sum;
  };
  const prepared = async (): Promise<string[]> => {
    const text = `SELECT statement FROM pg_prepared_statements WHERE statement LIKE 'SELECT $1::int + %'`;
    const rows = await connection.query<{ statement: string }>({ text, values: [] });
    return rows.map(({ statement }) => statement);
  };

  it('those that came last are prepared, also after many others', async () => {
    for (let n = 0; n < 150; n += 1)
      for (const value of [1, 2]) expect(await sumOf(n, value)).to.equal(n + value);
    const texts = await prepared();
    expect(texts).to.include(plus(149)).and.not.include(plus(0));
    expect(texts.length).to.be.within(50, 100);
  });

  it('one that goes on being used stays prepared', async () => {
    for (let n = 0; n < 300; n += 1) for (const used of [n, 0, n]) await sumOf(used, 1);
    expect(await prepared()).to.include(plus(0));
  });

  it('answers are right while names come and go, beside statements that fail', async () => {
    const fails = (n: number) =>
      connection.query({ text: `SELECT ${n} / $1::int`, values: [0] }).then(
        () => expect.fail('divided by zero'),
        () => {},
      );
    await Promise.all(
      Array.from({ length: 1_500 }, async (_, at) => {
        const n = (at * 7_919) % 160;
        if (at % 11 === 0) await fails(n);
        else expect(await sumOf(n, 5)).to.equal(n + 5);
      }),
    );
    expect((await prepared()).length).to.be.at.most(110);
  });
});
