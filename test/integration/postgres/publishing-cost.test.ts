import { expect } from 'chai';
import { Client } from 'pg';
import { lowerLoad } from '../../../src/adapters/store/postgres/write/load-state.js';
import { lowerLocks } from '../../../src/adapters/store/postgres/write/lower-locks.js';
import { lowerWrite } from '../../../src/adapters/store/postgres/write/lower-write.js';
import type { Statement } from '../../../src/adapters/store/postgres/statement.js';
import { requirementsOf } from '../../../src/domain/plan/requirements-of.js';
import { planWrite } from '../../../src/domain/plan/plan-write.js';
import type { LoadedDocument } from '../../../src/domain/plan/write-requirements.js';
import type { Change } from '../../../src/domain/plan/change.js';
import { planVersion } from '../../../src/application/history/plan-capture.js';
import { contentTypeOf, type ContentType } from '../../../src/domain/schema/schema.js';
import { valueOf } from '../../contract/world.js';
import { openLifeWorld, type LifeWorld } from './life-world.js';

/** Counts the rows that publishing reads, with statistics in place and a generic plan. */
describe('the cost of publishing on PostgreSQL', () => {
  let world: LifeWorld;
  let client: Client;
  before(async () => {
    world = await openLifeWorld();
    client = new Client({ connectionString: world.scratch.url });
    await client.connect();
  });
  after(async () => {
    await client.end();
    await world.scratch.close();
  });

  /** Inserts links in both layers. `source` and `target` are SQL expressions of `n`. */
  const fill = (table: string, source: string, target: string, targetLocale = '') =>
    client.query(`INSERT INTO ${table} (source_document, source_locale, target_document, target_locale, draft_key, draft_inverse_key, published_key, published_inverse_key)
      SELECT ${source}, 'en', ${target}, '${targetLocale}', k, k, k, k FROM generate_series(1, 30000) n, LATERAL (SELECT 'j' || lpad(to_hex(n), 10, '0') AS k) key`);

  /** Returns the statements that publish a document all of whose links may be pending. */
  function publishing(
    type: ContentType,
    documentId: string,
    locale: string,
    isLogged = false,
  ): readonly Statement[] {
    const change = {
      kind: 'publish' as const,
      type,
      documentId,
      locale,
      now: new Date().toISOString(),
      author: null,
    };
    const requirements = requirementsOf(world.schema, change);
    const document: LoadedDocument | null = requirements && {
      versions: [locale, 'other'].map((each) => ({ layer: 'draft', locale: each })),
      values: new Map(),
      sibling: null,
      filled: [],
      pending: requirements.document?.pending.map(() => true) ?? [],
    };
    const decision = valueOf(
      planWrite(world.schema, change, { document, lists: [], sequenceKeys: [] }, () => 1),
    );
    if (decision.kind !== 'write') throw new Error('a publishing is decided');
    const { statement, after } = lowerWrite(
      world.schema,
      decision.plan,
      { answer: null, ...(isLogged && logged(change)) },
      { isNew: false, locks: [] },
    );
    const locks = requirements && lowerLocks(requirements.locks);
    return [
      ...(locks === null ? [] : [locks]),
      ...(requirements === null ? [] : [lowerLoad(requirements)]),
      statement,
      ...after,
    ];
  }

  /** What the change log and the history get of a change. */
  const logged = ({ kind, type, documentId, locale, now }: Change & { readonly kind: 'publish' }) => ({
    change: {
      at: now,
      type: type.uid,
      documentId,
      locale,
      action: kind,
      layers: ['published'] as const,
      actor: { kind: 'system', name: 'system', documentId: null } as const,
      names: [],
    },
    capture: { plan: planVersion(world.schema, { type, documentId, locale, layer: 'draft' }) },
  });

  /** Runs a statement, rolls it back, and returns the most rows that one step of its plan has read. */
  async function mostRead(statements: readonly Statement[]): Promise<number> {
    const read: number[] = [];
    await client.query('BEGIN');
    await client.query('SET LOCAL plan_cache_mode = force_generic_plan');
    for (const { text, values } of statements) {
      const { rows } = await client.query<Record<string, unknown>>({
        text: `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
        values: [...values],
      });
      const plan = JSON.stringify(rows[0]?.['QUERY PLAN']);
      const counts = plan.matchAll(
        /"(?:Actual Rows|Rows Removed by (?:Filter|Join Filter|Index Recheck))":(\d+)/g,
      );
      read.push(...[...counts].map((found) => Number(found[1])));
    }
    await client.query('ROLLBACK');
    return Math.max(...read);
  }

  it('grows neither with the links of the document nor with those to it', async () => {
    const article = contentTypeOf(world.schema, 'api::article.article');
    const [old, tag] = [await world.create('tag', { name: 'old' }), await world.create('tag', { name: 't' })];
    const page = await world.create('page', { name: 'p' });
    const a = await world.create('article', { name: 'a', tags: [old] });
    await fill('articles_tags_links', `'${a}'`, `'some' || n`);
    await fill('articles_related_links', `'some' || n`, `'${a}'`, 'en');
    await fill('articles_page_links', `'some' || n`, `'other' || n`, 'en');
    await client.query(`INSERT INTO articles (document_id, locale, status, created_at, updated_at)
      SELECT 'some' || n, 'en', s, now(), now() FROM generate_series(1, 10000) n, (VALUES ('draft'), ('published')) v(s)`);
    await client.query('ANALYZE');
    await world.update(
      'article',
      a,
      { page, tags: { connect: [tag], disconnect: [old] } },
      { layer: 'draft' },
    );
    expect(await mostRead(publishing(article, a, 'en'))).to.be.below(20);
    const b = await world.create('tag', { name: 'b' });
    await fill('articles_tags_links', `'any' || n`, `'${b}'`);
    await client.query('ANALYZE');
    await world.update('tag', b, { articles: { connect: [a] } }, { layer: 'draft' });
    const type = contentTypeOf(world.schema, 'api::tag.tag');
    expect(await mostRead(publishing(type, b, ''))).to.be.below(20);
  });

  it('does not include finding the change among all that wait in the inbox', async () => {
    const tag = await world.create('tag', { name: 'captured' });
    const type = contentTypeOf(world.schema, 'api::tag.tag');
    const [capture] = publishing(type, tag, '', true).slice(-1);
    expect(capture?.text).to.include('INSERT INTO quire_version_inbox').and.not.include('quire_change_inbox');
  });
});
