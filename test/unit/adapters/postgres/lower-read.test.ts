import { expect } from 'chai';
import { lowerRead } from '../../../../src/adapters/store/postgres/read/read-documents.js';
import type { Statement } from '../../../../src/adapters/store/postgres/statement.js';
import { planRead } from '../../../../src/domain/plan/plan-read.js';
import { systemPrincipal } from '../../../../src/domain/permission/permission.js';
import { fixtureSchema, type TypeName } from '../../../contract/fixture-schema.js';
import { asc, populate, where } from '../../../contract/questions.js';
import { queryOf, valueOf, type Asked } from '../../../contract/world.js';

const schema = fixtureSchema();
const limits = { rows: 100, textSize: 5_000 };

const lowered = (type: TypeName, asked: Asked): Statement =>
  lowerRead(schema, valueOf(planRead(schema, queryOf(type, asked), systemPrincipal, limits)));

/** Splits the SQL into one line for each clause. */
const lines = ({ text }: Statement): string[] =>
  text.split(/ (?=SELECT |FROM |WHERE |ORDER BY |LEFT JOIN |JOIN |LIMIT |AND |OFFSET )/);

const fields = ['id', 'name'];
const page = { offset: 0, limit: 10 };

/** Lowers queries that differ only in their values. */
const ask = (value: string, values: readonly string[], limit: number): Statement =>
  lowered('restaurant', {
    fields,
    range: { offset: 0, limit },
    filters: {
      kind: 'or',
      filters: [where('owner.name', '$containsi', value), where('kind', '$in', values)],
    },
    sort: [asc('owner.name')],
  });

