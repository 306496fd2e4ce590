import { expect } from 'chai';
import type { Connection } from '../../../src/adapters/store/postgres/connection.js';
import { FilterWays } from '../../../src/adapters/store/postgres/read/filter-ways.js';
import { lowerRead, readDocuments } from '../../../src/adapters/store/postgres/read/read-documents.js';
import { systemPrincipal } from '../../../src/domain/permission/permission.js';
import { planRead } from '../../../src/domain/plan/plan-read.js';
import type { ReadPlan } from '../../../src/domain/plan/read-plan.js';
import { valueOf } from '../../contract/world.js';
import { contentType, schemaFrom } from '../../schema-builders.js';
import { openScratchStore, type ScratchStore } from './scratch-store.js';

const schema = schemaFrom({
  contentTypes: [
    contentType('place', 'places', {
      name: { type: 'string', index: true },
      about: { type: 'text' },
      kind: { type: 'string' },
    }),
  ],
});

const asked = (kind: string): ReadPlan =>
  valueOf(
    planRead(
      schema,
      {
        type: 'api::place.place',
        action: 'find',
        count: true,
        layer: 'published',
        range: { offset: 0, limit: 10 },
        filters: {
          kind: 'at',
          key: 'kind',
          filter: { kind: 'compare', operator: '$eq', value: kind },
        },
        sort: [{ path: ['name'], direction: 'asc' }],
      },
      systemPrincipal,
      { rows: 1_000, textSize: 1_000_000 },
    ),
  );

describe('filtered lists on PostgreSQL', () => {
  let scratch: ScratchStore;
  let connection: Connection;
  before(async () => {
    scratch = await openScratchStore(schema);
    await scratch.run(
      `INSERT INTO places (document_id, status, created_at, updated_at, published_at, name, about, kind)
        SELECT 'd' || n, 'published', now(), now(), now(), md5(n::text), repeat('About it. ', 30),
          CASE n % 4000 WHEN 7 THEN 'rare' ELSE 'kind ' || n % 2 END FROM generate_series(1, 8000) n`,
    );
    await scratch.run('VACUUM ANALYZE places');
    connection = await scratch.connect();
  });
  after(async () => {
    await connection.close();
    await scratch.close();
  });

  /** The last statement of several equal reads, which choose their way after the second. */
  async function lastText(): Promise<string> {
    const texts: string[] = [];
    const ways = new FilterWays();
    const spied: Connection = {
      ...connection,
      query: (statement, signal) => {
        texts.push(statement.text);
        return connection.query(statement, signal);
      },
    };
    for (let n = 0; n < 3; n += 1) {
      const { total, size } = await readDocuments(spied, schema, asked('kind 1'), { ways });
      expect([total, size]).to.deep.equal([3_998, 10]);
    }
    expect(texts.filter((text) => text.startsWith('EXPLAIN'))).to.have.length(2);
    return texts.at(-1) ?? '';
  }

  it('evaluate a filter that no index serves once', async () => {
    await scratch.run('DROP INDEX places_name_index');
    expect(await lastText()).to.contain('WITH quire_found AS');
  });

  it('find page and total apart where an index leads to both', async () => {
    await scratch.run('CREATE INDEX by_kind ON places (kind, name, id)');
    expect(await lastText()).to.contain('WITH quire_matches AS');
    await scratch.run('DROP INDEX by_kind');
  });

  it('do not follow an order through the table where matches may all be at its end', async () => {
    await scratch.run('CREATE INDEX by_name ON places (name, id)');
    expect(await lastText()).to.contain('WITH quire_found AS');
    await scratch.run('DROP INDEX by_name');
  });

  it('do not follow an order through the whole table for a few matches', async () => {
    await scratch.run('CREATE INDEX by_name ON places (name, id)');
    // A text whose value the planner no longer looks at may expect many.
    const { text, values } = lowerRead(schema, asked('rare'), { wayFor: () => 'apart' });
    const [ordered = ''] = await executed(text, values);
    expect(ordered).to.contain('never executed');
    const [many = ''] = await executed(text, ['kind 1', ...values.slice(1)]);
    expect(many).to.contain('by_name').and.not.contain('never executed');
  });

  /** How the two selects of the page were executed: by the order, and by the filter. */
  async function executed(text: string, values: readonly unknown[]): Promise<readonly string[]> {
    const explained = await connection.query<{ 'QUERY PLAN': string }>({
      text: `EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, BUFFERS OFF) ${text}`,
      values,
    });
    const lines = explained.map((row) => row['QUERY PLAN']).join('\n');
    return lines.split('One-Time Filter:').slice(1);
  }
});
