import { expect } from 'chai';
import { failure } from '../../../src/domain/failure.js';
import { err, type Result } from '../../../src/domain/result.js';
import type { Json } from '../../../src/domain/schema/schema.js';
import { valueOf } from '../world.js';
import type { Cases } from './case.js';

let number = 0;
/** Returns a new key each time, because values of earlier cases remain. */
const someKey = (): string => `app ${process.pid}_${++number} $é.'"`;

const awkward: readonly Json[] = [
  { z: 1, a: [null, true, { $set: 'x', 'a.b': "quote' and \\" }], '': 0.1 },
  [],
  'text',
  false,
  -0.5,
  { nothing: null },
];

export const keyValueCases = {
  'a key without a value has null': async ({ store: { values } }) => {
    expect(valueOf(await values.get(someKey()))).to.equal(null);
  },
  'any JSON value comes back as it was set, with the order of its members': async ({ store: { values } }) => {
    const key = someKey();
    for (const value of awkward) {
      valueOf(await values.set(key, value));
      expect(JSON.stringify(valueOf(await values.get(key)))).to.equal(JSON.stringify(value));
    }
  },
  'a changed value does not change what is stored': async ({ store: { values } }) => {
    const key = someKey();
    const value = { list: [1] };
    valueOf(await values.set(key, value));
    value.list.push(2);
    (valueOf(await values.get(key)) as typeof value).list.push(3);
    expect(valueOf(await values.get(key))).to.deep.equal({ list: [1] });
  },
  'removing a value leaves the others': async ({ store: { values } }) => {
    const [gone, kept] = [someKey(), someKey()];
    for (const key of [gone, kept]) valueOf(await values.set(key, key));
    valueOf(await values.remove(gone));
    valueOf(await values.remove(gone));
    expect(valueOf(await values.get(gone))).to.equal(null);
    expect(valueOf(await values.get(kept))).to.equal(kept);
  },
  'all values are listed by their keys': async ({ store: { values } }) => {
    const keys = [someKey(), someKey()];
    for (const key of keys) valueOf(await values.set(key, { key }));
    const listed = valueOf(await values.all());
    expect(listed.map(({ key }) => key)).to.deep.equal(listed.map(({ key }) => key).toSorted());
    for (const key of keys) expect(listed).to.deep.include({ key, value: { key } });
  },
  'values are listed by the beginning of their keys': async ({ store: { values } }) => {
    const beginning = someKey();
    const [one, other, apart] = [`${beginning} a`, `${beginning} b%`, `x${beginning} a`];
    for (const key of [other, apart, one]) valueOf(await values.set(key, key));
    const listed = valueOf(await values.all(`${beginning} `));
    expect(listed.map(({ key }) => key)).to.deep.equal([one, other]);
    expect(valueOf(await values.all(`${beginning}%`))).to.deep.equal([]);
  },
  'values join a unit of work, and are taken back with it': async ({ store: { values, units } }) => {
    const [kept, gone] = [someKey(), someKey()];
    valueOf(await values.set(gone, 'before'));
    const seen: Json[] = [];
    const failed = await units.run(async (): Promise<Result<never>> => {
      valueOf(await values.set(kept, 1));
      valueOf(await values.remove(gone));
      seen.push(valueOf(await values.get(kept)), valueOf(await values.get(gone)));
      return err(failure('INPUT.INVALID', 'taken back'));
    });
    expect([failed.ok, seen]).to.deep.equal([false, [1, null]]);
    expect([valueOf(await values.get(kept)), valueOf(await values.get(gone))]).to.deep.equal([
      null,
      'before',
    ]);
    valueOf(await units.run(async () => values.set(kept, 2)));
    expect(valueOf(await values.get(kept))).to.equal(2);
  },
  'concurrent writes of one key leave one of them': async ({ store: { values } }) => {
    const key = someKey();
    const written = await Promise.all(Array.from({ length: 20 }, (_, index) => values.set(key, index)));
    for (const result of written) valueOf(result);
    expect(valueOf(await values.get(key))).to.be.within(0, 19);
  },
} satisfies Cases;
