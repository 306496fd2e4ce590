import { expect } from 'chai';
import { createQuestionCounts } from '../../../../src/application/indexes/question-counts.js';
import { planRead } from '../../../../src/domain/plan/plan-read.js';
import { nothingMeasured } from '../../../../src/domain/plan/statistics.js';
import { systemPrincipal } from '../../../../src/domain/permission/permission.js';
import type { Query } from '../../../../src/domain/query/query.js';
import { contentType, relation, schemaFrom } from '../../../schema-builders.js';

const uid = 'api::place.place';
const names = Array.from({ length: 300 }, (_, place) => `n${place}`);
const schema = schemaFrom({
  contentTypes: [
    contentType('place', 'places', {
      ...Object.fromEntries(names.map((name) => [name, { type: 'integer' }])),
      land: relation('manyToOne', 'land'),
    }),
    contentType('land', 'lands', { title: { type: 'string' } }),
  ],
});

const statistics = {
  ...nothingMeasured,
  versions: new Map([
    [uid, 20_000],
    ['api::land.land', 500],
  ]),
};

function planOf(query: Partial<Query>) {
  const plan = planRead(
    schema,
    {
      type: uid,
      action: 'find',
      range: { offset: 0, limit: 25 },
      count: true,
      layer: 'published',
      ...query,
    },
    systemPrincipal,
    { rows: 100, textSize: 1_000 },
  );
  if (!plan.ok) throw new Error(plan.failure.message);
  return plan.value;
}

const equals = (path: string, value: unknown = 1): Pick<Query, 'filters'> => ({
  filters: path
    .split('.')
    .reduceRight<NonNullable<Query['filters']>>((filter, key) => ({ kind: 'at', key, filter }), {
      kind: 'compare',
      operator: '$eq',
      value,
    }),
});

const createCounts = () => createQuestionCounts(schema, () => statistics);
const answer = { size: 25, total: 400 };

describe('counting questions', () => {
  it('counts every slow read, by its form and without its values', () => {
    const counts = createCounts();
    counts.asked(planOf(equals('n1', 17)), 20, answer);
    counts.asked(planOf(equals('n1', 18)), 30, answer);
    const [[type, questions] = []] = counts.take();
    expect(type).to.equal(uid);
    expect([...(questions ?? [])]).to.deep.equal([
      [
        'where n1 eq count',
        {
          indexes: [{ type: uid, layer: 'published', fields: ['n1'] }],
          calls: 2,
          ms: 50,
          read: 40_000,
          answered: 800,
        },
      ],
    ]);
    expect(JSON.stringify([...(questions ?? [])])).to.not.match(/17|18/);
    expect(counts.take().size).to.equal(0);
  });

  it('counts the versions at the far end of a relation, and the page where nothing is counted', () => {
    const counts = createCounts();
    counts.asked(planOf({ ...equals('land.title', 'x'), count: false }), 20, { size: 5, total: null });
    const [question] = counts.take().get(uid)?.values() ?? [];
    expect(question).to.include({ read: 500, answered: 5 });
  });

  it('counts one of sixteen fast reads, as sixteen', () => {
    const counts = createCounts();
    const plan = planOf(equals('n1'));
    for (let reads = 0; reads < 160; reads++) counts.asked(plan, 1, answer);
    const [question] = counts.take().get(uid)?.values() ?? [];
    expect(question).to.include({ calls: 160, ms: 160 });
  });

  it('does not count what no index would serve', () => {
    const counts = createCounts();
    counts.asked(planOf({}), 50, answer);
    counts.asked(planOf(equals('documentId', 'x')), 50, answer);
    expect(counts.take().size).to.equal(0);
  });

  it('keeps the 200 most expensive forms of a content-type', () => {
    const counts = createCounts();
    for (const [place, name] of names.entries()) counts.asked(planOf(equals(name)), 20 + place, answer);
    const questions = counts.take().get(uid);
    expect(questions?.size).to.equal(200);
    expect(questions?.has('where n299 eq count')).to.equal(true);
    expect(questions?.has('where n0 eq count')).to.equal(false);
  });
});
