import { expect } from 'chai';
import * as fc from 'fast-check';
import { jsonFault } from '../../src/adapters/delivery/admin/page/entry/fields/json-fault.js';
import { slugOf } from '../../src/adapters/delivery/admin/page/entry/fields/slug.js';
import {
  formatBytes,
  formatKilobytes,
  speak,
} from '../../src/adapters/delivery/admin/page/messages/messages.js';
import { writtenValue } from '../../src/adapters/delivery/admin/page/entry/fields/written-value.js';

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

describe('the fault of a JSON text', () => {
  it('is there exactly where the text is not JSON', () => {
    const pieces = [
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '"',
      '1',
      '-',
      '0',
      '.5',
      'e2',
      'true',
      'null',
      ' ',
      '\n',
      '\\',
      'x',
    ];
    const broken = fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((parts) => parts.join(''));
    const edited = fc
      .tuple(fc.json(), fc.nat(), fc.constantFrom(...pieces, ''))
      .map(
        ([text, at, piece]) =>
          text.slice(0, at % (text.length + 1)) + piece + text.slice((at % (text.length + 1)) + 1),
      );
    fc.assert(
      fc.property(fc.oneof(broken, edited, fc.json()), (text) => {
        expect(jsonFault(text) === null, text).to.equal(isJson(text));
      }),
      { numRuns: 2000 },
    );
  });

  it('names its line and column', () => {
    expect(jsonFault('{\n  "a": 1\n  "b": 2\n}')).to.deep.equal({ line: 3, column: 3, expected: 'comma' });
    expect(jsonFault('[1,]')).to.deep.equal({ line: 1, column: 4, expected: 'value' });
    expect(jsonFault('{"a" 1}')).to.deep.equal({ line: 1, column: 6, expected: 'colon' });
    expect(jsonFault('{a: 1}')).to.deep.equal({ line: 1, column: 2, expected: 'key' });
    expect(jsonFault('"open')).to.deep.equal({ line: 1, column: 1, expected: 'quote' });
    expect(jsonFault('{} {}')).to.deep.equal({ line: 1, column: 4, expected: 'end' });
  });

  it('is found however deep the text is', () => {
    expect(jsonFault('['.repeat(100_000))?.expected).to.equal('value');
  });
});

describe('the size of a file', () => {
  afterEach(() => speak('en'));

  const shown = async (language: 'en' | 'de' | 'fr' | 'ar', kilobytes: number): Promise<string> => {
    await speak(language);
    return formatKilobytes(kilobytes).replaceAll(/[\u00a0\u202f]/g, ' ');
  };

  it('has below a kilobyte the hundredths that are stored, as no more of it is known', async () => {
    expect(await shown('en', 0.57)).to.equal('0.57 kB');
    expect(await shown('en', 0.01)).to.equal('0.01 kB');
    expect(await shown('de', 0.01)).to.equal('0,01 kB');
    expect(await shown('en', 0)).to.equal('below 0.01 kB');
    expect(await shown('de', 0)).to.equal('unter 0,01 kB');
    expect(await shown('fr', 0)).to.equal('moins de 0,01 ko');
    expect(await shown('ar', 0)).to.match(/^أقل من 0.01 /);
  });

  it('is in the unit that fits, and that of what is counted exactly in bytes', async () => {
    expect(await shown('en', 1.5)).to.equal('1.5 kB');
    expect(await shown('en', 999.4)).to.equal('999 kB');
    expect(await shown('en', 999.6)).to.equal('1 MB');
    expect(formatBytes(10)).to.equal('10 bytes');
    expect(formatBytes(1500)).to.equal('1.5 kB');
    await speak('fr');
    expect(formatBytes(10).replaceAll(/[\u00a0\u202f]/g, ' ')).to.equal('10 octets');
  });
});

describe('the uid made of a text', () => {
  it('has letters, digits and single hyphens', () => {
    expect(slugOf('  Élan & Größe: 50% off! ', 255)).to.equal('elan-grosse-50-off');
    expect(slugOf('Smørrebrød Łódź æther', 255)).to.equal('smorrebrod-lodz-aether');
    expect(slugOf('日本', 255)).to.equal('');
    expect(slugOf('a long title', 6)).to.equal('a-long');
    expect(slugOf('a long title', 7)).to.equal('a-long');
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) =>
        /^([a-z0-9]+(-[a-z0-9]+)*)?$/.test(slugOf(text, 20)),
      ),
    );
  });
});

describe('the value of a text', () => {
  it('is none where it is required and nothing is left, so that publishing refuses it', () => {
    expect([true, false].map((isRequired) => writtenValue('', isRequired))).to.deep.equal([null, '']);
    expect(writtenValue(' ', true)).to.equal(' ');
  });
});
