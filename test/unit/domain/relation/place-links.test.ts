import { expect } from 'chai';
import * as fc from 'fast-check';
import type { TargetRef } from '../../../../src/domain/plan/write-plan.js';
import type { Anchor, LoadedList } from '../../../../src/domain/plan/write-requirements.js';
import { keyBetween, maxKeyLength } from '../../../../src/domain/relation/place-links.js';
import type { ListPlacement } from '../../../../src/domain/relation/list.js';
import { refKey } from '../../../../src/domain/relation/link-list.js';
import { endsBeside, placeLinks } from '../../../../src/domain/relation/place-links.js';

type ResolvedConnect = ListPlacement<TargetRef>;
const isSame = (a: TargetRef, b: TargetRef): boolean => refKey(a) === refKey(b);

const ref = (n: number): TargetRef => ({ documentId: `d${n}`, locale: '' });
const tick = (n: number): string => `k${n.toString(16).padStart(11, '0')}`;

/**
 * The links that the port promises in `LoadedList`: anchors and moving targets, the nearest links beside the anchors
 * that do not move, and the requested ends.
 */
function neighbourhood(
  list: LoadedList['links'],
  anchors: readonly Anchor[],
  moving: readonly TargetRef[],
  ends: { readonly first: boolean; readonly last: boolean },
): LoadedList {
  const moves = (index: number): boolean =>
    moving.some((one) => isSame(one, (list[index] as (typeof list)[0]).target));
  const wanted = new Set<number>();
  const nearest = (from: number, step: 1 | -1): void => {
    for (let index = from; index >= 0 && index < list.length; index += step) {
      if (!moves(index)) return void wanted.add(index);
    }
  };
  if (ends.first) nearest(0, 1);
  if (ends.last) nearest(list.length - 1, -1);
  for (const [index, { target }] of list.entries()) {
    if (![...anchors, ...moving].some((one) => isSame(one, target))) continue;
    wanted.add(index);
    for (const { side } of anchors.filter((one) => isSame(one, target))) {
      if (side !== 'after' || moves(index)) nearest(index - 1, -1);
      if (side !== 'before' || moves(index)) nearest(index + 1, 1);
    }
  }
  return { links: [...wanted].sort((a, b) => a - b).map((index) => list[index] as (typeof list)[0]) };
}

/** The list as a plain array of names. */
function model(
  list: readonly string[],
  gone: readonly TargetRef[],
  connects: readonly ResolvedConnect[],
): string[] | null {
  let names = list.filter((name) => !gone.some(({ documentId }) => documentId === name));
  for (const { target, at, anchor } of connects) {
    const others = names.filter((name) => name !== target.documentId);
    const beside = anchor === null ? -1 : others.indexOf(anchor.documentId);
    if (anchor !== null && beside < 0) return null;
    const index = { start: 0, end: others.length, before: beside, after: beside + 1 }[at];
    names = others.toSpliced(index, 0, target.documentId);
  }
  return names;
}

const connects = fc.uniqueArray(
  fc.record({ target: fc.nat(9), at: fc.constantFrom('start', 'end', 'before', 'after'), anchor: fc.nat(9) }),
  { selector: ({ target }) => target, maxLength: 6 },
);

describe('placeLinks', () => {
  it('agrees with a plain list, given only the links near the anchors', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.nat(9), { maxLength: 8 }),
        connects,
        fc.array(fc.nat(9), { maxLength: 2 }),
        (initial, asked, away) => {
          const list = initial.map((n, index) => ({ target: ref(n), key: tick(index * 3) }));
          const resolved = asked.map(({ target, at, anchor }): ResolvedConnect => ({
            target: ref(target),
            at,
            anchor: at === 'before' || at === 'after' ? ref(anchor) : null,
          }));
          const gone = away.map(ref);
          const anchors = resolved.flatMap(({ anchor, at }): Anchor[] =>
            anchor === null || (at !== 'before' && at !== 'after') ? [] : [{ ...anchor, side: at }],
          );
          const moving = [...resolved.map(({ target }) => target), ...gone];
          const known = neighbourhood(list, anchors, moving, endsBeside(resolved));
          const ticks = resolved.map((_, index) => tick(1000 + index));

          const placed = placeLinks(known, gone, resolved, ticks);

          const expected = model(
            list.map(({ target }) => target.documentId),
            gone,
            resolved,
          );
          if (expected === null) return void expect(placed.ok).to.equal(false);
          if (!placed.ok || placed.value === null) throw new Error('not placed');
          const keys = new Map(
            list
              .filter(({ target }) => !gone.some((one) => isSame(one, target)))
              .map(({ target, key }) => [target.documentId, key]),
          );
          for (const { target, key } of placed.value) keys.set(target.documentId, key);
          const order = [...keys].sort(([, a], [, b]) => (a < b ? -1 : 1)).map(([name]) => name);
          expect(order).to.deep.equal(expected);
          expect(new Set(keys.values()).size).to.equal(keys.size);
        },
      ),
      { numRuns: 5000 },
    );
  });

  it('names the anchor that is not connected', () => {
    const placed = placeLinks(
      { links: [] },
      [],
      [{ target: ref(1), at: 'after', anchor: ref(2) }],
      [tick(1)],
    );
    if (placed.ok) throw new Error('placed');
    expect(placed.failure).to.deep.include({ code: 'INPUT.INVALID' });
    expect(placed.failure.message).to.include('"d2"');
  });

  it('needs rebalancing if two keys are equal', () => {
    const links = [
      { target: ref(1), key: tick(5) },
      { target: ref(2), key: tick(5) },
    ];
    const placed = placeLinks({ links }, [], [{ target: ref(3), at: 'after', anchor: ref(1) }], [tick(9)]);
    expect(placed).to.deep.equal({ ok: true, value: null });
  });
});

describe('keyBetween', () => {
  it('returns keys in between until they are too long', () => {
    let high = tick(7);
    let inserts = 0;
    for (let key = keyBetween(tick(6), high); key !== null; key = keyBetween(tick(6), high)) {
      expect(key > tick(6) && key < high).to.equal(true);
      expect(key.length).to.be.at.most(maxKeyLength);
      high = key;
      inserts += 1;
    }
    expect(inserts).to.be.greaterThan(500);
  });
});
