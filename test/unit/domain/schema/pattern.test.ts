import { expect } from 'chai';
import * as fc from 'fast-check';
import { patternFault, patternOf } from '../../../../src/domain/schema/pattern.js';

const texts = [
  '',
  'a',
  'ab',
  'abc123',
  'a\n',
  '\na',
  'a b',
  'a\u00a0b',
  '\u2028',
  'é',
  '-',
  'a-z',
  '[x]',
  '{2}',
  'a/b.c',
  '$^*',
  'foo_bar',
  'anna@example.com',
  '2024-01-31',
  '\b\v\0',
];

const letters = Array.from('ab09-_ .^$|()[]{}\\/\n');
const pieces = Array.from('ab09-_ .^$|()[]{}*+?\\/');

describe('patternOf', () => {
  const ordinary = [
    '^a',
    'a$',
    '^$',
    '^[a-z]+$',
    '^.$',
    '^.b',
    '\\s',
    '^\\S+$',
    '[\\s-]',
    '[\\w-z]',
    '^[^\\s]+$',
    '[\\S]',
    '[^]',
    '[]',
    '[^a-c\\]]',
    '\\bbar|b\\B',
    '[\\b]',
    '^\\w+@[\\w.]+\\.[a-z]{2,}$',
    '^(\\d{4})-(?:0[1-9]|1[0-2])-(?<day>\\d\\d)$',
    '\\/b',
    '\\-|\\$|\\^',
    'x]|}|a{|{,2}',
    '\\x61|\\u00e9|\\cA|\\v|\\0',
    '^\\00?$|\\0141',
    '[\\060-\\071\\08]',
    'a*?b+?c??',
    '\\q\\z|a',
    '^é$',
    '[[x]',
    '&&|[a&&b]',
  ];
  for (const source of ordinary)
    it(`agrees with JavaScript on ${source}`, () => {
      expect(patternFault(source)).to.equal(null);
      const expected = texts.filter((text) => new RegExp(source).test(text));
      expect(texts.filter((text) => patternOf(source).test(text))).to.deep.equal(expected);
    });

  it('agrees with JavaScript on every expression that it supports', () => {
    const piece = fc.constantFrom(...pieces, '\\d', '\\W', '\\s', '\\0', '[^a-b', '(?:', '{1,2}');
    const source = fc.array(piece, { maxLength: 8 }).map((chosen) => chosen.join(''));
    const text = fc.string({ unit: fc.constantFrom(...letters), maxLength: 6 });
    fc.assert(
      fc.property(source, fc.array(text, { minLength: 1, maxLength: 10 }), (expression, some) => {
        fc.pre(patternFault(expression) === null);
        for (const each of some)
          expect(patternOf(expression).test(each), `${expression} on ${JSON.stringify(each)}`).to.equal(
            new RegExp(expression).test(each),
          );
      }),
      { numRuns: 2_000 },
    );
  });

  it('supports whole code points and Unicode properties', () => {
    expect(patternOf('^.$').test('😀')).to.equal(true);
    expect(patternOf('^[😀é]+$').test('é😀')).to.equal(true);
    expect(patternOf('^\\ud83d\\ude00$').test('😀')).to.equal(true);
    expect(patternOf('^\\p{L}+$').test('Straße')).to.equal(true);
    expect(patternOf('^[\\P{L}]+$').test('a')).to.equal(false);
  });

  it('returns why an expression cannot be used', () => {
    const faults = { '(': /^is no regular expression/, '(?<!a)b': /looks behind/, 'a(?!b)': /looks ahead/ };
    for (const [source, fault] of Object.entries(faults)) expect(patternFault(source)).to.match(fault);
    expect(patternFault('(?<n>a)\\k<n>')).to.match(/refers back/);
  });

  for (const source of ['^(a+)+$', '^(a|a)*$', '(a*)*!', '^(a?){500}a{500}$', '(.*)(.*)(.*)(.*)[^a\\n]$'])
    it(`tests long texts with ${source}`, () => {
      expect(patternOf(source).test(`${'a'.repeat(100_000)}\n`)).to.equal(false);
    });
});
