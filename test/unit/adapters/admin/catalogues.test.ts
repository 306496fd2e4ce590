import { readFileSync } from 'node:fs';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { expect } from 'chai';
import { languages } from '../../../../src/adapters/delivery/admin/contract/languages.js';

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

describe('the texts of the admin page', () => {
  const english = catalogue('en');

  for (const { code, name } of languages) {
    it(`are all there in ${name}, with the values of the English ones`, () => {
      const texts = catalogue(code);
      expect(Object.keys(texts).filter((id) => !Object.hasOwn(english, id))).to.deep.equal([]);
      const missing = Object.keys(english).filter((id) => !Object.hasOwn(texts, id));
      expect(missing).to.deep.equal([]);
      for (const [id, text] of Object.entries(texts))
        expect(valuesIn(text), `${id}: ${text}`).to.deep.equal(valuesIn(english[id] ?? ''));
    });
  }
});
