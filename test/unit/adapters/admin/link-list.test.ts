import { expect } from 'chai';
import * as fc from 'fast-check';
import { lastOf, relationOf } from '../../../../src/adapters/delivery/admin/documents/nested.js';
import type { LinkedLabel, LinkOperation } from '../../../../src/adapters/delivery/admin/contract/links.js';
import {
  withLink,
  withMoved,
  withoutLink,
  withPlaced,
  type LinkList,
} from '../../../../src/adapters/delivery/admin/page/entry/link-list.js';
import {
  listAfterSave,
  operationsBetween,
  rebasedList,
} from '../../../../src/adapters/delivery/admin/page/entry/link-operations.js';
import {
  foundAt,
  lengthOf,
  positionOf,
  startOf,
  withRead,
} from '../../../../src/adapters/delivery/admin/page/entry/link-positions.js';
import { applyToList } from '../../../../src/domain/relation/list.js';
import { valueOf } from '../../../contract/results.js';

const label = (documentId: string): LinkedLabel => ({
  documentId,
  label: documentId,
  locale: null,
  state: null,
});
const labels = (ids: string): readonly LinkedLabel[] => Array.from(ids, label);
const letters = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
const idsOf = (links: readonly LinkedLabel[]): string => links.map(({ documentId }) => documentId).join('');

interface Connected {
  readonly documentId: string;
  readonly position?: Readonly<Record<string, string | boolean>>;
}

/** The list on the server after it got these operations. */
function stored(list: string, operations: readonly LinkOperation[]): string {
  const { connect = [], disconnect = [] } = relationOf(lastOf(operations)) as {
    readonly connect?: readonly Connected[];
    readonly disconnect?: readonly Connected[];
  };
  const edit = {
    kind: 'change' as const,
    disconnect: disconnect.map(({ documentId }) => documentId),
    connect: connect.map(({ documentId, position = {} }) => {
      const [[at, anchor] = ['end', true] as const] = Object.entries(position);
      return { target: documentId, at: at as 'end', anchor: typeof anchor === 'string' ? anchor : null };
    }),
  };
  return valueOf(applyToList(list.split(''), edit, (id) => id)).join('');
}

type Act = readonly ['move' | 'remove' | 'add', number, number];
const acts = fc.array(
  fc.tuple(fc.constantFrom<Act[0]>('move', 'move', 'remove', 'add'), fc.nat(20), fc.nat(20)),
  { maxLength: 12 },
);

/** Does to a list what an editor does in its field. */
function edited(list: LinkList, [kind, one, other]: Act, unread = ''): LinkList {
  const { items } = list;
  if (kind === 'add') {
    const added = label('abcdefghijklmnopqrstuvwxyz'[one] ?? 'a');
    return items.some(({ documentId }) => documentId === added.documentId) ? list : withLink(list, added);
  }
  if (kind === 'remove') {
    // A search finds those too that were not read.
    const all = [...items, ...labels(unread)];
    const link = all[one % Math.max(1, all.length)];
    return link === undefined ? list : withoutLink(list, link);
  }
  return withMoved(list, one % Math.max(1, items.length), other % Math.max(1, items.length));
}

