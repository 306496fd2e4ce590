import { expect } from 'chai';
import { systemPrincipal } from '../../../src/domain/permission/permission.js';
import { valueOf } from '../../contract/results.js';
import { dish, note, openAdmin, type AdminWorld, type Answered, type Browser } from './admin-world.js';

describe('lists of content by the admin API', () => {
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

  const made = async (Name: string, more: object = {}): Promise<string> =>
    (await editor.api('POST', `documents/${dish}`, { set: { Name }, ...more })).body.data
      .documentId as string;
  const stateOf = async (id: string) => (await editor.api('GET', `documents/${dish}/${id}`)).body.data;
  const bulk = (body: object, query = '', browser = editor): Promise<Answered> =>
    browser.api('POST', `documents/${dish}/bulk${query}`, body);
  const job = (body: object, query = '', browser = editor): Promise<Answered> =>
    browser.api('POST', `documents/${dish}/bulk-jobs${query}`, body);
  const prefix = (text: string): string => `?filters[Name][$startsWith]=${text}`;
  const ended = async (started: Answered, browser = editor) => {
    expect(started.status, JSON.stringify(started.body)).to.equal(201);
    for (;;) {
      const { body } = await browser.api('GET', `bulk-jobs/${started.body.data.documentId as string}`);
      if (body.data.endedAt !== null) return body.data;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const roleWith = async (name: string, grants: unknown[]): Promise<Browser> => {
    valueOf(await world.parts.administration.createRole(systemPrincipal, { name, grants }));
    return world.signedIn(name);
  };

  it('are filtered as REST filters them, through relations too', async () => {
    const { body } = await editor.api('POST', `documents/${note}`, { set: { Title: 'Sour' } });
    const links = [{ kind: 'connect', attribute: 'main', documentId: body.data.documentId }];
    await made('Filtered one', { links });
    await made('Filtered two');
    const names = async (query: string) => {
      const answer = await editor.api('GET', `documents/${dish}?sort=Name&${query}`);
      expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
      return answer.body.data.map(({ label }: { label: string }) => label);
    };
    const both = 'filters[$and][0][Name][$containsi]=FILTERED';
    expect(await names(both)).to.deep.equal(['Filtered one', 'Filtered two']);
    expect(await names(`${both}&filters[$and][1][main][Title][$eqi]=sour`)).to.deep.equal(['Filtered one']);
    expect(await names(`${both}&filters[$and][1][main][$null]=true`)).to.deep.equal(['Filtered two']);
    expect(await names(`${both}&filters[$and][1][main][$notNull]=true`)).to.deep.equal(['Filtered one']);
    const either = `filters[$and][1][$or][0][Name][$endsWith]=one&filters[$and][1][$or][1][Name][$endsWith]=two`;
    expect(await names(`${both}&${either}`)).to.have.length(2);
    expect(await names(`${both}&publicationFilter=modified`)).to.deep.equal([]);
    expect(await names(`${both}&publicationFilter=never-published`)).to.have.length(2);
  });

  it('are not filtered by what the administrator may not read', async () => {
    const grants = [{ uid: dish, actions: ['find', 'findDrafts'], fields: ['main'] }];
    const narrow = await roleWith('narrow', grants);
    const fieldOf = async (browser: Browser, filter: string) => {
      const { status, body } = await browser.api('GET', `documents/${dish}?filters${filter}=x`);
      return [status, body.error?.details?.key];
    };
    expect(await fieldOf(editor, '[Secret][$eq]')).to.deep.equal([400, 'Secret']);
    expect(await fieldOf(narrow, '[Name][$eq]')).to.deep.equal([400, 'Name']);
    expect((await fieldOf(narrow, '[main][Title][$eq]'))[0]).to.equal(400);
    const refused = await job({ action: 'set', all: true, set: { Name: 'x' } }, '?filters[Secret][$eq]=x');
    expect(refused.status).to.equal(400);
  });

  it('show attributes of related entries, and are sorted by those of one', async () => {
    const noteOf = async (Title: string): Promise<string> =>
      (await editor.api('POST', `documents/${note}`, { set: { Title } })).body.data.documentId as string;
    const connect = (attribute: string, documentId: string) => ({ kind: 'connect', attribute, documentId });
    const [a, b] = [await noteOf('Alpha'), await noteOf('Beta')];
    const more = [await noteOf('Gamma'), await noteOf('Delta')].map((id) => connect('notes', id));
    await made('Related one', {
      links: [connect('main', b), connect('notes', a), connect('notes', b), ...more],
    });
    await made('Related two', { links: [connect('main', a)] });
    await made('Related none');
    const list = async (query: string, browser = editor) =>
      browser.api('GET', `documents/${dish}?filters[Name][$startsWith]=Related&${query}`);
    const { body } = await list('columns=Name,main.Title,notes.Title&sort=Name&pagination[after]=');
    const related = body.data.map(({ related: found }: { related: object }) => found);
    expect(related).to.deep.equal([
      { 'main.Title': { values: [], total: 0 }, 'notes.Title': { values: [], total: 0 } },
      {
        'main.Title': { values: ['Beta'], total: 1 },
        'notes.Title': { values: ['Alpha', 'Beta', 'Gamma'], total: 4 },
      },
      { 'main.Title': { values: ['Alpha'], total: 1 }, 'notes.Title': { values: [], total: 0 } },
    ]);
    expect(body.data[0].links).to.deep.equal({});
    const both = (await list('columns=main,main.Title&sort=Name:desc')).body.data[0];
    expect(both.links.main.labels[0].label).to.equal(both.related['main.Title'].values[0]);
    const names: string[] = [];
    let after = '';
    for (let page = 0; page < 3; page += 1) {
      const paging = `pagination[pageSize]=1&pagination[after]=${after}`;
      const answer = (await list(`columns=Name&sort=main.Title:asc&${paging}`)).body;
      names.push(answer.data[0].label as string);
      after = answer.meta.pagination.endCursor as string;
    }
    expect(names).to.deep.equal(['Related two', 'Related one', 'Related none']);
    for (const columns of ['main.Nowhere', 'main.', 'Name.Title', 'main.dishes', 'main.Title.length']) {
      const { status, body: refused } = await list(`columns=${columns}`);
      expect([status, refused.error?.details?.key], columns).to.deep.equal([400, columns]);
    }
    const dishesOnly = await roleWith('dishes-only', [`${dish}:find,findDrafts`]);
    expect((await list('columns=main.Title', dishesOnly)).status).to.equal(400);
    expect((await list('columns=Name&sort=main.Title:asc', dishesOnly)).status).to.equal(400);
  });

  it('change the entries that are named, each by itself', async () => {
    const [one, two] = [await made('Named one'), await made('Named two')];
    const answer = await bulk({ action: 'publish', ids: [one, two, 'nowhere'] });
    expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
    const { done, refused } = answer.body.data;
    expect(done).to.equal(2);
    expect(refused).to.have.length(1);
    expect(refused[0]).to.deep.include({ documentId: 'nowhere', label: 'nowhere' });
    expect(refused[0].error.status).to.equal(404);
    expect((await stateOf(one)).state).to.equal('published');
    await bulk({ action: 'set', ids: [one], set: { Name: 'Named again' } });
    expect([(await stateOf(one)).state, (await stateOf(one)).label]).to.deep.equal([
      'changed',
      'Named again',
    ]);
    await bulk({ action: 'unpublish', ids: [two] });
    expect((await stateOf(two)).state).to.equal('draft');
  });

  it('change all that match by a job, also if they match no longer', async () => {
    const ids: string[] = [];
    for (const at of [1, 2, 3, 4, 5]) ids.push(await made(`Match ${at}`));
    const set = { action: 'set', all: true, set: { Name: 'Changed' } };
    const started = await job({ ...set, most: 9 }, prefix('Match'));
    expect(started.body.data).to.deep.include({ action: 'update', type: dish, state: 'waiting', total: 5 });
    expect(await ended(started)).to.include({ state: 'done', total: 5, done: 5, refused: 0 });
    for (const id of ids) expect((await stateOf(id)).label).to.equal('Changed');
    expect(await ended(await job({ ...set, most: 2 }, '?search=chang'))).to.include({ total: 2, done: 2 });
    const gone = await ended(await job({ action: 'delete', all: true }, prefix('Changed')));
    expect(gone).to.deep.include({ done: 5, refusals: [] });
    for (const id of ids) expect((await editor.api('GET', `documents/${dish}/${id}`)).status).to.equal(404);
    const listed = (await editor.api('GET', `bulk-jobs?uid=${dish}`)).body.data;
    expect(listed.map(({ action }: { action: string }) => action)).to.deep.equal([
      'delete',
      'update',
      'update',
    ]);
    expect((await editor.api('GET', `bulk-jobs?uid=${note}`)).body.data).to.deep.equal([]);
  });

  it('duplicate entries in the locale of the list, at once or by a job', async () => {
    const id = await made('Twin', { links: [] });
    expect((await bulk({ action: 'duplicate', ids: [id, 'nowhere'] })).body.data).to.deep.include({
      done: 1,
    });
    expect(await ended(await job({ action: 'duplicate', all: true, most: 2 }, prefix('Twin')))).to.include({
      action: 'duplicate',
      done: 2,
    });
    const { body } = await editor.api('GET', `documents/${dish}${prefix('Twin')}&columns=Name`);
    expect(body.data.map(({ state }: { state: string }) => state)).to.deep.equal(Array(4).fill('draft'));
    expect((await bulk({ action: 'duplicate', ids: [id], set: { Name: 'x' } })).status).to.equal(400);
    expect((await bulk({ action: 'duplicate', ids: [id] }, '?locale=*')).status).to.equal(400);
  });

  it('link and unlink many entries, at once or by a job', async () => {
    const ids = [await made('Linked 1'), await made('Linked 2')];
    const { body } = await editor.api('POST', `documents/${note}`, { set: { Title: 'Linked' } });
    const documentId = body.data.documentId as string;
    const links = (kind: string, attribute: string) => ({ links: [{ kind, attribute, documentId }] });
    const linked = async (attribute: string) =>
      Promise.all(ids.map(async (id) => (await stateOf(id)).links[attribute].items.length as number));
    await bulk({ action: 'set', ids, ...links('connect', 'notes') });
    expect(await linked('notes')).to.deep.equal([1, 1]);
    const started = await job(
      { action: 'set', all: true, ...links('disconnect', 'notes') },
      prefix('Linked'),
    );
    expect(await ended(started)).to.include({ done: 2 });
    expect(await linked('notes')).to.deep.equal([0, 0]);
    await bulk({ action: 'set', ids, ...links('connect', 'main') });
    expect(await linked('main')).to.deep.equal([1, 1]);
    for (const wrong of [
      { action: 'publish', ids, ...links('connect', 'notes') },
      { action: 'set', ids, ...links('connect', 'Name') },
      { action: 'publish', ids, replace: { notes: [documentId] } },
      { action: 'set', ids, replace: { Name: [documentId] } },
      { action: 'set', ids, replace: { picture: [documentId] } },
      { action: 'set', ids, links: [] },
    ])
      expect((await bulk(wrong)).status, JSON.stringify(wrong)).to.equal(400);
  });

  it('replace all links, files and components of many entries', async () => {
    const ids = [await made('Whole 1'), await made('Whole 2')];
    const notes: string[] = [];
    for (const Title of ['A', 'B', 'C'])
      notes.push(
        (await editor.api('POST', `documents/${note}`, { set: { Title } })).body.data.documentId as string,
      );
    const [a = '', b = '', c = ''] = notes;
    await bulk({ action: 'set', ids, links: [{ kind: 'connect', attribute: 'notes', documentId: a }] });
    const part = { Text: 'same', notes: { target: note, many: true, items: [], hasMore: false } };
    const file = await world.parts.rowDocuments.create(systemPrincipal, {
      kind: 'create',
      type: 'plugin::upload.file',
      layer: 'published',
      data: {
        name: 'p.png',
        caption: 'A port at dusk',
        hash: 'p',
        mime: 'image/png',
        ext: '.png',
        size: 1,
        url: '/uploads/p.png',
        provider: 'local',
      },
      answer: { fields: ['documentId'] },
    });
    const picture = valueOf(file).answer.documents()[0]?.['documentId'];
    // As the library does, and not at what each picture has.
    for (const [search, found] of Object.entries({ 'p.png': [picture], DUSK: [picture], 'image/': [] })) {
      const offered = (await editor.api('GET', `candidates/${dish}/picture?search=${search}`)).body.data;
      expect(offered.map((one: { documentId: string }) => one.documentId)).to.deep.equal(found);
    }
    const whole = { set: { parts: [part], picture, pictures: [picture] }, replace: { notes: [c, b] } };
    await bulk({ action: 'set', ids, ...whole });
    const contentOf = async (id: string) => {
      const { links, values } = await stateOf(id);
      const linked = (name: string) => links[name].items.map((one: { documentId: string }) => one.documentId);
      return [
        linked('notes'),
        linked('picture'),
        linked('pictures'),
        values.parts.length,
        values.parts[0]?.Text,
      ];
    };
    for (const id of ids)
      expect(await contentOf(id)).to.deep.equal([[c, b], [picture], [picture], 1, 'same']);
    await bulk({
      action: 'set',
      ids,
      set: { parts: [], picture: null, pictures: [] },
      replace: { notes: [] },
    });
    expect(await contentOf(ids[0] ?? '')).to.deep.equal([[], [], [], 0, undefined]);
  });

  it('keep a job to who asked for it, and to owners', async () => {
    await made('Job one');
    const started = await job(
      { action: 'publish', all: true },
      `${prefix('Job')}&publicationFilter=never-published`,
    );
    const at = `bulk-jobs/${started.body.data.documentId as string}`;
    const other = await world.signedIn('editor');
    const owner = await world.signedIn('owner');
    expect((await other.api('GET', at)).status).to.equal(404);
    expect((await other.api('POST', `${at}/cancel`, {})).status).to.equal(404);
    expect((await other.api('GET', 'bulk-jobs')).body.data).to.deep.equal([]);
    expect((await owner.api('GET', 'bulk-jobs')).body.data).to.deep.equal([]);
    expect((await owner.api('GET', at)).status).to.equal(200);
    await ended(started);
    expect((await editor.api('POST', `${at}/cancel`, {})).status).to.equal(400);
    const trail = (await world.trail()).filter(({ action }) => action.endsWith('BulkJob'));
    expect(trail.slice(0, 2).map(({ action, actor, type }) => [action, actor.kind, type])).to.deep.equal([
      ['endBulkJob', 'administrator', dish],
      ['startBulkJob', 'administrator', dish],
    ]);
  });

  it('say in a job which entries stay as they were, and why', async () => {
    const [one, two] = [await made('Whole'), await made('Not whole')];
    await bulk({ action: 'set', ids: [two], set: { Name: null } });
    const done = await ended(await job({ action: 'publish', ids: [one, two, 'nowhere'] }));
    expect(done).to.include({ state: 'done', total: 3, done: 1, refused: 2 });
    const refusals = done.refusals as { documentId: string; error: { status: number } }[];
    expect(refusals.map(({ documentId, error }) => [documentId, error.status])).to.have.deep.members([
      [two, 400],
      ['nowhere', 404],
    ]);
  });

  it('delete an entry in all its locales, and publish in that of the list', async () => {
    await (await world.signedIn('owner')).api('POST', 'locales', { code: 'fr' });
    const id = await made('Bread');
    await editor.api('PATCH', `documents/${dish}/${id}`, { set: { Name: 'Pain' }, locale: 'fr' });
    expect((await bulk({ action: 'publish', ids: [id] }, '?locale=fr')).body.data.done).to.equal(1);
    const states = (await stateOf(id)).locales.map(({ code, state }: { code: string; state: string }) => [
      code,
      state,
    ]);
    expect(states).to.have.deep.members([
      ['en', 'draft'],
      ['fr', 'published'],
    ]);
    expect((await bulk({ action: 'delete', ids: [id] })).body.data.done).to.equal(1);
    expect((await editor.api('GET', `documents/${dish}/${id}?locale=fr`)).status).to.equal(404);
  });

  it('refuse single entries by the grants, the rules and the rows of the role, and say why', async () => {
    const [mine, other] = [await made('Row mine'), await made('Row other')];
    const grants = [
      `${dish}:find`,
      `${dish}:findDrafts`,
      { uid: dish, actions: ['update'], filters: { Name: { $eq: 'Row mine' } }, fields: ['Name'] },
    ];
    const some = await roleWith('some', grants);
    const answer = await bulk({ action: 'set', ids: [mine, other], set: { Name: 'Row mine' } }, '', some);
    expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
    expect(answer.body.data.done).to.equal(1);
    expect(answer.body.data.refused.map(({ label }: { label: string }) => label)).to.deep.equal([
      'Row other',
    ]);
    expect((await stateOf(other)).label).to.equal('Row other');
    const unreadable = await bulk({ action: 'set', ids: [mine], set: { Name: null } });
    expect(unreadable.status, JSON.stringify(unreadable.body)).to.equal(200);
    const published = await bulk({ action: 'publish', ids: [mine] });
    expect(published.body.data.refused[0].error.details.errors[0].path).to.deep.equal(['Name']);
    const denied = await bulk({ action: 'delete', ids: [mine] }, '', some);
    expect(denied.status).to.equal(403);
    const trail = await world.trail();
    expect(trail.some(({ action, outcome }) => action === 'delete' && outcome === 'refused')).to.equal(true);
  });

  it('refuse what they cannot do, and change nothing', async () => {
    const id = await made('Stays');
    const many = Array.from({ length: 51 }, (_, at) => `id${at}`);
    const refused: readonly (readonly [object, string])[] = [
      [{ action: 'set', ids: [id] }, ''],
      [{ action: 'set', ids: [id], set: {} }, ''],
      [{ action: 'set', ids: [id], set: { notes: [] } }, ''],
      [{ action: 'publish', ids: [id], set: { Name: 'x' } }, ''],
      [{ action: 'delete' }, ''],
      [{ action: 'delete', all: true }, ''],
      [{ action: 'delete', ids: [] }, ''],
      [{ action: 'delete', ids: many }, ''],
      [{ action: 'delete', ids: [id] }, '?locale=*'],
      [{ action: 'delete', ids: [id] }, '?search=x'],
      [{ action: 'drop', ids: [id] }, ''],
      [{ action: 'set', ids: [id], set: { Nowhere: 1 } }, ''],
    ];
    for (const [body, query] of refused) {
      const answer = await bulk(body, query);
      expect(answer.status, JSON.stringify([body, query, answer.body])).to.equal(400);
    }
    const refusedJobs: readonly (readonly [object, string])[] = [
      [{ action: 'delete' }, ''],
      [{ action: 'delete', all: true, ids: [id] }, ''],
      [{ action: 'delete', all: true, most: 0 }, ''],
      [{ action: 'delete', ids: [] }, ''],
      [{ action: 'delete', all: true }, '?locale=*'],
      [{ action: 'delete', all: true }, '?status=published'],
      [{ action: 'delete', all: true }, '?pagination[after]='],
      [{ action: 'delete', all: true }, '?filters[Nowhere]=1'],
      [{ action: 'set', all: true, set: { Nowhere: 1 } }, ''],
      [{ action: 'set', all: true, set: { notes: [] } }, ''],
    ];
    for (const [body, query] of refusedJobs) {
      const answer = await job(body, query);
      expect(answer.status, JSON.stringify([body, query, answer.body])).to.equal(400);
    }
    const notes = await editor.api('POST', `documents/${note}/bulk`, { action: 'publish', ids: [id] });
    // No role has an action that the type lacks.
    expect(notes.status).to.equal(403);
    expect((await stateOf(id)).label).to.equal('Stays');
  });
});
