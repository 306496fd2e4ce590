import { expect } from 'chai';
import * as fc from 'fast-check';
import { applyToList, type ListEdit } from '../../../../src/domain/relation/list.js';

const itself = (item: string): string => item;

function applied(current: readonly string[], edit: ListEdit<string>): readonly string[] {
  const result = applyToList(current, edit, itself);
  if (!result.ok) throw new Error(result.failure.message);
  return result.value;
}

const place = (
  target: string,
  at: 'start' | 'end' | 'before' | 'after' = 'end',
  anchor: string | null = null,
) => ({
  target,
  at,
  anchor,
});

const change = (connect: readonly ReturnType<typeof place>[], disconnect: readonly string[] = []) =>
  ({ kind: 'change', connect, disconnect }) as const;

describe('applyToList', () => {
  it('replaces the list', () => {
    expect(applied(['x'], { kind: 'set', items: ['b', 'a'] })).to.deep.equal(['b', 'a']);
  });

  it('places items one after the other', () => {
    const edit = change([
      place('d'),
      place('e', 'start'),
      place('f', 'before', 'b'),
      place('g', 'after', 'f'),
    ]);
    expect(applied(['a', 'b', 'c'], edit)).to.deep.equal(['e', 'a', 'f', 'g', 'b', 'c', 'd']);
  });

  it('moves items that are in the list', () => {
    expect(applied(['a', 'b', 'c'], change([place('a')]))).to.deep.equal(['b', 'c', 'a']);
    expect(applied(['a', 'b', 'c'], change([place('c', 'before', 'a')]))).to.deep.equal(['c', 'a', 'b']);
  });

  it('disconnects first, and ignores items that are not in the list', () => {
    expect(applied(['a', 'b'], change([place('a', 'start')], ['a', 'z']))).to.deep.equal(['a', 'b']);
  });

  for (const [title, edit, anchor] of [
    ['not in the list', change([place('a', 'before', 'z')]), 'z'],
    ['disconnected by the same change', change([place('c', 'after', 'b')], ['b']), 'b'],
    ['connected only later', change([place('c', 'after', 'd'), place('d')]), 'd'],
    ['itself', change([place('a', 'after', 'a')]), 'a'],
  ] as const) {
    it(`refuses a place beside an item that is ${title}`, () => {
      const result = applyToList(['a', 'b'], edit, itself);
      expect(!result.ok && result.failure.code).to.equal('INPUT.INVALID');
      expect(!result.ok && result.failure.message).to.contain(`"${anchor}"`);
    });
  }

  const names = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h');
  const connect = fc.array(
    fc.record({ target: names, at: fc.constantFrom('start', 'end', 'before', 'after'), anchor: names }),
    { maxLength: 6 },
  );

  it('never repeats an item, and keeps the order of those that are not placed', () => {
    fc.assert(
      fc.property(fc.uniqueArray(names), connect, fc.array(names), (current, asked, disconnect) => {
        const result = applyToList(current, { kind: 'change', connect: asked, disconnect }, itself);
        if (!result.ok) return;
        const list = result.value;
        const placed = new Set<string>(asked.map(({ target }) => target));
        expect(new Set(list).size).to.equal(list.length);
        expect(list).to.include.members([...placed]);
        const still = current.filter((name) => !placed.has(name) && !disconnect.includes(name));
        expect(list.filter((name) => !placed.has(name))).to.deep.equal(still);
      }),
    );
  });
});