describe('the links of a relation in the admin page', () => {
  const moved = (list: LinkList, link: string, to: string): LinkList =>
    withMoved(list, idsOf(list.items).indexOf(link), idsOf(list.items).indexOf(to));

  it('are stored as shown after several moves of the same link', () => {
    const list = { items: labels('ABCD') };
    const now = moved(moved(moved(list, 'B', 'D'), 'A', 'B'), 'B', 'C');
    expect(stored('ABCD', operationsBetween('Tags', list, now))).to.equal(idsOf(now.items));
  });

  it('are stored as shown after any edits, with one operation a link', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.constantFrom(...letters)), acts, (ids, all) => {
        const list = { items: ids.map(label) };
        const now = all.reduce<LinkList>((one, act) => edited(one, act), list);
        const operations = operationsBetween('Tags', list, now);
        expect(stored(ids.join(''), operations)).to.equal(idsOf(now.items));
        expect(lastOf(operations)).to.deep.equal(operations);
      }),
    );
  });

  it('are stored as shown where not all were read, and the others stay as they are', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.constantFrom(...letters), { minLength: 1 }), acts, (ids, all) => {
        const list = { items: ids.map(label), gaps: [{ at: ids.length, count: 3 }] };
        const now = all.reduce<LinkList>((one, act) => edited(one, act, 'XYZ'), list);
        const gone = idsOf(now.removed ?? []);
        const left = ['X', 'Y', 'Z'].filter((id) => !gone.includes(id)).join('');
        const { items, gaps } = now;
        const rest = gaps?.[0]?.at ?? 0;
        const expected = idsOf(items.slice(0, rest)) + left + idsOf(items.slice(rest));
        expect(stored(`${ids.join('')}XYZ`, operationsBetween('Tags', list, now))).to.equal(expected);
      }),
    );
  });

  it('are moved as little as possible', () => {
    const told = (from: string, to: string) =>
      operationsBetween('Tags', { items: labels(from) }, { items: labels(to) });
    expect(told('abc', 'abc')).to.deep.equal([]);
    expect(told('abcde', 'eabcd')).to.deep.equal([
      { kind: 'connect', attribute: 'Tags', documentId: 'e', position: { start: true } },
    ]);
    expect(told('ab', 'ca')).to.deep.equal([
      { kind: 'disconnect', attribute: 'Tags', documentId: 'b' },
      { kind: 'connect', attribute: 'Tags', documentId: 'c', position: { start: true } },
    ]);
  });

  it('keep what others changed meanwhile', () => {
    const rebased = (onto: string, from: string, to: string) => {
      const [was, is] = [{ items: labels(from) }, { items: labels(to) }];
      return idsOf(rebasedList({ items: labels(onto) }, operationsBetween('Tags', was, is), is).items);
    };
    expect(rebased('abx', 'ab', 'ba')).to.equal('bax');
    expect(rebased('b', 'ab', 'acb')).to.equal('bc');
    expect(rebased('ab', 'ab', 'b')).to.equal('b');
  });

  it('are stored as both show them after two people moved them, each of whom may move twice between two saves', () => {
    const moves = fc.array(fc.tuple(fc.constant<Act[0]>('move'), fc.nat(20), fc.nat(20)), {
      minLength: 1,
      maxLength: 2,
    });
    const order = fc.uniqueArray(fc.constantFrom(...letters), { minLength: 2 });
    fc.assert(
      fc.property(order, moves, moves, moves, (ids, firstMoves, secondMoves, laterMoves) => {
        const begun = { items: labels(ids.join('')) };
        const first = firstMoves.reduce<LinkList>((list, act) => edited(list, act), begun);
        const second = secondMoves.reduce<LinkList>((list, act) => edited(list, act), begun);
        const saved = stored(ids.join(''), operationsBetween('links', begun, first));
        expect(saved).to.equal(idsOf(first.items));
        // The second save is refused, as it began from an older version, and is repeated on what is there.
        const operations = operationsBetween('links', begun, second);
        const there = { items: labels(saved) };
        const merged = rebasedList(there, operations, second);
        const both = stored(saved, operationsBetween('links', there, merged));
        expect(both).to.equal(idsOf(merged.items));
        expect(both.split('').sort()).to.deep.equal([...ids].sort());
        // What the second has not placed stays in the order of the first.
        const placed = new Set(operations.map(({ documentId }) => documentId));
        const others = (all: string): string =>
          all
            .split('')
            .filter((id) => !placed.has(id))
            .join('');
        expect(others(both)).to.equal(others(saved));
        // Where the first came back to the same order, the second has theirs.
        if (saved === ids.join('')) expect(both).to.equal(idsOf(second.items));
        const later = laterMoves.reduce<LinkList>((list, act) => edited(list, act), merged);
        expect(stored(both, operationsBetween('links', merged, later))).to.equal(idsOf(later.items));
      }),
    );
  });

  it('stay known after they were saved, though the server answers the first ones', () => {
    const part = (ids: string) => ({ target: 'api::tag.tag', many: true, items: labels(ids), hasMore: true });
    const gap = (at: number, count: number | null = null) => ({ gaps: [{ at, count }] });
    const after = (answer: string, sent: string, rest: number, count: number | null = null) =>
      listAfterSave(part(answer), { items: labels(sent), ...gap(rest, count) });
    expect(after('abc', 'abcdZ', 4)).to.deep.equal({ items: labels('abcdZ'), ...gap(4) });
    expect(after('acx', 'acZ', 2, 5)).to.deep.equal({ items: labels('acxZ'), ...gap(3, 4) });
    expect(after('xab', 'abcZ', 3)).to.deep.equal({ items: labels('xab'), ...gap(3) });
    expect(listAfterSave(part('abc'), { items: labels('abcd') })).to.deep.equal({ items: labels('abcd') });
    const gone = { items: labels('abc'), ...gap(3, 5), removed: labels('X') };
    expect(listAfterSave(part('abc'), gone)).to.deep.equal({ items: labels('abc'), ...gap(3, 4) });
  });

  /** A list on the server, and what is known of it after some pages were read, in any order. */
  const partlyRead = fc
    .tuple(fc.integer({ min: 4, max: 24 }), fc.array(fc.nat(12), { maxLength: 4 }))
    .map(([count, pages]) => {
      const all = labels('abcdefghijklmnopqrstuvwxyz'.slice(0, count));
      const first: LinkList = { items: all.slice(0, 2), gaps: [{ at: 2, count: null }] };
      const read = (start: number) => ({ start, links: all.slice(start, start + 2), total: count });
      const known = pages.map((page) => page * 2).filter((start) => start < count);
      return { all, list: known.reduce((list, start) => withRead(list, read(start)), first) };
    });

  it('have their places, whichever pages were read in whichever order', () => {
    fc.assert(
      fc.property(partlyRead, ({ all, list }) => {
        const isCounted = list.gaps?.every(({ count }) => count !== null) ?? true;
        if (isCounted) expect(lengthOf(list)).to.equal(all.length);
        for (const [index, link] of list.items.entries())
          expect(foundAt(list, positionOf(list, index))).to.deep.equal({ link, index });
        if (!isCounted) return;
        for (const [at, link] of all.entries()) {
          const found = foundAt(list, at);
          if (found !== null && 'link' in found) expect(found.link).to.equal(link);
          else if (found !== null) expect(startOf(list, found.gap) + found.offset).to.equal(at);
        }
      }),
    );
  });

  it('are stored as shown, whichever of them were read and are placed, several at once too', () => {
    const place = fc.tuple(fc.array(fc.nat(30), { minLength: 1, maxLength: 3 }), fc.nat(30), fc.boolean());
    fc.assert(
      fc.property(partlyRead, fc.array(place, { maxLength: 3 }), ({ all, list }, places) => {
        const now = places.reduce<LinkList>((one, [which, anchor, isBefore]) => {
          const { items } = one;
          const links = [...new Set(which.map((at) => items[at % items.length]))].filter(
            (link) => link !== undefined,
          );
          const beside = items[anchor % items.length];
          if (beside === undefined || links.includes(beside)) return one;
          return withPlaced(one, links, isBefore ? { before: beside } : { after: beside });
        }, list);
        const order = stored(idsOf(all), operationsBetween('Tags', list, now));
        // Beside each other as they are shown, wherever nothing unread is between them.
        for (const [at, link] of now.items.entries()) {
          const next = now.items[at + 1];
          const isApart = now.gaps?.some((gap) => gap.at === at + 1) ?? false;
          if (next !== undefined && !isApart)
            expect(order).to.contain(`${link.documentId}${next.documentId}`);
        }
        expect(order.split('').sort().join('')).to.equal(idsOf(all));
        // What was not read is where it was: between the same gaps.
        const known = new Set(now.items.map(({ documentId }) => documentId));
        const unread = idsOf(all.filter(({ documentId }) => !known.has(documentId)));
        expect(
          order
            .split('')
            .filter((id) => !known.has(id))
            .join(''),
        ).to.equal(unread);
        let at = 0;
        for (const [index, gap] of (now.gaps ?? []).entries()) {
          if (gap.count === null) return;
          const last = unread.slice(at, at + gap.count).at(-1);
          at += gap.count;
          const [next] = now.items.slice(gap.at, now.gaps?.[index + 1]?.at);
          if (last !== undefined && next !== undefined) expect(order).to.contain(`${last}${next.documentId}`);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('are read anew behind the first where the list has another length by now', () => {
    const list: LinkList = {
      items: labels('abpq'),
      gaps: [
        { at: 2, count: 3 },
        { at: 4, count: 1 },
      ],
    };
    expect(withRead(list, { links: labels('cd'), start: 2, total: 9 })).to.deep.equal({
      items: labels('abcd'),
      gaps: [{ at: 4, count: 5 }],
    });
  });
});
