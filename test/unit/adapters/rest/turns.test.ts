import { expect } from 'chai';
import { createTurns, type Turns } from '../../../../src/adapters/delivery/rest/server/turns.js';

describe('turns', () => {
  /** Items whose paths are the letters of their names, in the order in which they are added. */
  function waiting(...items: readonly string[]): Turns<string> {
    const turns = createTurns<string>();
    for (const item of items) turns.add([item.charAt(0), item.charAt(1)], item);
    return turns;
  }

  function drained(turns: Turns<string>): readonly string[] {
    const all: string[] = [];
    while (!turns.isEmpty) all.push(turns.next() ?? '');
    return all;
  }

  it('are taken by first keys, within them by the next ones, and within a path in the order of arrival', () => {
    const turns = waiting('ax1', 'ax2', 'ay1', 'bx1', 'bx2', 'ay2');
    expect(drained(turns)).to.deep.equal(['ax1', 'bx1', 'ay1', 'bx2', 'ax2', 'ay2']);
    expect(turns.next()).to.equal(undefined);
  });

  it('that come later follow those that wait', () => {
    const turns = waiting('ax1', 'ax2', 'bx1');
    expect(turns.next()).to.equal('ax1');
    turns.add(['c', 'x'], 'cx1');
    expect(drained(turns)).to.deep.equal(['bx1', 'ax2', 'cx1']);
  });

  it('lose the first items of each path that are due, and no key keeps a turn without items', () => {
    const turns = waiting('ax1', 'ay1', 'bx1', 'ax2', 'by2', 'by1');
    expect(turns.removeWhile((item) => item.endsWith('1'))).to.deep.equal(['ax1', 'ay1', 'bx1']);
    expect(drained(turns)).to.deep.equal(['ax2', 'by2', 'by1']);
    expect(turns.isEmpty).to.equal(true);
  });
});
