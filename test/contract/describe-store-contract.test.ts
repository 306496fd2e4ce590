import { expect } from 'chai';
import { expectFailure, unknownNames } from './store/describe-store-contract.js';

const outcome = async (run: () => Promise<void>): Promise<string> => {
  try {
    await expectFailure('a case', run);
    return 'accepted';
  } catch (error) {
    return (error as Error).message;
  }
};

describe('skipping cases of the store contract', () => {
  it('accepts a skipped case that fails', async () => {
    expect(await outcome(() => Promise.reject(new Error('not kept')))).to.equal('accepted');
  });

  it('refuses a skipped case that holds', async () => {
    expect(await outcome(() => Promise.resolve())).to.equal(
      '"a case" holds: take it from the list of skipped cases',
    );
  });

  it('tells names that no case has', () => {
    expect(unknownNames(['null clears a value', 'no such case'])).to.deep.equal(['no such case']);
  });
});
