import { expect } from 'chai';
import { highlightText } from '../../../../src/domain/plan/highlight-text.js';
import { wordsOf } from '../../../../src/domain/plan/text-search.js';

/** Returns the fragment with its matches in brackets. */
function marked(text: string, ...words: readonly string[]): string | null {
  const found = highlightText(text, { words });
  if (found === null) return null;
  expect(text.slice(found.offset, found.offset + found.text.length)).to.equal(found.text);
  return [...found.matches]
    .reverse()
    .reduce(
      (all, [start, end]) => `${all.slice(0, start)}[${all.slice(start, end)}]${all.slice(end)}`,
      found.text,
    );
}

describe('the matches in a text', () => {
  it('are whole words, and the beginning of one that may still be typed', () => {
    expect(marked('Fish and chips, fishy', 'fish')).to.equal('[Fish] and chips, [fishy]');
    expect(marked('Fish and chips, fishy', 'fish', 'chi')).to.equal('[Fish] and [chips], fishy');
    expect(marked('Fish', 'soup')).to.equal(null);
    expect(marked('', 'soup')).to.equal(null);
  });

  it('keep case, accents and what is longer when it is folded', () => {
    expect(marked('Une CRÈME brûlée', 'creme')).to.equal('Une [CRÈME] brûlée');
    expect(marked('Une cre\u0300me', 'creme')).to.equal('Une [cre\u0300me]');
    expect(marked('ﬁsh 😀 ﬁsh', 'fish')).to.equal('[ﬁsh] 😀 [ﬁsh]');
    expect(marked('①② oﬃce', 'office')).to.equal('①② [oﬃce]');
  });

  it('are plain text, whatever the text says', () => {
    const found = highlightText('<b>fish</b> & <script>', { words: ['fish'] });
    expect(found).to.deep.equal({ text: '<b>fish</b> & <script>', offset: 0, matches: [[3, 7]] });
  });

  it('come with what is around the first of them, between words and never inside a character', () => {
    const text = `${'lorem ipsum '.repeat(50)}fish ${'dolor sit '.repeat(50)}fish`;
    const found = highlightText(text, { words: ['fish'] });
    expect(found?.matches).to.have.length(1);
    expect(found?.text).to.match(/^(lorem|ipsum) .* fish dolor .* (dolor|sit)$/);
    expect(found?.text.length).to.be.within(100, 200);
    const dense = `${'😀'.repeat(300)}fish${'😀'.repeat(300)}`;
    expect(highlightText(dense, { words: ['fish'] })?.text).to.match(/^(😀)+fish(😀)+$/u);
    const long = 'a'.repeat(255);
    expect(highlightText(`${long} b`, { words: [long] })?.matches).to.deep.equal([[0, 255]]);
  });

  it('are there if and only if the words of the text have one of those', () => {
    const pieces = ['fish', 'Fisch', 'é', '😀', ' ', '-', '½', 'ﬁ', '9', '\u0300', 'İ', '가', 'ß', '\n', 'x'];
    let state = 3;
    const next = (): string => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return pieces[(state >>> 8) % pieces.length] ?? '';
    };
    for (let at = 0; at < 3000; at += 1) {
      const text = Array.from({ length: 6 }, next).join('');
      const [word] = wordsOf(Array.from({ length: 2 }, next).join(''));
      if (word === undefined) continue;
      const has = wordsOf(text).some((each) => each.startsWith(word));
      expect(highlightText(text, { words: [word] }) !== null, JSON.stringify([text, word])).to.equal(has);
    }
  });
});
