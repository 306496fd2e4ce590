import { expect } from 'chai';
import { fitContent } from '../../../../src/domain/history/fit-content.js';
import { contentTypeOf } from '../../../../src/domain/schema/schema.js';
import { component, contentType, drafts, relation, schemaFrom } from '../../../schema-builders.js';

describe('a version from before the content-type changed', () => {
  const schema = schemaFrom({
    contentTypes: [
      contentType(
        'page',
        'pages',
        {
          headline: { type: 'string', renamedFrom: 'title' },
          stars: { type: 'integer' },
          kind: { type: 'enumeration', enum: ['a', 'b'] },
          hidden: { type: 'string', private: true },
          related: relation('oneToOne', 'page'),
          seo: { type: 'component', component: 'page.seo' },
          blocks: { type: 'dynamiczone', components: ['page.seo'] },
        },
        drafts,
      ),
    ],
    components: [component('page.seo', { words: { type: 'string', renamedFrom: 'keywords' } })],
  });
  const fit = (content: object) =>
    fitContent(schema, contentTypeOf(schema, 'api::page.page'), content as never);

  it('renamed attributes have their names of today, also in components', () => {
    expect(fit({ title: 'a', seo: { keywords: 'b' } })).to.deep.equal({
      content: { headline: 'a', seo: { words: 'b' } },
      outdated: [],
    });
  });

  it('what was removed, retyped or is not allowed any more is told', () => {
    const { content, outdated } = fit({
      headline: 'a',
      gone: 1,
      stars: 'many',
      kind: 'c',
      related: ['x', 'y'],
      seo: { words: 'w', old: 'o' },
      blocks: [
        { __component: 'page.gone', text: 't' },
        { __component: 'page.seo', words: 'kept' },
      ],
    });
    expect(content).to.deep.equal({
      headline: 'a',
      seo: { words: 'w' },
      blocks: [{ __component: 'page.seo', words: 'kept' }],
    });
    expect(outdated.map(({ name, value }) => [name, value])).to.deep.equal([
      ['gone', 1],
      ['seo.old', 'o'],
      ['blocks', { __component: 'page.gone', text: 't' }],
      ['stars', 'many'],
      ['kind', 'c'],
      ['related', ['x', 'y']],
    ]);
    for (const { reason } of outdated) expect(reason).to.not.equal('');
  });

  it('attributes that are private today are left out', () => {
    expect(fit({ headline: 'a', hidden: 'b' })).to.deep.equal({ content: { headline: 'a' }, outdated: [] });
  });
});
