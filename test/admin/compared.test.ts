import { expect } from 'chai';
import { linkChanges } from '../../src/adapters/delivery/admin/page/entry/compare/link-changes.js';
import { linesOfBlocks } from '../../src/adapters/delivery/admin/page/entry/compare/lines-of-blocks.js';

const targets = (ids: string) => Array.from(ids, (documentId) => ({ documentId, title: documentId }));

describe('what the admin page compares', () => {
  const told = (from: string, to: string): readonly string[] =>
    linkChanges(targets(from), targets(to)).map(({ kind, label }) => `${kind} ${label}`);

  it('names links that are added, removed and moved, and as few moves as possible', () => {
    expect(told('abc', 'abc')).to.deep.equal([]);
    expect(told('abc', 'acd')).to.deep.equal(['removed b', 'added d']);
    expect(told('abcde', 'eabcd')).to.deep.equal(['moved e']);
    expect(told('abcde', 'acbde')).to.have.length(1);
    expect(told('', 'ab')).to.deep.equal(['added a', 'added b']);
  });

  it('says blocks as Markdown does, and what it does not know as it is stored', () => {
    const text = (words: string, marks = {}) => ({ type: 'text', text: words, ...marks });
    const item = (words: string) => ({ type: 'list-item', children: [text(words)] });
    const nested = { type: 'list', format: 'unordered', children: [item('deep')] };
    const link = { type: 'link', url: 'https://example.com', children: [text('a link')] };
    expect(
      linesOfBlocks(
        [
          { type: 'heading', level: 3, children: [text('Title')] },
          { type: 'paragraph', children: [text('Some '), text('bold', { bold: true }), link] },
          { type: 'list', format: 'ordered', children: [item('one'), nested, item('two')] },
          { type: 'quote', children: [text('said')] },
          { type: 'image', image: { name: 'quay.jpg', alternativeText: null }, children: [] },
          { type: 'own', key: 1 },
        ],
        (label) => `[${label}]`,
      ),
    ).to.deep.equal([
      '### Title',
      'Some **bold**[a link](https://example.com)',
      '1. one',
      '    - deep',
      '2. two',
      '> said',
      '[quay.jpg]',
      '{"type":"own","key":1}',
    ]);
  });
});
