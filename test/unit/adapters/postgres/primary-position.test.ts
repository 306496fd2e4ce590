import { expect } from 'chai';
import type { Queryable } from '../../../../src/adapters/store/postgres/connection.js';
import { createPrimaryPosition } from '../../../../src/adapters/store/postgres/replicas/primary-position.js';

describe('the position of the primary', () => {
  it('is asked again for callers that come while a question runs, once for them all', async () => {
    const answers: (() => void)[] = [];
    const query = ((): Promise<unknown> =>
      new Promise((resolve) => {
        const position = String(answers.length + 1);
        answers.push(() => resolve([{ position, flushed: position }]));
      })) as Queryable['query'];
    const primary = createPrimaryPosition({ query });
    const first = primary.ask();
    const later = [primary.ask(), primary.ask()];
    answers[0]?.();
    expect((await first)?.position).to.equal(1n);
    while (answers.length < 2) await new Promise(setImmediate);
    answers[1]?.();
    expect((await Promise.all(later)).map((found) => found?.position)).to.deep.equal([2n, 2n]);
    expect([primary.latest, answers.length]).to.deep.equal([2n, 2]);
  });

  it('is not known while the database does not answer', async () => {
    const query = (() => Promise.reject(new Error('away'))) as Queryable['query'];
    expect(await createPrimaryPosition({ query }).ask()).to.equal(null);
  });
});
