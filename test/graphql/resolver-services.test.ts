import { expect } from 'chai';
import { createResolverServices } from '../../src/adapters/delivery/graphql/extension/create-resolver-services.js';
import { contentType, schemaFrom } from '../schema-builders.js';

describe('the arguments of resolvers in the flat format', () => {
  const schema = schemaFrom({ contentTypes: [contentType('chef', 'chefs', { Name: { type: 'string' } })] });
  const limits = { defaultLimit: 10, maxLimit: 40 };
  const rangeOf = (format: 'v4' | 'v5', pagination: object): unknown => {
    const { utils } = createResolverServices({ schema, format, limits, count: async () => 0 }).builders;
    const { start, limit } = utils.transformArgs(
      { pagination },
      { contentType: { uid: 'api::chef.chef' }, usePagination: true },
    );
    return [start, limit];
  };

  it('may ask for all that there may be, as generated fields do', () => {
    expect(rangeOf('v5', { limit: -1, start: 3 })).to.deep.equal([3, 40]);
    expect(rangeOf('v5', { page: 2, pageSize: 5 })).to.deep.equal([5, 5]);
    expect(rangeOf('v4', { limit: -1 })).to.deep.equal([0, 10]);
  });
});
