import { expect } from 'chai';
import { grantsOf, type Principal } from '../../../../src/domain/permission/permission.js';
import { planRead } from '../../../../src/domain/plan/plan-read.js';
import type { Member, ReadPlan } from '../../../../src/domain/plan/read-plan.js';
import type { Layout } from '../../../../src/domain/query/query.js';
import { contentType, relation, schemaFrom } from '../../../schema-builders.js';

const schema = schemaFrom({
  contentTypes: [
    contentType('place', 'places', {
      Name: { type: 'string' },
      Stars: { type: 'integer' },
      owner: relation('manyToOne', 'api::chef.chef'),
    }),
    contentType('chef', 'chefs', { Name: { type: 'string' } }),
  ],
});

const may = (...types: string[]): Principal => ({
  kind: 'public',
  name: 'public',
  grants: grantsOf(types.map((type) => [type, ['find']])),
});

const everybody = may('api::place.place', 'api::chef.chef');

function planOf(layout: Layout, principal = everybody): ReadPlan {
  const plan = planRead(
    schema,
    {
      type: 'api::place.place',
      action: 'find',
      layer: 'published',
      range: { offset: 5, limit: 10 },
      count: true,
      fields: ['Name', 'Stars'],
      populate: { all: false, members: [{ name: 'owner', fields: ['Name'] }] },
      layout,
    },
    principal,
    { rows: 100, textSize: 1000 },
  );
  if (!plan.ok) throw new Error(plan.failure.message);
  return plan.value;
}

const namesOf = (members: readonly Member[]): readonly unknown[] =>
  members.map((member) =>
    member.kind === 'relation' ? [member.as, namesOf(member.shape.members)] : member.as,
  );

describe('the layout of a query', () => {
  it('names and orders the members of the plan, and leaves the others out', () => {
    const below = { members: [{ of: 'Name', as: 'n' }] };
    const plan = planOf({
      members: [
        { of: 'owner', as: 'o', below },
        { of: 'Name', as: 'Name' },
        { of: 'Name', as: 'again' },
        { of: 'id', as: 'end' },
      ],
    });
    expect(namesOf(plan.shape.members)).to.deep.equal([['o', ['n']], 'Name', 'again', 'end']);
    expect(plan.isArranged).to.equal(true);
    expect(plan.range).to.deep.equal({ offset: 5, limit: 10 });
  });

  it('reads no documents if it has no members, and still counts them', () => {
    const { range, count, isArranged } = planOf({ members: [{ of: 'owner', as: null }] });
    expect({ range, count, isArranged }).to.deep.equal({
      range: { offset: 5, limit: 0 },
      count: true,
      isArranged: true,
    });
  });

  it('changes nothing if one of its members is withheld, read or not', () => {
    const withheld = planOf({ members: [] }, may('api::place.place')).shape;
    for (const as of ['o', null]) {
      const plan = planOf({ members: [{ of: 'owner', as }] }, may('api::place.place'));
      expect(plan.isArranged).to.equal(undefined);
      expect(namesOf(plan.shape.members)).to.deep.equal(['id', 'documentId', 'Name', 'Stars']);
      expect(plan.shape).to.deep.equal(withheld);
    }
  });
});
