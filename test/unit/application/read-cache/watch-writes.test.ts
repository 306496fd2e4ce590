import { expect } from 'chai';
import type { Freshness } from '../../../../src/application/ports/freshness.js';
import { createWriteWatch } from '../../../../src/application/read-cache/watch-writes.js';
import { failure } from '../../../../src/domain/failure.js';
import { err, ok, type Result } from '../../../../src/domain/result.js';

const log = { debug() {}, info() {}, warn() {}, error() {} };

describe('watching the writes of a store', () => {
  it('tries again with each step until all tables are watched, and now and then afterwards', async () => {
    const asked: string[] = [];
    const answers: Result<boolean>[] = [ok(false), err(failure('STORE.UNAVAILABLE', 'away'))];
    const freshness = {
      watch() {
        asked.push('watch');
        return Promise.resolve(answers.shift() ?? ok(true));
      },
      fold() {
        asked.push('fold');
        return Promise.resolve(ok(undefined));
      },
    } as unknown as Freshness;
    const work = createWriteWatch(freshness, log);
    for (let step = 0; step < 13; step++) {
      work.watch();
      await work.stop();
    }
    const folds = Array.from({ length: 9 }, () => 'fold');
    expect(asked).to.deep.equal(['watch', 'watch', 'watch', ...folds, 'watch']);
  });
});
