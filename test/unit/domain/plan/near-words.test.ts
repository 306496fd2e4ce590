import { expect } from 'chai';
import { allowsTypos, nearWords } from '../../../../src/domain/plan/near-words.js';

describe('words near a word', () => {
  it('have one letter more, one less, another one, or two in the other order', () => {
    const near = nearWords('gril');
    expect(near).to.include.members(['grill', 'gri', 'grit', 'girl']);
    expect(near).to.not.include.members(['gril', 'gr', 'grills']);
    expect(nearWords('ёлки')).to.deep.equal([]);
    expect(nearWords('елки')).to.include('елка');
  });

  it('are not looked for in short, long and mixed words', () => {
    for (const word of ['abc', 'a'.repeat(25), 'r2d2', 'grilл'])
      expect(nearWords(word), word).to.deep.equal([]);
  });

  it('are looked for only where a search has not too many', () => {
    expect(allowsTypos(Array.from({ length: 6 }, () => 'eightabc'))).to.equal(true);
    expect(allowsTypos(Array.from({ length: 7 }, () => 'eightabcd'))).to.equal(false);
    expect(allowsTypos(Array.from({ length: 3 }, () => 'a'.repeat(24)))).to.equal(false);
    expect(allowsTypos(['abc', 'r2d2'])).to.equal(false);
  });
});
