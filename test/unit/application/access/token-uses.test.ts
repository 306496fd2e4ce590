import { expect } from 'chai';
import { createTokenUses } from '../../../../src/application/access/token-uses.js';
import { ok } from '../../../../src/domain/result.js';

describe('the uses of API tokens', () => {
  const open = (set: () => Promise<never>) => {
    const errors: unknown[] = [];
    const log = { debug() {}, info() {}, warn() {}, error: (...said: unknown[]) => void errors.push(said) };
    const values = { set, remove: async () => ok(undefined), all: async () => ok([]) };
    const uses = createTokenUses({ values, log });
    uses.note('shop', '2026-01-01T00:00:00.000Z');
    return { uses, errors };
  };

  it('do not fail the end of a server whose database is gone', async () => {
    const { uses, errors } = open(() => Promise.reject(new Error('gone')));
    await uses.stop();
    expect(errors).to.have.length(1);
  });

  it('do not keep it waiting for a database that does not answer', async () => {
    const { uses } = open(() => new Promise<never>(() => {}));
    await uses.stop();
  });
});