describe('lowering of read plans to SQL', () => {
  it('a first page reads whole rows', () => {
    const statement = lowered('chef', { fields, range: page });
    expect(lines(statement)).to.deep.equal([
      `SELECT CASE WHEN octet_length(a.text) <= $2::bigint OR length(a.text) <= $2::bigint THEN a.text ELSE ('quire: too large: ' || length(a.text))::integer::text END AS text, a.size, NULL AS total`,
      "FROM (SELECT coalesce(json_agg(x0.*), '[]')::text AS text, count(*) AS size",
      'FROM (SELECT t0."id" AS "id", t0."document_id" AS "documentId", t0."name" AS "name"',
      'FROM (SELECT *',
      'FROM (SELECT t0.*',
      'FROM "chefs" t0',
      'ORDER BY t0."id" ASC',
      'LIMIT 25) t0',
      'LIMIT $1::bigint) t0) x0) a',
    ]);
    expect(statement.values).to.deep.equal([10, 5_000]);
  });

  it('a page whose size equals the rounded limit needs no second limit', () => {
    const { text } = lowered('chef', { fields, range: { offset: 0, limit: 25 } });
    expect(text).to.contain('FROM (SELECT t0.* FROM "chefs" t0 ORDER BY t0."id" ASC LIMIT 25) t0)');
  });

  it('a distant page finds ids first, and counts only if necessary', () => {
    const statement = lowered('restaurant', { fields, range: { offset: 3_000, limit: 10 }, count: true });
    expect(lines(statement)).to.deep.equal([
      `SELECT CASE WHEN octet_length(a.text) <= $3::bigint OR length(a.text) <= $3::bigint THEN a.text ELSE ('quire: too large: ' || length(a.text))::integer::text END AS text, a.size, CASE WHEN a.size < $1::bigint`,
      'AND (a.size > 0 OR $2::bigint = 0) THEN $2::bigint + a.size ELSE (SELECT count(*)',
      'FROM "restaurants" t0',
      "WHERE t0.status = 'published') END AS total",
      "FROM (SELECT coalesce(json_agg(x0.*), '[]')::text AS text, count(*) AS size",
      'FROM (SELECT t0."id" AS "id", t0."document_id" AS "documentId", t0."name" AS "name"',
      'FROM (SELECT *',
      'FROM (SELECT *',
      'FROM (SELECT t0.id, t0."id" AS o0',
      'FROM "restaurants" t0',
      "WHERE t0.status = 'published'",
      'ORDER BY t0."id" ASC',
      'LIMIT 6400) p',
      'LIMIT 25',
      'OFFSET $2::bigint) p',
      'LIMIT $1::bigint) p',
      'JOIN "restaurants" t0 ON t0.id = p.id',
      'ORDER BY p.o0 ASC',
      'LIMIT 2147483647) x0) a',
    ]);
    expect(statement.values).to.deep.equal([10, 3_000, 5_000]);
  });

  it('a populated list is a subselect in list order, up to one row past the limit', () => {
    const statement = lowered('restaurant', {
      fields: ['id'],
      range: page,
      populate: populate({ name: 'categories', fields: ['name'] }),
    });
    expect(statement.text).to.contain(
      [
        `(SELECT CASE WHEN count(*) < $2::bigint THEN coalesce(json_agg(x3.*), '[]')`,
        `ELSE ('quire: too large: ' || count(*))::integer::text::json END`,
        `FROM (SELECT t1."id" AS "id", t1."document_id" AS "documentId", t1."name" AS "name"`,
        `FROM "restaurants_categories_links" k2 JOIN "categories" t1 ON t1.document_id = k2.target_document`,
        `WHERE k2.source_document = t0.document_id AND k2.source_locale = '' AND k2.published_key IS NOT NULL`,
        `ORDER BY k2.published_key, k2.id LIMIT $2::bigint) x3) AS "categories"`,
      ].join(' '),
    );
  });

  it('the matches of a filter are found once, for the page and for the total', () => {
    const { text } = lowered('restaurant', {
      fields: ['id'],
      range: page,
      count: true,
      filters: { kind: 'at', key: 'name', filter: { kind: 'compare', operator: '$eq', value: 'x' } },
    });
    expect(text).to.match(/^WITH quire_found AS MATERIALIZED \(SELECT t0.id, .* FROM "restaurants" t0 WHERE/);
    expect(text.split('FROM "restaurants" t0')).to.have.length(2);
    expect(text).to.contain('(SELECT count(*) FROM quire_found) AS total');
  });

  it('a condition that many paths lead to is checked once for each version, before the rows', () => {
    const plan = valueOf(
      planRead(
        schema,
        queryOf('restaurant', { fields: ['id'], filters: where('categories.restaurants.name', '$eq', 'x') }),
        systemPrincipal,
        limits,
      ),
    );
    const outer = plan.where;
    if (outer?.kind !== 'related' || outer.target.where === null) throw new Error('there are two relations');
    const { text } = lowerRead(schema, { ...plan, once: new Set([outer.target.where]) });
    expect(text).to.match(
      /^WITH quire_ids\d+ AS MATERIALIZED \(SELECT ARRAY\(SELECT s3\.id FROM "categories" s3 WHERE EXISTS \(/,
    );
    expect(text).to.match(
      /AND \(\(t1\.id IN \(SELECT unnest\(quire_ids\d+\.ids\) FROM quire_ids\d+\)\) IS TRUE\)/,
    );
  });

  it('the first eight conditions on relations may become joins, and further ones may not', () => {
    const condition = where('categories.name', '$eq', 'x');
    const filters = { kind: 'and', filters: Array.from({ length: 10 }, () => condition) } as const;
    const { text } = lowered('restaurant', { fields: ['id'], filters });
    expect(text.split(' EXISTS (SELECT FROM')).to.have.length(7 + 1);
    expect(text.split('AND ((EXISTS (SELECT FROM')).to.have.length(2 + 1);
  });

  it('queries that differ only in values and list lengths share one text', () => {
    const statement = ask('Ann', ['bistro'], 24);
    const other = ask("'; DROP TABLE chefs; --", ['diner', 'gastro', 'bistro'], 7);
    expect(other.text).to.equal(statement.text);
    expect(other.values).to.not.deep.equal(statement.values);
  });

  it('names that are too long for columns are written into the object', () => {
    const as = `x${'é"'.repeat(40)}`;
    const { text } = lowered('restaurant', { fields: ['id'], populate: populate({ name: 'owner', as }) });
    expect(text).to.contain(`',${JSON.stringify(as)}:', coalesce(to_json(`);
  });

  it('a list whose rows may have many long values adds up their sizes, and a smaller one does not', () => {
    const sizes = (type: TypeName, asked: Asked): number =>
      lowered(type, asked).text.split(' sum(').length - 1;
    const texts = { fields: ['name', 'story'] };
    const few = { offset: 0, limit: 25 };
    expect(sizes('restaurant', { ...texts, range: few })).to.equal(0);
    expect(sizes('restaurant', { ...texts, range: { offset: 0, limit: 50 } })).to.equal(1);
    expect(sizes('restaurant', { fields, range: { offset: 0, limit: 50 } })).to.equal(0);
    const toOne = { fields, populate: populate({ name: 'restaurant', ...texts }) };
    expect(sizes('dish', { ...toOne, range: few })).to.equal(0);
    expect(sizes('dish', { ...toOne, range: { offset: 0, limit: 50 } })).to.equal(1);
    const below = (selected: Asked) => ({
      fields,
      range: few,
      populate: populate({ name: 'dishes', ...selected }),
    });
    expect(sizes('restaurant', below({ fields }))).to.equal(1);
    expect(sizes('restaurant', below(toOne))).to.equal(2);
  });
});
