import { readFileSync } from 'node:fs';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { expect } from 'chai';
import { languages } from '../../../../src/adapters/delivery/admin/contract/languages.js';
import { english as reasons } from '../../../../src/domain/reason/english.js';

const folder = new URL('../../../../src/adapters/delivery/admin/page/messages/', import.meta.url);

const catalogue = (code: string): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(new URL(`${code}.json`, folder), 'utf8')) as Record<string, string>;

/** The names of the values that a text takes. */
const valuesIn = (text: string): readonly string[] => {
  const names = new Set<string>();
  const visit = (part: unknown): void => {
    if (!Array.isArray(part)) return;
    if (typeof part[0] === 'string' && part.length <= 3) names.add(part[0]);
    for (const choice of part.slice(1)) {
      if (typeof choice === 'object' && choice !== null) Object.values(choice as object).forEach(visitAll);
    }
  };
  const visitAll = (parts: unknown): void => {
    if (Array.isArray(parts)) parts.forEach(visit);
  };
  visitAll(compileMessage(text));
  return [...names].sort();
};

/** What the words of a field leave out, beside its path: its name or its value is in front of the reader. */
const unsaid: Readonly<Record<string, string>> = { 'value.null': 'type', 'value.notUid': 'pattern' };

describe('the texts of the admin page', () => {
  const english = catalogue('en');
  const isOfReason = (id: string): boolean => id.startsWith('reason.');

  it('have own English words where the server names the path of a value, as a field shows its name', () => {
    const named = Object.entries(reasons).filter(([, words]) => words.includes('{path}'));
    for (const [code] of named) expect(english[`reason.${code}`], code).to.be.a('string');
    // The words of the server are for developers there.
    for (const code of [
      'date.form',
      'datetime.form',
      'time.form',
      'links.invalid',
      'key.invalid',
      'value.notUnique',
    ])
      expect(english[`reason.${code}`], code).to.be.a('string');
  });

  for (const { code, name } of languages) {
    const texts = catalogue(code);

    it(`are there once in ${name}`, () => {
      const written = readFileSync(new URL(`${code}.json`, folder), 'utf8').matchAll(/^ {2}"([^"]+)":/gm);
      const ids = Array.from(written, ([, id]) => id);
      expect(ids).to.deep.equal(Object.keys(texts));
    });

    it(`are all there in ${name}, with the values of the English ones`, () => {
      const own = Object.keys(texts).filter((id) => !isOfReason(id));
      expect(own.sort()).to.deep.equal(
        Object.keys(english)
          .filter((id) => !isOfReason(id))
          .sort(),
      );
      for (const id of own)
        expect(valuesIn(texts[id] ?? ''), `${id}: ${texts[id]}`).to.deep.equal(valuesIn(english[id] ?? ''));
    });

    it(`say each reason of the server in ${name}, with its parameters`, () => {
      const said = Object.keys(texts).filter(isOfReason);
      const known = Object.keys(reasons).map((reason) => `reason.${reason}`);
      // The server says all of them in English.
      if (code === 'en') expect(known).to.include.members(said);
      else expect(said.sort()).to.deep.equal(known.sort());
      for (const id of said) {
        const reason = id.slice('reason.'.length) as keyof typeof reasons;
        const parameters = valuesIn(reasons[reason]).filter(
          (parameter) => parameter !== 'path' && parameter !== unsaid[reason],
        );
        expect(valuesIn(texts[id] ?? ''), `${id}: ${texts[id]}`).to.deep.equal(parameters);
      }
    });
  }
});
