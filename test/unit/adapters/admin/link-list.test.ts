import { expect } from 'chai';
import * as fc from 'fast-check';
import { lastOf, relationOf } from '../../../../src/adapters/delivery/admin/documents/nested.js';
import type { LinkedLabel, LinkOperation } from '../../../../src/adapters/delivery/admin/contract/links.js';
import {
  listAfterSave,
  operationsBetween,
  rebasedList,
  withLink,
  withMoved,
  withoutLink,
  type LinkList,
} from '../../../../src/adapters/delivery/admin/page/entry/link-list.js';
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
        const list = { items: ids.map(label), rest: ids.length };
        const now = all.reduce<LinkList>((one, act) => edited(one, act, 'XYZ'), list);
        const gone = idsOf(now.removed ?? []);
        const left = ['X', 'Y', 'Z'].filter((id) => !gone.includes(id)).join('');
        const { items, rest = 0 } = now;
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

  it('stay known after they were saved, though the server answers the first ones', () => {
    const part = (ids: string) => ({ target: 'api::tag.tag', many: true, items: labels(ids), hasMore: true });
    const after = (answer: string, sent: string, rest: number) =>
      listAfterSave(part(answer), { items: labels(sent), rest });
    expect(after('abc', 'abcdZ', 4)).to.deep.equal({ items: labels('abcdZ'), rest: 4 });
    expect(after('acx', 'acZ', 2)).to.deep.equal({ items: labels('acxZ'), rest: 3 });
    expect(after('xab', 'abcZ', 3)).to.deep.equal({ items: labels('xab'), rest: 3 });
  });
});
