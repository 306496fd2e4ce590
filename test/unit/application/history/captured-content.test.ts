import { expect } from 'chai';
import { capturedContent } from '../../../../src/application/history/plan-capture.js';
import { contentType, relation, schemaFrom } from '../../../schema-builders.js';

const attributes = { title: { type: 'string' }, related: relation('manyToMany', 'page') };
const schema = schemaFrom({ contentTypes: [contentType('page', 'pages', attributes)] });
const contentIn = (version: object) =>
  capturedContent(schema, 'api::page.page', JSON.stringify([{ title: 'a', ...version }]));

describe('the content of a captured version', () => {
  const targets = (count: number) => Array.from({ length: count }, (_, n) => ({ documentId: `d${n}` }));

  it('has the documentIds of a list', () => {
    expect(contentIn({ related: targets(2) })).to.deep.equal({ title: 'a', related: ['d0', 'd1'] });
  });

  it('has only that a list was too long, whether the store has read it or not', () => {
    for (const related of [targets(1_001), null])
      expect(contentIn({ related })).to.deep.equal({ title: 'a', related: { tooMany: true } });
  });

  it('has an empty list where none was captured', () => {
    expect(contentIn({})).to.deep.equal({ title: 'a', related: [] });
  });
});
