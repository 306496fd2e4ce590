import { expect } from 'chai';
import { assert, option, property, stringMatching, tuple } from 'fast-check';
import { inspect } from 'node:util';
import { checkLocaleCode, localeName } from '../../../../src/application/locales/locale-code.js';

const written = (code: unknown): string | undefined => {
  const checked = checkLocaleCode(code);
  return checked.ok ? checked.value : undefined;
};

describe('the code of a locale', () => {
  const forms = [
    ['FR', 'fr'],
    ['pt-br', 'pt-BR'],
    ['zh-hans-cn', 'zh-Hans-CN'],
    ['ES-419', 'es-419'],
    ['en-us-posix', 'en-US-POSIX'],
    ['shi-TFNG-ma', 'shi-Tfng-MA'],
    ['ca-es-valencia', 'ca-ES-VALENCIA'],
    ['de-1996', 'de-1996'],
  ];
  for (const [given, expected] of forms) {
    it(`${given} is normalized to ${expected}`, () => {
      expect(written(given)).to.equal(expected);
    });
  }

  it('is not replaced by its modern equivalent', () => {
    for (const code of ['iw', 'in', 'no', 'sh', 'tl', 'sr-YU']) expect(written(code)).to.equal(code);
  });

  const refused = [
    '',
    'x',
    'french',
    'fr fr',
    'fr_FR',
    'fr-',
    '-fr',
    'fr-F',
    'fr-FR-CA',
    'fr-x-own',
    'en-posix-posix',
    '*',
    '../etc',
    'fr\u0000',
    'fr\n',
    `fr${'-abcde'.repeat(6)}`,
    5,
    null,
    undefined,
    {},
    ['fr'],
  ];
  for (const code of refused) {
    it(`is not ${inspect(code)}`, () => {
      expect(checkLocaleCode(code))
        .to.deep.include({ ok: false })
        .and.to.have.nested.property('failure.code');
      expect(written(code)).to.equal(undefined);
    });
  }

  it('ignores case, and has a display name that ends in the code', () => {
    const letters = (min: number, max: number) => stringMatching(new RegExp(`^[a-zA-Z]{${min},${max}}$`));
    const code = tuple(letters(2, 3), option(letters(4, 4)), option(letters(2, 2))).map((parts) =>
      parts.filter((part) => part !== null).join('-'),
    );
    assert(
      property(code, (given) => {
        const found = written(given);
        expect(found?.toLowerCase()).to.equal(given.toLowerCase());
        expect([given.toLowerCase(), given.toUpperCase(), found].map(written)).to.deep.equal([
          found,
          found,
          found,
        ]);
        expect(localeName(found ?? '')).to.match(new RegExp(`^(${found}|.+ \\(${found}\\))$`));
      }),
    );
  });

  it('determines the display name of a locale', () => {
    expect(['fr', 'pt-BR', 'zh-Hans-CN', 'es-419', 'xx'].map(localeName)).to.deep.equal([
      'French (fr)',
      'Portuguese (Brazil) (pt-BR)',
      'Chinese (Simplified, China) (zh-Hans-CN)',
      'Spanish (Latin America) (es-419)',
      'xx',
    ]);
  });
});
