import { expect } from 'chai';
import type { ReadAnswer } from '../../../src/application/ports/document-store.js';
import { systemPrincipal } from '../../../src/domain/permission/permission.js';
import type { ReadPlan } from '../../../src/domain/plan/read-plan.js';
import type { ListChange, Placement, VersionChange, WritePlan } from '../../../src/domain/plan/write-plan.js';
import { ok, type Result } from '../../../src/domain/result.js';
import { contentTypeOf, type Json } from '../../../src/domain/schema/schema.js';
import { uidOf } from '../fixture-schema.js';
import { populate, where } from '../questions.js';
import { failureOf, queryOf, randomDocumentId, valueOf, type World } from '../world.js';
import type { Cases } from './case.js';

const now = '2024-01-02T03:04:05.678Z';

/** Applies a plan for chefs without the planner. */
function apply(
  world: World,
  plan: Pick<WritePlan, 'documentId' | 'versions'> & Partial<WritePlan>,
  answer: ReadPlan | null = null,
): Promise<Result<ReadAnswer | null>> {
  const type = contentTypeOf(world.schema, uidOf('chef'));
  const whole: WritePlan = { type, lists: [], applyPending: [], unlink: [], targets: [], ...plan };
  return world.store.documents.write({
    requirements: null,
    decide: () => ok({ kind: 'write', plan: whole }),
    answer,
  });
}

const inserted = (values: Readonly<Record<string, Json>>): VersionChange => ({
  op: 'insert',
  layers: ['published'],
  locale: '',
  values: new Map(Object.entries(values)),
  shared: null,
  createdAt: now,
  updatedAt: now,
  publishedAt: now,
});

const updated = (values: Readonly<Record<string, Json>>): VersionChange => ({
  op: 'update',
  layer: 'published',
  locale: '',
  values: new Map(Object.entries(values)),
  updatedAt: now,
});

/** Creates restaurants for the list of a chef, in both layers. */
function placing(world: World, place: readonly Placement[]): ListChange {
  const relation = contentTypeOf(world.schema, uidOf('chef')).attributes.get('restaurants');
  if (relation?.kind !== 'relation') throw new Error('chefs have restaurants');
  return {
    relation,
    locale: '',
    layers: ['draft', 'published'],
    remove: [],
    place,
    exclusive: true,
    pending: false,
  };
}

const placed = (documentId: string, key: string | null = null): Placement => ({
  target: { documentId, locale: '' },
  key,
  layers: ['draft', 'published'],
  leaves: [],
});

export const planCases = {
  'a plan writes its values and no others': async (world) => {
    const [documentId, values] = [randomDocumentId(), new Map<string, Json>([['name', 'a']])];
    valueOf(await apply(world, { documentId, versions: [{ ...inserted({}), values } as VersionChange] }));
    values.set('name', 'b');
    expect(await world.one('chef', documentId)).to.include({
      name: 'a',
      createdAt: now,
      updatedAt: now,
      publishedAt: now,
    });
  },
  'an update of a missing version is refused together with the links of the plan': async (world) => {
    const [documentId, [r = '']] = [randomDocumentId(), await world.createNamed('restaurant', 'r')];
    const lists = [placing(world, [placed(r)])];
    const refusal = failureOf(await apply(world, { documentId, versions: [updated({ name: 'a' })], lists }));
    expect(refusal.code).to.equal('DOCUMENT.NOT_FOUND');
    valueOf(await apply(world, { documentId, versions: [inserted({ name: 'a' })] }));
    expect(await world.list('chef', documentId, 'restaurants')).to.deep.equal([]);
    expect(await world.linked('restaurant', r, 'owner')).to.equal(null);
  },
  'a plan with a missing target is refused': async (world) => {
    const [documentId, [r = '']] = [randomDocumentId(), await world.createNamed('restaurant', 'r')];
    const nobody = randomDocumentId();
    const targets = [
      {
        type: contentTypeOf(world.schema, uidOf('restaurant')),
        locale: null,
        documentIds: [r, nobody].sort(),
      },
      { type: contentTypeOf(world.schema, uidOf('dish')), locale: null, documentIds: [] },
    ];
    const refusal = failureOf(await apply(world, { documentId, versions: [inserted({})], targets }));
    expect(refusal).to.include({ code: 'INPUT.INVALID' });
    expect(refusal.message).to.contain(nobody);
    expect(await world.find('chef')).to.deep.equal([]);
  },
  'links with equal keys are ordered by creation, and other links can be placed between them': async (
    world,
  ) => {
    const documentId = randomDocumentId();
    const [r = '', s = '', t = ''] = await world.createNamed('restaurant', 'r', 's', 't');
    const lists = [placing(world, [placed(s, 'k00000000009'), placed(r, 'k00000000009')])];
    valueOf(await apply(world, { documentId, versions: [inserted({ name: 'a' })], lists }));
    expect(await world.list('chef', documentId, 'restaurants')).to.deep.equal(['s', 'r']);
    const connect = [{ documentId: t, position: { before: r } }];
    await world.update('chef', documentId, { restaurants: { connect } });
    expect(await world.list('chef', documentId, 'restaurants')).to.deep.equal(['s', 't', 'r']);
    expect(await world.list('chef', documentId, 'restaurants', 'draft')).to.deep.equal(['s', 't', 'r']);
  },
  'a write whose answer is refused is rolled back': async (world) => {
    const documentId = await world.create('chef', { name: 'before', nick: 'old' });
    const [r = '', s = ''] = await world.createNamed('restaurant', 'r', 's');
    await world.update('chef', documentId, { restaurants: [r] });
    const asked = queryOf('chef', {
      filters: where('documentId', '$eq', documentId),
      populate: populate('restaurants'),
    });
    const { plan } = valueOf(await world.documents.find(systemPrincipal, asked));
    const change = {
      documentId,
      versions: [updated({ name: 'after', nick: 'new' })],
      lists: [placing(world, [placed(s)])],
    };
    const tight = { ...plan, limits: { ...plan.limits, textSize: 10 } };
    expect(failureOf(await apply(world, change, tight)).code).to.equal('PLAN.TOO_LARGE');
    expect(await world.one('chef', documentId)).to.include({ name: 'before', nick: 'old' });
    expect(await world.list('chef', documentId, 'restaurants')).to.deep.equal(['r']);
    await world.create('chef', { nick: 'new' });
    expect(
      valueOf(await apply(world, { ...change, versions: [updated({ name: 'after' })] }, plan))?.size,
    ).to.equal(1);
    expect(await world.list('chef', documentId, 'restaurants')).to.deep.equal(['r', 's']);
  },
} satisfies Cases;
