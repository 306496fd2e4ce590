import { expect } from 'chai';
import type { NestedPart } from '../../../src/adapters/delivery/admin/contract/links.js';
import { systemPrincipal } from '../../../src/domain/permission/permission.js';
import { valueOf } from '../../contract/results.js';
import { dish, note, openAdmin, type AdminWorld, type Browser } from './admin-world.js';

/** A component with links. */
interface Part {
  readonly Text: string;
  readonly notes: NestedPart;
}

describe('content by the admin API', () => {
  let world: AdminWorld;
  let editor: Browser;

  before(async () => {
    world = await openAdmin();
    editor = await world.signedIn('editor');
  });
  after(async () => {
    await world.stop();
    expect(world.errors).to.deep.equal([]);
  });

  const made = async (uid: string, body: object): Promise<string> => {
    const answer = await editor.api('POST', `documents/${uid}`, body);
    expect(answer.status, JSON.stringify(answer.body)).to.equal(201);
    return answer.body.data.documentId as string;
  };
  const entryOf = async (id: string, query = '') =>
    (await editor.api('GET', `documents/${dish}/${id}${query}`)).body.data;

  it('starts with rights, locales and a schema by its hash', async () => {
    const { data } = (await editor.api('GET', 'start')).body;
    expect(Object.keys(data.rights))
      .to.include.members([dish, note])
      .and.not.include('plugin::admin.administrator');
    const shape = await editor.api('GET', `schema/${data.schema}`);
    expect(shape.headers.get('cache-control')).to.include('immutable');
    const type = shape.body.data.types.find(({ uid }: { uid: string }) => uid === dish);
    expect(type.label).to.equal('Name');
    expect(JSON.stringify(type.attributes)).to.include('"parts"').and.not.include('Secret');
    expect((await editor.api('GET', `schema/${'0'.repeat(32)}`)).status).to.equal(404);
  });

  it('shows the attributes that one may read or write, not those of what one may publish', async () => {
    const grants = [
      { uid: dish, actions: ['findDrafts'], fields: ['Name'] },
      { uid: dish, actions: ['update'], fields: ['Name', 'main'] },
      { uid: dish, actions: ['publish', 'unpublish', 'discardDraft', 'delete'] },
    ];
    valueOf(await world.parts.administration.createRole(systemPrincipal, { name: 'publisher', grants }));
    const publisher = await world.signedIn('publisher');
    const { schema } = (await publisher.api('GET', 'start')).body.data;
    const [type] = (await publisher.api('GET', `schema/${schema}`)).body.data.types;
    const content = type.attributes.filter(({ system }: { system?: boolean }) => system !== true);
    expect(content.map(({ name }: { name: string }) => name)).to.have.members(['Name', 'main']);
  });

  it('writes drafts with values, components and links in their order', async () => {
    const [one, two, three] = [
      await made(note, { set: { Title: 'One' } }),
      await made(note, { set: { Title: 'Two' } }),
      await made(note, { set: { Title: 'Three' } }),
    ];
    const id = await made(dish, {
      set: { Name: 'Poke', parts: [{ Text: 'Rice', note: { documentId: one } }] },
      links: [
        { kind: 'connect', attribute: 'notes', documentId: one },
        { kind: 'connect', attribute: 'notes', documentId: two },
        { kind: 'connect', attribute: 'main', documentId: two },
      ],
    });
    const links = [
      { kind: 'connect', attribute: 'notes', documentId: three, position: { before: one } },
      { kind: 'disconnect', attribute: 'notes', documentId: two },
      { kind: 'connect', attribute: 'notes', documentId: two, position: { start: true } },
      { kind: 'disconnect', attribute: 'main', documentId: two },
    ];
    const changed = await editor.api('PATCH', `documents/${dish}/${id}`, { links });
    expect(changed.status, JSON.stringify(changed.body)).to.equal(200);
    const { data } = changed.body;
    const labels = data.links.notes.items.map(({ label }: { label: string }) => label);
    expect(labels).to.deep.equal(['Two', 'Three', 'One']);
    expect(data.links.main).to.deep.equal({ target: note, many: false, items: [], hasMore: false });
    expect(data.state).to.equal('draft');
    expect(data.values.Name).to.equal('Poke');
    expect(data.values.parts[0]).to.include({ Text: 'Rice' });
    expect(data.values.parts[0].note).to.deep.equal({
      target: note,
      many: false,
      items: [{ documentId: one, label: 'One', locale: null, state: null }],
      hasMore: false,
    });
    expect(data.may).to.deep.equal({
      update: true,
      delete: true,
      publish: true,
      unpublish: true,
      discardDraft: true,
    });
    const page = await editor.api(
      'GET',
      `documents/${dish}/${id}/links/notes?pagination[page]=2&pagination[pageSize]=2`,
    );
    expect(page.body.data.map(({ label }: { label: string }) => label)).to.deep.equal(['One']);
    expect(page.body.meta.pagination).to.deep.equal({ page: 2, pageSize: 2, hasMore: false });
    const counted = await editor.api('GET', `documents/${dish}/${id}/links/notes?pagination[withCount]=true`);
    expect(counted.body.meta.pagination).to.include({ total: 3, hasMore: false });
    const candidates = await editor.api('GET', `candidates/${dish}/notes?search=thr`);
    expect(candidates.body.data.map(({ documentId }: { documentId: string }) => documentId)).to.deep.equal([
      three,
    ]);
    for (const list of [
      `documents/${dish}`,
      `documents/${dish}/${id}/links/notes`,
      `candidates/${dish}/notes`,
      'media',
    ]) {
      const refused = await editor.api('GET', `${list}?search=${'x'.repeat(201)}`);
      expect([refused.status, refused.body.error?.message], list).to.deep.equal([400, 'Invalid search']);
    }
  });

  it('changes relations and files inside of components, and keeps what it is not told to change', async () => {
    const [one, two] = [
      await made(note, { set: { Title: 'One' } }),
      await made(note, { set: { Title: 'Two' } }),
    ];
    const id = await made(dish, { set: { Name: 'Poke', parts: [{ Text: 'Rice', notes: [one] }] } });
    const path = `documents/${dish}/${id}`;
    const write = async (change: (part: Part) => object): Promise<Part> => {
      const [part] = (await entryOf(id)).values.parts;
      const { status, body } = await editor.api('PATCH', path, { set: { parts: [change(part)] } });
      expect(status, JSON.stringify(body)).to.equal(200);
      return body.data.values.parts[0];
    };
    const labels = (part: Part): readonly string[] => part.notes.items.map(({ label }) => label);
    const same = await write((part) => ({ ...part, Text: 'Brown rice' }));
    expect([same.Text, labels(same)]).to.deep.equal(['Brown rice', ['One']]);
    const connect = { attribute: 'notes', kind: 'connect', documentId: two, position: { before: one } };
    const more = await write((part) => ({
      ...part,
      notes: { ...part.notes, items: [], operations: [connect] },
    }));
    expect(labels(more)).to.deep.equal(['Two', 'One']);
    const disconnect = { attribute: 'notes', kind: 'disconnect', documentId: one };
    const less = await write((part) => ({ ...part, notes: { ...part.notes, operations: [disconnect] } }));
    expect(labels(less)).to.deep.equal(['Two']);
    const copy = await write((part) => ({ ...part, id: null }));
    expect(labels(copy)).to.deep.equal(['Two']);
    const none = await write((part) => ({ ...part, notes: { ...part.notes, items: [], replaces: true } }));
    expect(labels(none)).to.deep.equal([]);
    for (const wrong of [{ items: 1 }, { items: [{}] }, { items: [], operations: [{ kind: 'drop' }] }]) {
      const refused = await editor.api('PATCH', path, { set: { parts: [{ notes: wrong }] } });
      expect(refused.status, JSON.stringify(wrong)).to.equal(400);
    }
    expect((await entryOf(id)).values.parts[0].Text).to.equal('Brown rice');
  });

  it('lists what may be linked inside of a component of the type, and of no other', async () => {
    const id = await made(note, { set: { Title: 'Linkable' } });
    const ask = (query: string) => editor.api('GET', `candidates/${dish}/notes?search=linkable&${query}`);
    const found = await ask('component=menu.part');
    expect(found.body.data.map(({ documentId }: { documentId: string }) => documentId)).to.deep.equal([id]);
    for (const query of ['component=menu.other', 'component=', 'component[x]=1'])
      expect((await ask(query)).status, query).to.equal(404);
    expect((await editor.api('GET', `candidates/${dish}/Text?component=menu.part`)).status).to.equal(404);
  });

  it('tells documents apart that share their label, by nothing that may not be read', async () => {
    const same = [];
    for (const Secret of ['a', 'b']) same.push(await made(dish, { set: { Name: 'Same soup', Secret } }));
    await made(dish, { set: { Name: 'Same alone' } });
    const { data } = (await editor.api('GET', `candidates/${note}/dishes?search=same`)).body;
    const [other, ...alike] = data;
    expect([other.label, other.apart]).to.deep.equal(['Same alone', undefined]);
    for (const { documentId, label, apart } of alike) {
      expect([label, same.includes(documentId)]).to.deep.equal(['Same soup', true]);
      // They differ in nothing else but, at most, the minute in which they were made.
      if (apart.name !== 'createdAt') expect(apart).to.deep.equal({ name: 'documentId', value: documentId });
    }
  });

  it('duplicates what a document holds', async () => {
    const one = await made(note, { set: { Title: 'Kept' } });
    const links = ['notes', 'main'].map((attribute) => ({ kind: 'connect', attribute, documentId: one }));
    const parts = [{ Text: 'Rice', note: { documentId: one } }];
    const id = await made(dish, { set: { Name: 'Poi', parts }, links });
    const copy = await editor.api('POST', `documents/${dish}/${id}/duplicate`);
    expect(copy.status, JSON.stringify(copy.body)).to.equal(201);
    const { data } = copy.body;
    expect(data.documentId).to.not.equal(id);
    expect([data.values.Name, data.values.parts[0].Text]).to.deep.equal(['Poi', 'Rice']);
    const linked = [data.links.notes.items[0], data.links.main.items[0], data.values.parts[0].note.items[0]];
    expect(linked.map(({ documentId }) => documentId)).to.deep.equal([one, one, one]);
    expect((await entryOf(id)).links.notes.items).to.have.length(1);
  });

  it('publishes, and says what is changed since', async () => {
    const id = await made(dish, { set: { Name: 'Laulau' } });
    const path = `documents/${dish}/${id}`;
    expect((await editor.api('POST', `${path}/publish`)).body.data.state).to.equal('published');
    expect((await editor.api('PATCH', path, { set: { Name: 'Lau lau' } })).body.data.state).to.equal(
      'changed',
    );
    expect((await entryOf(id, '?status=published')).values.Name).to.equal('Laulau');
    expect((await editor.api('POST', `${path}/discard`)).body.data.values.Name).to.equal('Laulau');
    expect((await editor.api('POST', `${path}/unpublish`)).body.data.state).to.equal('draft');
    expect((await editor.api('DELETE', path)).status).to.equal(204);
    expect((await editor.api('GET', path)).status).to.equal(404);
  });

  it('lists rows with labels and counts, searched, in pages', async () => {
    const ids: string[] = [];
    for (const Title of ['a', 'b', 'c', 'd', 'e']) ids.push(await made(note, { set: { Title } }));
    const links = ids.map((documentId) => ({ kind: 'connect', attribute: 'notes', documentId }));
    await made(dish, { set: { Name: 'Saimin noodles' }, links });
    const list = await editor.api(
      'GET',
      `documents/${dish}?search=NOODLES&columns=Name,notes&pagination[pageSize]=1`,
    );
    expect(list.status, JSON.stringify(list.body)).to.equal(200);
    const [row] = list.body.data;
    expect(list.body.meta.pagination).to.deep.equal({ page: 1, pageSize: 1, pageCount: 1, total: 1 });
    expect(row).to.deep.include({
      label: 'Saimin noodles',
      state: 'draft',
      locale: 'en',
      values: { Name: 'Saimin noodles' },
    });
    expect(row.links.notes.total).to.equal(5);
    expect(row.links.notes.labels.map(({ label }: { label: string }) => label)).to.deep.equal([
      'a',
      'b',
      'c',
    ]);
    const filtered = await editor.api('GET', `documents/${dish}?filters[notes][Title]=e&sort=Name`);
    expect(filtered.body.data.map(({ label }: { label: string }) => label)).to.deep.equal(['Saimin noodles']);
    expect((await editor.api('GET', `documents/${dish}?columns=Secret`)).status).to.equal(400);
    expect((await editor.api('GET', `documents/${dish}?filters[Secret]=x`)).status).to.equal(400);
  });

  it('refuses bodies with members that are not described, wherever these are', async () => {
    const id = await made(dish, { set: { Name: 'Same' } });
    const path = `documents/${dish}/${id}`;
    const { revision } = await entryOf(id);
    for (const [method, place, body, key] of [
      ['PATCH', path, { nonsense: 1 }, 'nonsense'],
      ['PATCH', path, { values: { Name: 'Other' } }, 'values'],
      [
        'PATCH',
        path,
        { links: [{ kind: 'disconnect', attribute: 'notes', documentId: id, at: 1 }] },
        'links.0.at',
      ],
      ['PATCH', 'preferences', { colour: 'red' }, 'colour'],
    ] as const) {
      const { status, body: answer } = await editor.api(method, place, body);
      expect([status, answer.error?.reasons]).to.deep.equal([
        400,
        [{ code: 'key.invalid', parameters: { key } }],
      ]);
    }
    expect((await entryOf(id)).revision).to.equal(revision);
  });

  it('refuses what is malformed, and changes nothing', async () => {
    const id = await made(dish, { set: { Name: 'Kept' } });
    const path = `documents/${dish}/${id}`;
    const bodies = [
      { set: [] },
      { set: { notes: { set: [] } } },
      { set: { documentId: 'x' } },
      { set: { Nope: 1 } },
      { set: { Name: { $set: 1 } } },
      { links: [{ kind: 'connect', attribute: 'Name', documentId: id }] },
      { links: [{ kind: 'connect', attribute: 'notes', documentId: 'unknown' }] },
      { links: [{ kind: 'remove', attribute: 'notes', documentId: id }] },
      { locale: '*', set: { Name: 'x' } },
      { revision: 'not one', set: { Name: 'x' } },
      '{"set":{"__proto__":{"Name":"x"}}}',
      `{"set":{"parts":${'['.repeat(20_000)}${']'.repeat(20_000)}}}`,
      '[1]',
      'not json',
    ];
    for (const body of bodies) {
      const answer = await editor.api('PATCH', path, body);
      expect(answer.status, JSON.stringify([body, answer.body]).slice(0, 500)).to.equal(400);
    }
    const plain = await editor.api('PATCH', path, 'set=1', {
      'Content-Type': 'application/x-www-form-urlencoded',
    });
    expect(plain.status).to.equal(400);
    expect((await entryOf(id)).values.Name).to.equal('Kept');
    for (const uid of ['plugin::admin.administrator', 'plugin::users-permissions.user', 'nope', '__proto__'])
      expect((await editor.api('GET', `documents/${uid}`)).status).to.equal(404);
  });

  const sendPicture = (name: string): Promise<Response> => {
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
      'base64',
    );
    return fetch(`${world.url}/admin/api/media?name=${name}`, {
      method: 'POST',
      headers: {
        Cookie: Object.entries(editor.cookies)
          .map(([name, value]) => `${name}=${value}`)
          .join('; '),
        Origin: world.url,
        'X-Quire-Csrf': editor.csrf,
        'Content-Type': 'application/octet-stream',
      },
      body: png,
    });
  };

  it('takes pictures, links them, and lists them', async () => {
    const sent = await sendPicture('dot.png');
    const answer = (await sent.json()) as { data: [{ documentId: string; name: string }] };
    expect(sent.status, JSON.stringify(answer)).to.equal(201);
    const [file] = answer.data;
    const alternativeText = '"><script>alert(1)</script>';
    const described = await editor.api('PATCH', `media/${file.documentId}`, { alternativeText });
    expect(described.body.data.alternativeText).to.equal(alternativeText);
    const id = await made(dish, { set: { Name: 'With picture', picture: file.documentId } });
    const [item] = (await entryOf(id)).links.picture.items;
    expect(item).to.deep.include({ documentId: file.documentId, label: 'dot.png' });
    expect(item.file.mime).to.equal('image/png');
    const list = await editor.api('GET', 'media?search=DOT');
    expect(list.body.data.map(({ name }: { name: string }) => name)).to.deep.equal(['dot.png']);
    expect((await editor.api('DELETE', `media/${file.documentId}`)).status).to.equal(204);
  });

  it('shows all files of an attribute, in components too, as a write replaces them all', async () => {
    const ids: string[] = [];
    for (let at = 0; at < 27; at += 1) {
      const { data } = (await (await sendPicture(`${at}.png`)).json()) as { data: [{ documentId: string }] };
      ids.push(data[0].documentId);
    }
    const id = await made(dish, {
      set: { Name: 'Pictures', pictures: ids, parts: [{ Text: 'Rice', photos: ids }] },
    });
    const shown = ({ items, hasMore }: NestedPart) => [items.map(({ documentId }) => documentId), hasMore];
    const { links, values } = await entryOf(id);
    expect(shown(links.pictures)).to.deep.equal([ids, false]);
    expect(shown(values.parts[0].photos)).to.deep.equal([ids, false]);
  });

  it('have a history, whose versions differ from the draft and are restored to it', async () => {
    const made = await editor.api('POST', `documents/${dish}`, { set: { Name: 'First', Secret: 'x' } });
    const path = `documents/${dish}/${made.body.data.documentId as string}`;
    await editor.api('POST', `${path}/publish`, {});
    await editor.api('PATCH', path, { set: { Name: 'Second' } });
    const { data, meta } = (await editor.api('GET', `${path}/history?locale=en`)).body;
    const actions = data.map(({ action }: { readonly action: string }) => action);
    expect([actions, meta.pagination.total]).to.deep.equal([['update', 'publish', 'create'], 3]);
    const version = `${path}/history/${data[1].id as string}`;
    const shown = (await editor.api('GET', version)).body.data;
    expect(shown.changes).to.deep.equal([{ name: 'Name', from: 'First', to: 'Second' }]);
    const first = `with=${data[2].id as string}`;
    expect((await editor.api('GET', `${version}?${first}`)).body.data.changes).to.deep.equal([]);
    const latest = `${path}/history/${data[0].id as string}?${first}`;
    expect((await editor.api('GET', latest)).body.data.changes).to.deep.equal([
      { name: 'Name', from: 'Second', to: 'First' },
    ]);
    expect((await editor.api('GET', `${version}?with=none`)).status).to.equal(404);
    const author = await world.signedIn('author');
    for (const [method, asked] of [
      ['GET', `${path}/history`],
      ['GET', version],
      ['POST', `${version}/restore`],
    ] as const)
      expect((await author.api(method, asked, method === 'POST' ? {} : undefined)).status).to.equal(403);
    const part = await editor.api('POST', `${version}/restore`, { names: ['parts'] });
    expect([part.status, part.body.data.values.Name]).to.deep.equal([200, 'Second']);
    const restored = await editor.api('POST', `${version}/restore`, { locale: 'en', names: ['Name'] });
    expect([restored.status, restored.body.data.values.Name]).to.deep.equal([200, 'First']);
    expect((await editor.api('GET', `${path}/history/none`)).status).to.equal(404);
  });
});
