import { setImmediate } from 'node:timers/promises';
import { secretsOf } from '../../src/adapters/delivery/admin/page/entry/secrets.js';
import { expect } from 'chai';
import * as fc from 'fast-check';
import type { Entry } from '../../src/adapters/delivery/admin/contract/documents.js';
import type { LinkedLabel } from '../../src/adapters/delivery/admin/contract/links.js';
import type { WireSchema } from '../../src/adapters/delivery/admin/contract/types.js';
import {
  isItem,
  itemsIn,
  newItem,
  partWith,
  type Item,
  type ShownPart,
} from '../../src/adapters/delivery/admin/page/entry/component-value.js';
import { contentIn, knownLinks } from '../../src/adapters/delivery/admin/page/entry/content.js';
import type * as journals from '../../src/adapters/delivery/admin/page/entry/journal.js';
import type { Journal, Kept } from '../../src/adapters/delivery/admin/page/entry/journal.js';
import type * as entryStore from '../../src/adapters/delivery/admin/page/entry/entry-store.js';
import { createRules } from '../../src/adapters/delivery/admin/page/entry/rules.js';
import {
  withLink,
  withMoved,
  withoutLink,
  type LinkList,
} from '../../src/adapters/delivery/admin/page/entry/link-list.js';
import { withRead } from '../../src/adapters/delivery/admin/page/entry/link-positions.js';
import { systemPrincipal } from '../../src/domain/permission/permission.js';
import type { PopulateMember } from '../../src/domain/query/query.js';
import type { Attribute, Json } from '../../src/domain/schema/schema.js';
import { valueOf } from '../contract/results.js';
import { dish, note, openAdmin, type AdminWorld, type Browser } from '../http/admin/admin-world.js';

const forgetful: Journal = { read: () => null, write: () => undefined, moveTo: () => undefined };

type Page = Pick<typeof entryStore, 'createEntryStore'>;
type EntryStore = entryStore.EntryStore;
type Linked = { readonly notes: readonly LinkedLabel[] };
type Act =
  | { readonly kind: 'name'; readonly text: string }
  | { readonly kind: 'links' | 'inside' | 'text' | 'item'; readonly at: number; readonly to: number }
  | { readonly kind: 'main' | 'save' | 'undo' | 'redo'; readonly at: number };

