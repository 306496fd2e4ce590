import { expect } from 'chai';
import { StatementNames } from '../../../../src/adapters/store/postgres/send-statement.js';

describe('names of prepared statements', () => {
  it('a statement gets a name at its second use, and keeps it', () => {
    const names = new StatementNames();
    expect([1, 2, 3].map(() => names.nameFor('a'))).to.deep.equal([undefined, 'quire_1', 'quire_1']);
  });

  it('there are never more names than the maximum', () => {
    const names = new StatementNames(2);
    for (const text of ['a', 'b', 'c', 'a', 'b', 'c', 'c']) names.nameFor(text);
    expect(['a', 'b', 'c'].map((text) => names.nameFor(text))).to.deep.equal([
      'quire_1',
      'quire_2',
      undefined,
    ]);
  });

  it('texts that are not used again are forgotten', () => {
    const names = new StatementNames(10, 2);
    for (const text of ['a', 'b', 'c']) names.nameFor(text);
    expect(names.nameFor('a')).to.equal(undefined);
  });
});
