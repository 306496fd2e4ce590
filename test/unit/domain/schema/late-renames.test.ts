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

describe('renamedFrom that comes too late', () => {
  it('is named where what it names is left over beside the new name', () => {
    expect(lateRenames(schema, ['meals', 'dishs.name', 'dishs.other'])).to.have.length(2);
    expect(lateRenames(schema, ['dishs.name'])[0]).to.match(
      /^renamedFrom "Name" of api::dish\.dish Title comes too late: .*quire schema status/,
    );
  });

  it('is silent where the data has moved, or there never was any', () => {
    expect(lateRenames(schema, ['dishs.other', 'chefs.name'])).to.deep.equal([]);
  });
});