/** What the page does with an open entry, without its fields, against a server in memory. */
describe('undo in an entry of the admin page', function () {
  this.timeout(120_000);
  let world: AdminWorld;
  let editor: Browser;
  let schema: WireSchema;
  let notes: readonly LinkedLabel[];
  let page: Page;
  /** Whether writes are done, and their answers lost. */
  let isLosing = false;
  const { document, window, fetch, addEventListener } = globalThis;

  before(async () => {
    world = await openAdmin();
    editor = await world.signedIn('editor');
    Object.assign(globalThis, {
      document: { querySelector: () => null },
      // No timer runs: a test says when it saves.
      window: { setTimeout: () => 0 },
      addEventListener: () => undefined,
      fetch: async (address: string, init: RequestInit) => {
        if (!address.startsWith('/admin/api/')) return fetch(address, init);
        const path = address.slice('/admin/api/'.length);
        const { status, body } = await editor.api(init.method ?? 'GET', path, init.body ?? undefined);
        if (isLosing && init.method === 'PATCH') throw new TypeError('the connection is gone');
        return Response.json(body, { status });
      },
    });
    page = await import('../../src/adapters/delivery/admin/page/entry/entry-store.js');
    const { schema: hash } = (await editor.api('GET', 'start')).body.data;
    schema = (await editor.api('GET', `schema/${hash}`)).body.data;
    notes = await Promise.all(
      Array.from('abcdefg', async (Title) => {
        const { body } = await editor.api('POST', `documents/${note}`, { set: { Title } });
        return { documentId: body.data.documentId as string, label: Title, locale: null, state: null };
      }),
    );
  });
  after(async () => {
    Object.assign(globalThis, { document, window, fetch, addEventListener });
    await world.stop();
  });

  const typeOf = () => {
    const type = schema.types.find(({ uid }) => uid === dish);
    if (type === undefined) throw new Error('there is no dish');
    return type;
  };
  const made = async (set: object, linked: readonly LinkedLabel[] = []): Promise<string> => {
    const links = linked.map(({ documentId }) => ({ kind: 'connect', attribute: 'notes', documentId }));
    const { body } = await editor.api('POST', `documents/${dish}`, { set, links });
    return body.data.documentId as string;
  };
  const entryOf = async (id: string) => (await editor.api('GET', `documents/${dish}/${id}`)).body.data;
  const opened = async (id: string, journal: Journal = forgetful): Promise<EntryStore> =>
    openedAs(id, await entryOf(id), journal);
  const openedAs = (
    id: string | null,
    entry: Entry | null,
    journal: Journal,
    attributes = typeOf().attributes,
  ): EntryStore =>
    page.createEntryStore({
      place: { uid: dish, id, locale: undefined, hasDrafts: true },
      attributes,
      components: schema.components,
      entry,
      origin: null,
      journal,
      created: () => undefined,
    });

  /** What an editor sees, without ids. */
  const bare = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(bare);
    if (!isItem(value)) return value;
    if ('items' in value) return (value as unknown as ShownPart).items.map(({ label }) => label);
    const members = Object.entries(value).filter(([name, member]) => {
      const isNone =
        member === null || (isItem(member) && (member['items'] as readonly Json[])?.length === 0);
      return name !== 'id' && !isNone;
    });
    return Object.fromEntries(members.map(([name, member]) => [name, bare(member ?? null)]));
  };
  const shown = (store: EntryStore, attributes = typeOf().attributes): object =>
    Object.fromEntries(
      ['Name', 'notes', 'main', 'parts'].map((name) => {
        const attribute = attributes.find((one) => one.name === name);
        if (attribute === undefined) throw new Error(name);
        const content = contentIn(store.state.getState(), attribute);
        return [
          name,
          content.kind === 'value'
            ? bare(content.value)
            : content.kind === 'links' && content.list.items.map(({ label }) => label),
        ];
      }),
    );
  const linksIn = (store: EntryStore, name: string): LinkList => {
    const state = store.state.getState();
    return state.edits.links[name] ?? knownLinks(state, name);
  };
  const partsOf = (store: EntryStore): readonly Item[] => {
    const { edits, entry } = store.state.getState();
    return itemsIn(edits.values['parts'] ?? entry?.values['parts'] ?? []);
  };
  /** Adds a link, takes one away, or moves one. */
  const editedLinks = (list: LinkList, at: number, to: number): LinkList => {
    const link = notes[at % notes.length];
    const { length } = list.items;
    if (link === undefined) return list;
    if (!list.items.some(({ documentId }) => documentId === link.documentId)) return withLink(list, link);
    return to % 3 === 0 ? withoutLink(list, link) : withMoved(list, at % length, to % length);
  };
  const setPart = (store: EntryStore, at: number, change: (part: Item) => Item): void => {
    const parts = partsOf(store);
    const part = parts[at % Math.max(1, parts.length)];
    if (part !== undefined) store.setValue('parts', parts.with(parts.indexOf(part), change(part)));
  };

  async function act(store: EntryStore, one: Act): Promise<void> {
    if (one.kind === 'name') return store.setValue('Name', one.text);
    if (one.kind === 'save') return store.save();
    if (one.kind === 'undo' || one.kind === 'redo') return void store.takeBack(one.kind);
    if (one.kind === 'main') return store.setLinks('main', { items: notes.slice(one.at % 7).slice(0, 1) });
    const { at, to } = one as Extract<Act, { readonly to: number }>;
    if (one.kind === 'links') return store.setLinks('notes', editedLinks(linksIn(store, 'notes'), at, to));
    if (one.kind === 'text') return setPart(store, at, (part) => ({ ...part, Text: `text ${to}` }));
    if (one.kind === 'inside')
      return setPart(store, at, (part) => {
        const had = (part['notes'] ?? { target: note, many: true, items: [], hasMore: false }) as Json;
        const { items } = editedLinks({ items: (had as unknown as ShownPart).items }, at, to);
        return { ...part, notes: { ...(had as Item), items } };
      });
    const parts = partsOf(store);
    const from = at % Math.max(1, parts.length);
    if (to % 3 === 0) return store.setValue('parts', [...parts, newItem({ Text: `new ${to}` })]);
    const others = parts.toSpliced(from, 1);
    const part = parts[from];
    if (to % 3 === 1 || part === undefined) return store.setValue('parts', others);
    return store.setValue('parts', others.toSpliced(to % parts.length, 0, part));
  }

  const acts: fc.Arbitrary<readonly Act[]> = fc.array(
    fc.oneof(
      fc.record({ kind: fc.constant('name' as const), text: fc.constantFrom('Rice', 'Fish', 'Soup') }),
      fc.record({
        kind: fc.constantFrom('links', 'inside', 'text', 'item'),
        at: fc.nat(9),
        to: fc.nat(9),
      }),
      fc.record({ kind: fc.constantFrom('main', 'save', 'save', 'undo', 'redo'), at: fc.nat(9) }),
    ),
    { minLength: 3, maxLength: 14 },
  );
  const all = (store: EntryStore, direction: 'undo' | 'redo'): void => {
    while (store.takeBack(direction) !== null);
  };

  it('leads back to what was at first, and on to what was last, with saves at any time', async () => {
    await fc.assert(
      fc.asyncProperty(acts, async (some) => {
        const parts = [{ Text: 'one', notes: [notes[0]?.documentId] }, { Text: 'two' }];
        const id = await made({ Name: 'First', parts }, notes.slice(0, 3));
        const store = await opened(id);
        const first = shown(store);
        for (const one of some) await act(store, one);
        all(store, 'redo');
        const last = shown(store);
        await store.save();
        expect(shown(store)).to.deep.equal(last);
        all(store, 'undo');
        expect(shown(store)).to.deep.equal(first);
        await store.save();
        expect(store.state.getState().problem).to.equal(null);
        expect(Object.keys(store.state.getState().faults)).to.deep.equal([]);
        expect(shown(await opened(id)), 'stored').to.deep.equal(first);
        all(store, 'redo');
        expect(shown(store)).to.deep.equal(last);
        await store.save();
        expect(shown(await opened(id)), 'stored').to.deep.equal(last);
      }),
      { numRuns: 30 },
    );
  });

  it('leads back to no components in an entry that did not exist before, which stays valid', async () => {
    const store = openedAs(null, null, forgetful);
    store.setValue('Name', 'New');
    store.leave();
    store.setValue('parts', [newItem({ Text: 'one' })]);
    await store.save();
    store.takeBack('undo');
    await store.save();
    expect([problemOf(store), store.state.getState().faults]).to.deep.equal([null, {}]);
    expect(store.state.getState().entry?.values['parts']).to.deep.equal([]);
    expect((await store.act('publish'))?.state).to.equal('published');
  });

  it('leads back to the default in an entry that did not exist before, and edits nothing before it is saved', async () => {
    const attributes = typeOf().attributes.map((one) =>
      one.name === 'Name' ? ({ ...one, default: 'Usual' } as Attribute) : one,
    );
    const store = openedAs(null, null, forgetful, attributes);
    const edit = (name: string, value: Json): void => store.put({ [name]: { kind: 'value', value } });
    edit('parts', [newItem({})]);
    edit('Name', 'Other');
    all(store, 'undo');
    expect(store.isUnsaved()).to.equal(false);
    all(store, 'redo');
    await store.save();
    all(store, 'undo');
    await store.save();
    expect(store.state.getState().entry?.values).to.include({ Name: 'Usual' });
  });

  it('leads back to no value in an entry that did not exist before, where the default was cleared', async () => {
    const attributes = typeOf().attributes.map((one) =>
      one.name === 'Name' ? ({ ...one, default: 'Usual' } as Attribute) : one,
    );
    const store = openedAs(null, null, forgetful, attributes);
    const name = attributes.filter((one) => one.name === 'Name');
    const missing = () =>
      createRules({ ...typeOf(), attributes: name }, []).unpublishable(store.state.getState());
    expect(shown(store, attributes)).to.include({ Name: 'Usual' });
    expect(missing()).to.deep.equal([]);
    store.setValue('Name', null);
    expect(missing().map(({ path }) => path)).to.deep.equal([['Name']]);
    store.leave();
    store.setValue('Name', 'x');
    store.takeBack('undo');
    expect(shown(store, attributes)).to.include({ Name: null });
    await store.save();
    expect(store.state.getState().entry?.values).to.include({ Name: null });
    expect(missing().map(({ path }) => path)).to.deep.equal([['Name']]);
  });

  it('keeps the ids of components that are stored, and makes those anew that are not', async () => {
    const store = await opened(await made({ Name: 'Ids', parts: [{ Text: 'one' }] }));
    const idsOf = () => itemsIn(store.state.getState().entry?.values['parts'] ?? null).map(({ id }) => id);
    const [first] = idsOf();
    store.setValue('parts', [...partsOf(store), newItem({ Text: 'two' })]);
    await store.save();
    const [, second] = idsOf();
    setPart(store, 1, (part) => ({ ...part, Text: 'three' }));
    await store.save();
    store.takeBack('undo');
    await store.save();
    expect([idsOf(), shown(store)]).to.deep.equal([
      [first, second],
      { Name: 'Ids', notes: [], main: [], parts: [{ Text: 'one' }, { Text: 'two' }] },
    ]);
    store.takeBack('undo');
    await store.save();
    store.takeBack('redo');
    await store.save();
    const [, third] = idsOf();
    expect(third).not.to.be.oneOf([first, second, undefined]);
    store.takeBack('redo');
    await store.save();
    expect(idsOf()).to.deep.equal([first, third]);
  });

  it('keeps what others have changed since, and says so', async () => {
    const id = await made({ Name: 'Mine', parts: [{ Text: 'one' }] });
    const store = await opened(id);
    store.put({
      Name: { kind: 'value', value: 'Typed' },
      main: { kind: 'links', list: { items: notes.slice(0, 1) } },
    });
    await store.save();
    setPart(store, 0, (part) => ({ ...part, Text: 'mine' }));
    await editor.api('PATCH', `documents/${dish}/${id}`, { set: { Name: 'Theirs' } });
    await store.save();
    expect(store.takeBack('undo'))
      .to.include({ direction: 'undo' })
      .and.to.deep.include({ names: ['parts'] });
    expect(store.takeBack('undo')).to.deep.include({ names: ['main'], kept: ['Name'] });
    await store.save();
    expect(shown(await opened(id))).to.deep.equal({
      Name: 'Theirs',
      notes: [],
      main: [],
      parts: [{ Text: 'one' }],
    });
    expect(store.takeBack('undo')).to.equal(null);
  });

  it('repeats what was done to links on those that others have left', async () => {
    const id = await made({ Name: 'Links' }, notes.slice(0, 3));
    const store = await opened(id);
    store.setLinks('notes', withMoved(linksIn(store, 'notes'), 2, 0));
    const links = [{ kind: 'disconnect', attribute: 'notes', documentId: notes[1]?.documentId }];
    await editor.api('PATCH', `documents/${dish}/${id}`, { links });
    await store.save();
    expect(shown(store)).to.deep.include({ notes: ['c', 'a'] });
    expect(shown(await opened(id))).to.deep.include({ notes: ['c', 'a'] });
    expect(store.takeBack('undo')).to.deep.include({ names: [], kept: ['notes'] });
    expect(shown(store)).to.deep.include({ notes: ['c', 'a'] });
  });

  it('asks whose link stays where there can be one', async () => {
    const linked = (name: string | null) => ({
      links: notes
        .filter(({ label }) => label === name)
        .map(({ documentId }) => ({ kind: 'connect', attribute: 'main', documentId })),
    });
    for (const [choice, mine, is] of [
      ['mine', ['b'], ['b']],
      ['mine', [], []],
      ['theirs', ['b'], ['c']],
    ] as const) {
      const id = await made({ Name: 'Links' });
      await editor.api('PATCH', `documents/${dish}/${id}`, linked('a'));
      const store = await opened(id);
      store.setLinks('main', { items: notes.filter(({ label }) => mine.some((one) => one === label)) });
      await editor.api('PATCH', `documents/${dish}/${id}`, linked('c'));
      await store.save();
      expect(problemOf(store)).to.deep.include({ kind: 'conflict', names: ['main'] });
      expect(shown(await opened(id))).to.deep.include({ main: ['c'] });
      store.settle('main', choice);
      expect(shown(store)).to.deep.include({ main: is });
      await store.save();
      expect(problemOf(store)).to.equal(null);
      expect(shown(await opened(id))).to.deep.include({ main: is });
    }
  });

  it('asks nothing about links to one that are the same, or were left as they were', async () => {
    const id = await made({ Name: 'Links' });
    const [first, second] = [await opened(id), await opened(id)];
    for (const store of [first, second]) store.setLinks('main', { items: notes.slice(0, 1) });
    await first.save();
    await second.save();
    expect(problemOf(second)).to.equal(null);
    first.setValue('Name', 'Other');
    await first.save();
    second.setLinks('main', { items: notes.slice(1, 2) });
    await second.save();
    expect(problemOf(second)).to.equal(null);
    expect(shown(await opened(id))).to.deep.include({ Name: 'Other', main: ['b'] });
  });

  it('goes back by the last hundred steps, of five million characters together', async () => {
    const store = await opened(await made({ Name: '' }));
    const steps = () => store.state.getState().steps.undo.length;
    for (let at = 1; at <= 103; at += 1) {
      store.setValue('Name', `${at}`);
      store.leave();
    }
    expect(steps()).to.equal(100);
    all(store, 'undo');
    expect(shown(store)).to.deep.include({ Name: '3' });
    for (const letter of ['a', 'b', 'c']) {
      store.setValue('Name', letter.repeat(1_500_000));
      store.leave();
    }
    expect(steps()).to.equal(1);
    store.setValue('Name', 'd'.repeat(6_000_000));
    expect(steps()).to.equal(0);
  });

  it('takes back that all edits were given up', async () => {
    const store = await opened(await made({ Name: 'First' }, notes.slice(0, 2)));
    store.setLinks('notes', withMoved(linksIn(store, 'notes'), 1, 0));
    store.setValue('Name', 'Second');
    store.forget();
    expect(shown(store)).to.deep.include({ Name: 'First', notes: ['a', 'b'] });
    store.takeBack('undo');
    await store.save();
    expect(shown(store)).to.deep.include({ Name: 'Second', notes: ['b', 'a'] });
  });

  it('takes back what is on its way to the server', async () => {
    const id = await made({ Name: 'First' }, notes.slice(0, 2));
    const store = await opened(id);
    store.setValue('Name', 'Second');
    store.setLinks('notes', withLink(linksIn(store, 'notes'), notes[3] as LinkedLabel));
    const saved = store.save();
    all(store, 'undo');
    await saved;
    expect(shown(store)).to.deep.include({ Name: 'First', notes: ['a', 'b'] });
    await store.save();
    expect(shown(await opened(id))).to.deep.include({ Name: 'First', notes: ['a', 'b'] });
  });

  it('leaves what is being typed out of a save that another field caused, until its pause or all is saved', async () => {
    const id = await made({ Name: 'First', parts: [{ Text: 'one' }] });
    const store = await opened(id);
    const typed = (Text: string): void => setPart(store, 0, (part) => ({ ...part, Text }));
    const saved = async (Name: string): Promise<void> => {
      for (;;) {
        if (!store.state.getState().isSaving && (await entryOf(id)).values.Name === Name) return;
        // Some work goes on in a later turn only.
        await setImmediate();
      }
    };
    store.setValue('Name', 'Second');
    store.leave('Name');
    typed('t');
    await saved('Second');
    expect(shown(await opened(id))).to.deep.include({ parts: [{ Text: 'one' }] });
    const begun = new Promise<void>((resolve) => {
      store.state.subscribe(({ isSaving }) => isSaving && resolve());
    });
    const before = store.save();
    await begun;
    store.setValue('Name', 'Third');
    store.leave('Name');
    typed('tw');
    await before;
    await saved('Third');
    expect(shown(await opened(id))).to.deep.include({ parts: [{ Text: 't' }] });
    typed('two');
    await store.save();
    expect(shown(await opened(id))).to.deep.include({ Name: 'Third', parts: [{ Text: 'two' }] });
  });

  const problemOf = ({ state }: EntryStore) => state.getState().problem;

  it('says what was not done until it is read, and saves meanwhile', async () => {
    const id = await made({ Name: 'One' });
    const store = await opened(id);
    expect(await store.act('history/none/restore')).to.equal(null);
    const failed = problemOf(store);
    expect(failed?.action).to.equal('history/none/restore');
    store.setValue('Name', 'Two');
    const saving = store.save();
    await setImmediate();
    store.setValue('Name', 'Three');
    await Promise.all([saving, store.save()]);
    expect((await entryOf(id)).values.Name).to.equal('Three');
    expect(problemOf(store)).to.equal(failed);
    await store.retry();
    expect(problemOf(store)).to.equal(null);
  });

  describe('where the content-type has lost an attribute since', () => {
    const later: Kept['edits'] = { values: { Lost: 'typed', Name: 'Two' }, links: {}, files: {}, texts: {} };

    it('saves the rest, and says it at the field while that is still shown', async () => {
      const id = await made({ Name: 'One' });
      const store = await opened(id);
      store.setValue('Lost', 'typed');
      store.setValue('Name', 'Two');
      await store.save();
      expect((await entryOf(id)).values.Name).to.equal('Two');
      expect(problemOf(store)).to.equal(null);
      expect(Object.keys(store.state.getState().faults)).to.deep.equal(['Lost']);
    });

    it('keeps what was typed there in an earlier visit until it is deleted, saves the rest, and publishes', async () => {
      const id = await made({ Name: 'One' });
      let kept: Kept | null = { edits: later, revision: 'older' };
      const journal: Journal = {
        ...forgetful,
        read: () => kept,
        write: (written) => void (kept = written),
      };
      const store = await opened(id, journal);
      store.setValue('Name', 'Three');
      await store.save();
      if (problemOf(store)?.kind === 'conflict') store.settle('Name', 'mine');
      await store.save();
      expect((await entryOf(id)).values.Name).to.equal('Three');
      expect(store.lost()).to.deep.equal(['Lost']);
      expect(kept.edits.values).to.deep.equal({ Lost: 'typed' });
      expect((await store.act('publish'))?.state).to.equal('published');
      expect(store.lost()).to.deep.equal(['Lost']);
      store.drop('Lost');
      expect([store.lost(), kept.edits.values, store.isUnsaved()]).to.deep.equal([[], {}, false]);
    });
  });

  describe('where an answer is lost', () => {
    let kept: Kept | null;
    /** As in the storage of a browser. */
    const journal: Journal = {
      ...forgetful,
      read: () => structuredClone(kept),
      write: (written) => void (kept = JSON.parse(JSON.stringify(written)) as Kept),
    };
    const part = (Text: string) => newItem({ Text });
    let id: string;
    let store: EntryStore;

    beforeEach(async () => {
      kept = null;
      id = await made({ Name: 'One' }, notes.slice(0, 2));
      store = await opened(id, journal);
      store.setValue('Name', 'Two');
      store.setValue('parts', [part('first')]);
      store.setLinks('notes', withLink(linksIn(store, 'notes'), notes[3] as LinkedLabel));
      isLosing = true;
      await store.save();
      expect(shown(await opened(id))).to.include({ Name: 'Two' });
    });
    afterEach(() => void (isLosing = false));

    it('asks nothing about what it saved itself, and announces it to nobody', async () => {
      isLosing = false;
      store.setValue('Name', 'Three');
      store.setValue('parts', [part('other')]);
      await store.retry();
      expect([problemOf(store), store.state.getState().merged]).to.deep.equal([null, null]);
      const linked = ['a', 'b', 'd'];
      expect(shown(await opened(id))).to.deep.include({
        Name: 'Three',
        notes: linked,
        parts: [{ Text: 'other' }],
      });
    });

    it('nor where the tab has died, nor about what is typed after it', async () => {
      store.setValue('Name', 'Three');
      await store.flush();
      isLosing = false;
      const again = await opened(id, journal);
      setPart(again, 0, (one) => ({ ...one, Text: 'other' }));
      again.setLinks('main', { items: notes.slice(1, 2) });
      await again.save();
      expect([problemOf(again), again.state.getState().merged]).to.deep.equal([null, null]);
      expect(shown(await opened(id))).to.deep.include({
        Name: 'Three',
        notes: ['a', 'b', 'd'],
        main: ['b'],
        parts: [{ Text: 'other' }],
      });
    });

    it('takes away the link that was saved without an answer, and leaves the order that is shown', async () => {
      const left = withMoved(withoutLink(linksIn(store, 'notes'), notes[3] as LinkedLabel), 1, 0);
      store.setLinks('notes', left);
      await store.save();
      store.setLinks('notes', withMoved(linksIn(store, 'notes'), 1, 0));
      isLosing = false;
      await store.flush();
      const again = await opened(id, journal);
      expect(shown(again)).to.deep.include({ notes: ['a', 'b'] });
      await again.save();
      expect(shown(await opened(id))).to.deep.include({ notes: ['a', 'b'] });
      store.setLinks('notes', withoutLink(linksIn(store, 'notes'), notes[0] as LinkedLabel));
      isLosing = true;
      await store.retry();
      store.setLinks('notes', { items: notes.slice(0, 2) });
      isLosing = false;
      await store.retry();
      expect(shown(await opened(id))).to.deep.include({ notes: ['a', 'b'] });
    });

    it('asks about what others have changed since, and about nothing else', async () => {
      store.setValue('Name', 'Three');
      await store.flush();
      isLosing = false;
      await editor.api('PATCH', `documents/${dish}/${id}`, { set: { Name: 'Theirs' } });
      const again = await opened(id, journal);
      setPart(again, 0, (one) => ({ ...one, Text: 'other' }));
      await again.save();
      expect(problemOf(again)).to.deep.include({ kind: 'conflict', names: ['Name'] });
    });
  });

  describe('what windows keep in the browser', () => {
    const stored = Object.getOwnPropertyDescriptor(globalThis, 'localStorage');
    let storage: Record<string, unknown>;
    let openJournal: typeof journals.openJournal;
    let ownWindow: string;

    before(async () => {
      ({ openJournal } = await import('../../src/adapters/delivery/admin/page/entry/journal.js'));
      ({ ownWindow } = await import('../../src/adapters/delivery/admin/page/entry/other-windows.js'));
    });
    beforeEach(() => {
      const methods = {
        getItem: (key: string) => storage[key] ?? null,
        setItem: (key: string, text: string) => void (storage[key] = text),
        removeItem: (key: string) => void delete storage[key],
      };
      // As in a browser, only what is stored can be listed.
      storage = Object.create(methods) as Record<string, unknown>;
      Object.defineProperty(globalThis, 'localStorage', { value: storage, configurable: true });
    });
    after(() => {
      if (stored === undefined) delete (globalThis as { localStorage?: unknown }).localStorage;
      else Object.defineProperty(globalThis, 'localStorage', stored);
    });

    const gone: ReadonlySet<string> = new Set();
    const journalOf = (id: string, others = gone) =>
      openJournal('me', { uid: dish, id, locale: undefined, hasDrafts: true }, secretsOf([], []), others);
    const openedIn = (id: string, others = gone) => opened(id, journalOf(id, others));
    /** Has all that is kept be of another window. */
    const leaveTo = (window: string): void => {
      for (const [key, text] of Object.entries(storage)) {
        delete storage[key];
        storage[key.replace(ownWindow, window)] = text;
      }
    };

    it('is left to each while it is open, and taken over when it is gone', async () => {
      const id = await made({ Name: 'One' });
      const first = await openedIn(id);
      first.setValue('Name', 'Unsaved');
      first.release(true);
      leaveTo('first');
      const second = await openedIn(id, new Set(['first']));
      expect(shown(second)).to.include({ Name: 'One' });
      second.setLinks('main', { items: notes.slice(0, 1) });
      await second.save();
      expect(Object.keys(storage)).to.have.length(1);
      const third = await openedIn(id);
      expect(shown(third)).to.deep.include({ Name: 'Unsaved', main: ['a'] });
      await third.save();
      expect(problemOf(third)).to.equal(null);
      expect(Object.keys(storage)).to.deep.equal([]);
      expect(shown(await opened(id))).to.deep.include({ Name: 'Unsaved', main: ['a'] });
    });

    it('is put together, and of what two have changed it is asked', async () => {
      const id = await made({ Name: 'One', parts: [] });
      for (const [Name, Text] of [
        ['Early', 'part'],
        ['Late', null],
      ] as const) {
        const store = await openedIn(id, new Set(['Early']));
        store.setValue('Name', Name);
        if (Text !== null) store.setValue('parts', [newItem({ Text })]);
        store.release(true);
        leaveTo(Name);
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
      const store = await openedIn(id);
      expect(shown(store)).to.deep.include({ Name: 'Late', parts: [] });
      await store.save();
      const again = await openedIn(id);
      expect(shown(again)).to.deep.include({ Name: 'Early', parts: [{ Text: 'part' }] });
      await again.save();
      expect(problemOf(again)).to.deep.include({ kind: 'conflict', names: ['Name'] });
    });

    it('stays where an answer comes that was for what the window showed before', async () => {
      const id = await made({ Name: 'One' });
      const before = await openedIn(id);
      const read = await entryOf(id);
      before.setValue('Name', 'Two');
      const saved = before.flush();
      const now = openedAs(id, read, journalOf(id));
      expect(shown(now)).to.include({ Name: 'Two' });
      now.setValue('Name', 'Three');
      now.release(true);
      await saved;
      before.setValue('Name', 'Four');
      before.release(true);
      const again = await openedIn(id);
      expect(shown(again)).to.include({ Name: 'Three' });
      await again.save();
      expect(problemOf(again)).to.equal(null);
      expect(shown(await opened(id))).to.include({ Name: 'Three' });
    });
  });

  /** One after the other: a server refuses more at once than its store has connections for. */
  const manyNotes = async (): Promise<readonly string[]> => {
    const ids: string[] = [];
    for (let at = 0; at < 27; at += 1) {
      const { body } = await editor.api('POST', `documents/${note}`, { set: { Title: `${at}` } });
      ids.push(body.data.documentId as string);
    }
    return ids;
  };

  /** What is stored of an attribute, with all its links. */
  const storedIn = async (id: string, member: PopulateMember): Promise<unknown> => {
    const found = await world.parts.documents.findOne(systemPrincipal, {
      type: dish,
      action: 'findOne',
      documentId: id,
      range: { offset: 0, limit: 1 },
      count: false,
      layer: 'draft',
      populate: { all: false, members: [member] },
    });
    return valueOf(found).answer.documents()[0]?.[member.name];
  };

  /** Reads a page of links, as when it is scrolled to. */
  const readMore = async (store: EntryStore, id: string, page: number): Promise<void> => {
    const asked = `pagination[page]=${page + 1}&pagination[pageSize]=4&pagination[withCount]=true&status=draft`;
    const { body } = await editor.api('GET', `documents/${dish}/${id}/links/notes?${asked}`);
    const { total } = body.meta.pagination;
    await store.addKnown('notes', (known) => withRead(known, { links: body.data, start: page * 4, total }));
  };

  it('leads back and on among links of which some were read', async () => {
    const many = await manyNotes();
    const storedOf = async (id: string): Promise<readonly string[]> =>
      ((await storedIn(id, { name: 'notes' })) as readonly LinkedLabel[]).map(({ documentId }) => documentId);
    await fc.assert(
      fc.asyncProperty(acts, async (some) => {
        const links = many.map((documentId) => ({ kind: 'connect', attribute: 'notes', documentId }));
        const { body } = await editor.api('POST', `documents/${dish}`, { set: { Name: 'Long' }, links });
        const id = body.data.documentId as string;
        const store = await opened(id);
        for (const one of some) {
          if (one.kind !== 'links' && one.kind !== 'inside') {
            if (one.kind === 'save') await store.save();
            if (one.kind === 'undo' || one.kind === 'redo') store.takeBack(one.kind);
            if (one.kind === 'main') await readMore(store, id, one.at);
            continue;
          }
          const list = linksIn(store, 'notes');
          const [from, to] = [one.at * 3, 25 - one.to].map((at) => at % list.items.length) as [
            number,
            number,
          ];
          const link = list.items[from];
          if (one.kind === 'links') store.setLinks('notes', editedLinks(list, one.at, one.to));
          else if (one.to % 3 === 0 && link !== undefined) store.setLinks('notes', withoutLink(list, link));
          else store.setLinks('notes', withMoved(list, from, to));
        }
        all(store, 'redo');
        await store.save();
        const last = await storedOf(id);
        all(store, 'undo');
        await store.save();
        expect(await storedOf(id)).to.deep.equal(many);
        all(store, 'redo');
        await store.save();
        expect(await storedOf(id)).to.deep.equal(last);
      }),
      { numRuns: 20 },
    );
  });

  it('takes away no link that was not read, though a component changes while it is saved', async () => {
    const many = await manyNotes();
    const id = await made({ Name: 'Many', parts: [{ Text: 'one', notes: many }] });
    const store = await opened(id);
    setPart(store, 0, (part) => {
      const notesOf = part['notes'] as unknown as ShownPart;
      const list = { items: notesOf.items, gaps: [{ at: notesOf.items.length, count: null }] };
      return {
        ...part,
        notes: partWith(notesOf, withoutLink(list, list.items[3] as LinkedLabel)) as unknown as Json,
      };
    });
    const saved = store.save();
    setPart(store, 0, (part) => ({ ...part, Text: 'two' }));
    await saved;
    await store.save();
    const [part] = (await storedIn(id, {
      name: 'parts',
      populate: { all: false, members: [{ name: 'notes' }] },
    })) as readonly Linked[];
    expect(part?.notes.map(({ documentId }) => documentId)).to.deep.equal(many.toSpliced(3, 1));
  });

  it('leaves out components whose links are not all known', async () => {
    const many = await manyNotes();
    const store = await opened(await made({ Name: 'Many', parts: [{ Text: 'one', notes: many }] }));
    const [part] = partsOf(store);
    store.setValue('parts', []);
    expect(store.takeBack('undo')).to.deep.include({ names: ['parts'], leftOut: [] });
    expect(partsOf(store)).to.deep.equal([part]);
    setPart(store, 0, (one) => ({ ...one, Text: 'two' }));
    store.setValue('parts', []);
    await store.save();
    expect(store.takeBack('undo')).to.deep.include({ names: [], leftOut: ['parts'] });
    expect([partsOf(store), store.takeBack('undo')?.kept]).to.deep.equal([[], ['parts']]);
  });

  it('is one step for a text that is typed, until its field is left', async () => {
    const store = await opened(await made({ Name: '', parts: [{ Text: '' }, { Text: '' }] }));
    const steps = () => store.state.getState().steps.undo.length;
    for (const text of ['a', 'ab', 'abc']) store.setValue('Name', text);
    for (const at of [0, 1])
      for (const Text of ['x', 'xy']) setPart(store, at, (part) => ({ ...part, Text }));
    expect(steps()).to.equal(3);
    store.leave();
    setPart(store, 1, (part) => ({ ...part, Text: 'xyz' }));
    expect(steps()).to.equal(4);
    store.setValue('Name', 'follows', true);
    expect(steps()).to.equal(4);
    expect(store.takeBack('undo')?.names).to.have.members(['parts', 'Name']);
  });
});
