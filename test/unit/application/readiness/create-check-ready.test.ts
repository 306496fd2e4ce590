import { expect } from 'chai';
import { createCheckReady } from '../../../../src/application/readiness/create-check-ready.js';
import { ok, type Result } from '../../../../src/domain/result.js';

describe('the check whether a server is ready', () => {
  const fine = { isMigrated: () => true, isStopping: () => false };

  it('asks the database once for all callers, and not again while a question is open', async () => {
    let asked = 0;
    let answer: (answered: Result<null>) => void = () => {};
    const ask = (): Promise<Result<null>> => {
      asked += 1;
      return new Promise((resolve) => (answer = resolve));
    };
    const check = createCheckReady({ ...fine, ask, sharedMs: 60_000, timeoutMs: 60_000 });
    const callers = Array.from({ length: 100 }, () => check());
    answer(ok(null));
    for (const state of await Promise.all(callers)) expect(state).to.deep.equal({ ready: true, failed: [] });
    await check();
    expect(asked).to.equal(1);
  });

  it('asks again once an answer is old', async () => {
    let asked = 0;
    const ask = async () => ok((asked += 1));
    const check = createCheckReady({ ...fine, ask, sharedMs: 0 });
    await check();
    await check();
    expect(asked).to.equal(2);
  });

  it('takes a database for gone that does not answer, or that throws', async () => {
    const silent = createCheckReady({ ...fine, ask: () => new Promise(() => {}), timeoutMs: 1 });
    expect(await silent()).to.deep.equal({ ready: false, failed: ['database'] });
    const failing = createCheckReady({ ...fine, ask: () => Promise.reject(new Error('gone')) });
    expect(await failing()).to.deep.equal({ ready: false, failed: ['database'] });
  });

  it('says what else is wrong, and leaves the database alone while the server stops', async () => {
    const ask = (): never => expect.fail('the database was asked');
    const check = createCheckReady({ ask, isMigrated: () => false, isStopping: () => true });
    expect(await check()).to.deep.equal({ ready: false, failed: ['migrations', 'stopping'] });
  });
});
