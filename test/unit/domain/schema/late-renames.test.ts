import { expect } from 'chai';
import { buildSchema } from '../../../../src/domain/schema/build-schema.js';
import { lateRenames } from '../../../../src/domain/schema/late-renames.js';
import { built, typeSource } from './sources.js';

const schema = built(
  buildSchema({
    contentTypes: [
      typeSource('dish', {
        renamedFrom: 'meals',
        attributes: { Title: { type: 'string', renamedFrom: 'Name' }, Cost: { type: 'integer' } },
      }),
    ],
    components: [],
  }),
);

describe('a renamedFrom that was added too late', () => {
  it('is reported if the old table or column remains beside the new one', () => {
    expect(lateRenames(schema, ['meals', 'dishs.name', 'dishs.other'])).to.have.length(2);
    expect(lateRenames(schema, ['dishs.name'])[0]).to.match(
      /^renamedFrom "Name" of api::dish\.dish Title comes too late: .*quire schema status/,
    );
  });

  it('is not reported if the data has moved, or there never was any', () => {
    expect(lateRenames(schema, ['dishs.other', 'chefs.name'])).to.deep.equal([]);
  });
});
