import { expect } from 'chai';
import { systemPrincipal } from '../../../src/domain/permission/permission.js';
import { valueOf } from '../../contract/results.js';
import { listenTo } from '../live-listener.js';
import { dish, note, openAdmin, type AdminWorld, type Answered, type Browser } from './admin-world.js';

describe('pages of lists by the admin API', () => {
  let world: AdminWorld;
  let editor: Browser;

  before(async () => {
    world = await openAdmin();
    editor = await world.signedIn('editor');
    for (const at of [1, 2, 3, 4, 5]) await made(`Dish ${at}`);
  });
  after(async () => {
    await world.stop();
    expect(world.errors).to.deep.equal([]);
  });

  const made = async (Name: string): Promise<string> =>
    (await editor.api('POST', `documents/${dish}`, { set: { Name } })).body.data.documentId as string;
  const page = async (paging: Readonly<Record<string, string>>, query = 'sort=Name') => {
    const params = new URLSearchParams(
      Object.entries(paging).map(([name, value]) => [`pagination[${name}]`, value]),
    );
    const answer: Answered = await editor.api('GET', `documents/${dish}?${query}&${params.toString()}`);
    expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
    const names = answer.body.data.map(({ label }: { label: string }) => label) as string[];
    return { names, ...answer.body.meta.pagination } as {
      readonly names: readonly string[];
      readonly [name: string]: any; // oxlint-disable-line no-explicit-any
    };
  };

  it('go on from a row, forth and back, and begin at either end', async () => {
    const first = await page({ after: '', pageSize: '2', count: 'estimated' });
    expect(first).to.deep.include({ names: ['Dish 1', 'Dish 2'], total: 5, hasPreviousPage: false });
    const second = await page({ after: first['endCursor'], pageSize: '2' });
    expect(second).to.deep.include({ names: ['Dish 3', 'Dish 4'], hasNextPage: true });
    expect(second).not.to.have.property('total');
    const last = await page({ before: '', pageSize: '2', count: 'exact' });
    expect(last).to.deep.include({ names: ['Dish 4', 'Dish 5'], total: 5, hasNextPage: false });
    const back = await page({ before: second['startCursor'], pageSize: '2' });
    expect(back).to.deep.include({ names: ['Dish 1', 'Dish 2'], hasPreviousPage: false });
  });

  it('hold in the usual order, whatever their columns are', async () => {
    const first = await page({ after: '', pageSize: '3' }, 'columns=Name');
    const rest = await page({ after: first['endCursor'], pageSize: '3' }, 'columns=Name,main');
    expect([...first.names, ...rest.names]).to.deep.equal([5, 4, 3, 2, 1].map((at) => `Dish ${at}`));
  });

  it('refuse the cursor of another list, and name the parameter', async () => {
    const { endCursor } = await page({ after: '', pageSize: '2' });
    const path = `documents/${dish}?sort=Name:desc&pagination[after]=${endCursor}`;
    const { status, body } = await editor.api('GET', path);
    expect([status, body.error.details.key]).to.deep.equal([400, 'after']);
  });

  describe('hear what others change', () => {
    const listen = (browser: Browser, query: string) => {
      const cookie = Object.entries(browser.cookies).map(([name, value]) => `${name}=${value}`);
      return listenTo(`${world.url}/admin/api/events?${query}`, { Cookie: cookie.join('; ') });
    };

    it('in drafts too, with the new revision, and go on after a break', async () => {
      const id = await made('Heard');
      const stream = await listen(editor, `type=${dish}`);
      expect(stream.status).to.equal(200);
      const [beat] = await stream.until((events) => events.length > 0);
      expect(beat?.event).to.equal('beat');
      const answer = await editor.api('PATCH', `documents/${dish}/${id}`, { set: { Name: 'Heard again' } });
      const heard = await stream.until((events) => events.some(({ event }) => event === 'change'));
      expect(heard.at(-1)?.data).to.deep.include({ documentId: id, action: 'update' });
      expect(heard.at(-1)?.data.document.updatedAt).to.equal(answer.body.data.revision);
      expect(heard.at(-1)?.data.document).not.to.have.property('Name');
      stream.close();
      await editor.api('DELETE', `documents/${dish}/${id}`);
      const later = await listen(editor, `type=${dish}&after=${heard.at(-1)?.id}`);
      const missed = await later.until((events) => events.some(({ event }) => event === 'leave'));
      expect(missed.at(-1)?.data.documentId).to.equal(id);
      later.close();
    });

    it('only of types that they may read, and until they are signed out', async () => {
      const role = { name: 'notes-only', grants: [`${note}:find`] };
      valueOf(await world.parts.administration.createRole(systemPrincipal, role));
      const narrow = await world.signedIn('notes-only');
      expect((await listen(narrow, `type=${dish}`)).status).to.equal(403);
      expect((await listen(editor, 'type=api::nowhere.nowhere')).status).to.equal(404);
      expect((await listen(editor, `type=${dish}&filters[Name]=x`)).status).to.equal(400);
      const stream = await listen(narrow, `type=${note}`);
      await stream.until((events) => events.length > 0);
      await narrow.api('POST', 'sign-out', {});
      await stream.until((events) => events.some(({ event }) => event === 'end'));
      expect((await listen(narrow, `type=${note}`)).status).to.equal(401);
    });
  });
});
