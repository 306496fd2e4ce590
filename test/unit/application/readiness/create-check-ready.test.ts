import { expect } from 'chai';
import { createCheckReady } from '../../../../src/application/readiness/create-check-ready.js';
import { refusedByStore } from '../../../../src/domain/failure.js';
import { reason } from '../../../../src/domain/reason/reason.js';
import { err, ok, type Result } from '../../../../src/domain/result.js';

describe('the check whether a server is ready', () => {
  const fine = { isMigrated: () => true, isStopping: () => false };

  it('asks the database once for all callers, and not again while a question is open', async () => {
    let asked = 0;
    let answer: (answered: Result<readonly []>) => void = () => {};
    const askFollowers = (): Promise<Result<readonly []>> => {
      asked += 1;
      return new Promise((resolve) => (answer = resolve));
    };
    const check = createCheckReady({ ...fine, askFollowers, sharedMs: 60_000, timeoutMs: 60_000 });
    const callers = Array.from({ length: 100 }, () => check());
    answer(ok([]));
    for (const state of await Promise.all(callers)) expect(state).to.deep.equal({ ready: true, failed: [] });
    await check();
    expect(asked).to.equal(1);
  });

  it('counts followers by their state, and is ready while they fail', async () => {
    const states = ['idle', 'failing', 'idle'] as const;
    const askFollowers = async () => ok(states.map((state) => ({ state })));
    const check = createCheckReady({ ...fine, askFollowers });
    expect(await check()).to.deep.equal({ ready: true, failed: [], followers: { idle: 2, failing: 1 } });
  });

  it('asks again once an answer is old', async () => {
    let asked = 0;
    const askFollowers = async () => {
      asked += 1;
      return ok([]);
    };
    const check = createCheckReady({ ...fine, askFollowers, sharedMs: 0 });
    await check();
    await check();
    expect(asked).to.equal(2);
  });

  it('takes a database for gone that does not answer, or that throws', async () => {
    const silent = createCheckReady({ ...fine, askFollowers: () => new Promise(() => {}), timeoutMs: 1 });
    expect(await silent()).to.deep.equal({ ready: false, failed: ['database'] });
    const failing = createCheckReady({ ...fine, askFollowers: () => Promise.reject(new Error('gone')) });
    expect(await failing()).to.deep.equal({ ready: false, failed: ['database'] });
  });

  it('is ready while the database takes no writes, and says so', async () => {
    const askFollowers = async () => err(refusedByStore(reason('store.readOnly')));
    const check = createCheckReady({ ...fine, askFollowers });
    expect(await check()).to.deep.equal({ ready: true, failed: [], readOnly: true });
  });

  it('says what else is wrong, and leaves the database alone while the server stops', async () => {
    const askFollowers = (): never => expect.fail('the database was asked');
    const check = createCheckReady({ askFollowers, isMigrated: () => false, isStopping: () => true });
    expect(await check()).to.deep.equal({ ready: false, failed: ['migrations', 'stopping'] });
  });
});
