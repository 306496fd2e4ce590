import { expect } from 'chai';
import { systemPrincipal } from '../../../src/domain/permission/permission.js';
import { valueOf } from '../../contract/results.js';
import { listenTo, type Heard, type LiveListener } from '../live-listener.js';
import { dish, openAdmin, type AdminWorld, type Browser } from './admin-world.js';

describe('events about an open entry', () => {
  let world: AdminWorld;
  let ana: Browser;
  let ben: Browser;
  const open: LiveListener[] = [];

  before(async () => {
    world = await openAdmin();
    ana = await world.signedIn('editor');
    ben = await world.signedIn('editor');
    await (await world.signedIn('owner')).api('POST', 'locales', { code: 'fr' });
  });
  afterEach(() => open.splice(0).forEach((one) => one.close()));
  after(async () => {
    await world.stop();
    expect(world.errors).to.deep.equal([]);
  });

  const made = async (set: object): Promise<string> =>
    (await ana.api('POST', `documents/${dish}`, { set })).body.data.documentId as string;
  const listen = async (by: Browser, id: string, query = ''): Promise<LiveListener> => {
    const cookie = Object.entries(by.cookies)
      .map(([name, value]) => `${name}=${value}`)
      .join('; ');
    const url = `${world.url}/admin/api/documents/${dish}/${id}/events${query}`;
    const listener = await listenTo(url, { Cookie: cookie });
    open.push(listener);
    return listener;
  };
  const idOf = async (by: Browser): Promise<string> =>
    (await by.api('GET', 'start')).body.data.administrator.documentId as string;
  const last = (events: readonly Heard[], event: string) =>
    events.findLast((one) => one.event === event)?.data;
  const isAlone = (events: readonly Heard[]): boolean => last(events, 'people')?.length === 0;

  it('tell who else is there, until they leave', async () => {
    const id = await made({ Name: 'Shared' });
    const toAna = await listen(ana, id);
    await toAna.until(isAlone);
    const toBen = await listen(ben, id);
    const [ofAna, ofBen] = [await idOf(ana), await idOf(ben)];
    await toAna.until((events) => last(events, 'people')?.[0]?.documentId === ofBen);
    await toBen.until((events) => last(events, 'people')?.[0]?.documentId === ofAna);
    expect(last(toBen.events, 'people')).to.deep.equal([{ documentId: ofAna, name: 'Person', field: null }]);
    toBen.close();
    await toAna.until(isAlone);
  });

  it('tell in which field somebody is to those who may read it', async () => {
    const id = await made({ Name: 'Fields' });
    const grants = [{ uid: dish, actions: ['findDrafts'], fields: ['Name'] }];
    valueOf(await world.parts.administration.createRole(systemPrincipal, { name: 'names', grants }));
    const some = await world.signedIn('names');
    const [toAna, toSome] = [await listen(ana, id), await listen(some, id)];
    const ofBen = await idOf(ben);
    const fieldOfBen = (events: readonly Heard[]) =>
      (last(events, 'people') as { documentId: string; field: string | null }[] | undefined)?.find(
        ({ documentId }) => documentId === ofBen,
      )?.field;
    const inParts = await listen(ben, id, '?field=parts');
    await toAna.until((events) => fieldOfBen(events) === 'parts');
    await toSome.until((events) => fieldOfBen(events) === null);
    await listen(ben, id, '?field=Name');
    inParts.close();
    await toAna.until((events) => fieldOfBen(events) === 'Name');
    await toSome.until((events) => fieldOfBen(events) === 'Name');
    expect(JSON.stringify(toSome.events)).to.not.contain('parts');
    for (const query of ['?field=nothing', '?field=', '?field=Name&field=parts', `?field=${'x'.repeat(999)}`])
      expect((await listen(ben, id, query)).status, query).to.equal(400);
    expect((await listen(some, id, '?field=parts')).status).to.equal(400);
  });

  it('tell of each version, and what happens to what is published', async () => {
    const id = await made({ Name: 'First' });
    const toAna = await listen(ana, id);
    const first = await toAna.until((events) => last(events, 'version') !== undefined);
    const entry = (await ben.api('GET', `documents/${dish}/${id}`)).body.data;
    expect(last(first, 'version')).to.deep.equal({ revision: entry.revision, by: await idOf(ana) });
    const changed = await ben.api('PATCH', `documents/${dish}/${id}`, { set: { Name: 'Second' } });
    const written = { revision: changed.body.data.revision, by: await idOf(ben) };
    await toAna.until((events) => last(events, 'version')?.revision === written.revision);
    expect(last(toAna.events, 'version')).to.deep.equal(written);
    await ben.api('POST', `documents/${dish}/${id}/publish`, {});
    await toAna.until((events) => last(events, 'publication')?.action === 'publish');
    await ben.api('POST', `documents/${dish}/${id}/unpublish`, {});
    await toAna.until((events) => last(events, 'publication')?.action === 'unpublish');
    await ben.api('DELETE', `documents/${dish}/${id}`);
    await toAna.until((events) => events.some(({ event }) => event === 'gone'));
  });

  it('concern one locale', async () => {
    const id = await made({ Name: 'English' });
    await ana.api('PATCH', `documents/${dish}/${id}`, { set: { Name: 'French' }, locale: 'fr' });
    const inEnglish = await listen(ana, id);
    const inFrench = await listen(ben, id, '?locale=fr');
    await inFrench.until(isAlone);
    await inEnglish.until(isAlone);
  });

  it('are for those who may read the entry, as long as they may', async () => {
    const id = await made({ Name: 'Open' });
    const grants = [{ uid: dish, actions: ['findDrafts'], filters: { Name: 'Open' } }];
    valueOf(await world.parts.administration.createRole(systemPrincipal, { name: 'some', grants }));
    const some = await world.signedIn('some');
    const toSome = await listen(some, id);
    const toAna = await listen(ana, id);
    await toAna.until((events) => last(events, 'people')?.length === 1);
    expect((await listen(some, await made({ Name: 'Closed' }))).status).to.equal(404);
    expect((await listen(world.browser(), id)).status).to.equal(401);
    await ana.api('PATCH', `documents/${dish}/${id}`, { set: { Name: 'Closed' } });
    await toSome.until((events) => events.some(({ event }) => event === 'gone'));
    await toAna.until(isAlone);
    await ana.api('PATCH', `documents/${dish}/${id}`, { set: { Name: 'Open' } });
    const again = await listen(some, id);
    await toAna.until((events) => last(events, 'people')?.length === 1);
    const me = await idOf(some);
    valueOf(await world.parts.administration.update(systemPrincipal, me, { blocked: true }));
    await again.until((events) => events.some(({ event }) => event === 'gone'));
    await toAna.until(isAlone);
    expect((await listen(some, id)).status).to.equal(401);
  });
});
