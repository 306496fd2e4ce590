import { expect } from 'chai';
import { codeBlocks, nameOf } from './code-blocks.js';
import { dataChecks } from './data-blocks.js';
import { exceptionOf, exceptions } from './exceptions.js';

/** The languages whose blocks are run or compiled; those of other languages need a check of their own, by page. */
const checkedLanguages = new Set(['sh', 'js', 'ts']);

describe('the code blocks of the documentation', () => {
  it('are checked by a test, or are named with a reason', async () => {
    const blocks = await codeBlocks();
    const unchecked = blocks.filter(
      (block) =>
        !checkedLanguages.has(block.language) &&
        exceptionOf(block) === undefined &&
        !(block.page in dataChecks),
    );
    expect(unchecked.map(nameOf)).to.deep.equal([]);
    expect(blocks.length).to.be.greaterThan(90);
  });

  it('have no exception without a block', async () => {
    const blocks = await codeBlocks();
    const stale = exceptions.filter((exception) => !blocks.some((block) => exceptionOf(block) === exception));
    expect(stale.map(({ page, contains }) => `${page}: ${contains}`)).to.deep.equal([]);
  });
});
