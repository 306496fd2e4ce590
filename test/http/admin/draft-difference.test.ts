import { expect } from 'chai';
import type { DraftDifference } from '../../../src/adapters/delivery/admin/contract/documents.js';
import { systemPrincipal } from '../../../src/domain/permission/permission.js';
import { failureOf } from '../../contract/results.js';
import { appFiles, contentType, drafts, localized, relation } from '../../schema-builders.js';
import { openAdmin, type AdminWorld, type Browser } from './admin-world.js';

const [story, tag, plain] = ['api::story.story', 'api::tag.tag', 'api::plain.plain'];

describe('what publishing would change, by the admin API', () => {
  let world: AdminWorld;
  let editor: Browser;

  before(async () => {
    const attributes = {
      Title: { type: 'string', required: true, ...localized },
      Secret: { type: 'string', private: true },
      Text: { type: 'text', ...localized },
      Tags: relation('manyToMany', 'tag'),
    };
    world = await openAdmin(
      {},
      appFiles({
        contentTypes: [
          contentType('story', 'stories', attributes, { ...drafts, ...localized }),
          contentType('tag', 'tags', { Name: { type: 'string' } }, drafts),
          contentType('plain', 'plains', { Name: { type: 'string' } }),
        ],
      }),
    );
    editor = await world.signedIn('editor');
  });
  after(async () => {
    await world.stop();
    expect(world.errors).to.deep.equal([]);
  });

  const made = async (uid: string, set: object): Promise<string> =>
    (await editor.api('POST', `documents/${uid}`, { set })).body.data.documentId as string;
  const difference = async (path: string, by = editor): Promise<DraftDifference> => {
    const { status, body } = await by.api('GET', `${path}/diff`);
    expect(status, JSON.stringify(body)).to.equal(200);
    return body.data as DraftDifference;
  };

  it('is by attribute, with links in their order and those that do not show yet', async () => {
    const [sea, land] = [await made(tag, { Name: 'Sea' }), await made(tag, { Name: 'Land' })];
    await editor.api('POST', `documents/${tag}/${sea}/publish`, {});
    const path = `documents/${story}/${await made(story, { Title: 'One', Text: 'Boats lie still' })}`;
    const connect = (documentId: string, position = {}) => ({
      attribute: 'Tags',
      kind: 'connect',
      documentId,
      ...position,
    });
    await editor.api('PATCH', path, { links: [connect(sea), connect(land)] });
    expect((await difference(path)).changes.map(({ name }) => name)).to.deep.equal(['Title', 'Text', 'Tags']);
    expect((await editor.api('POST', `${path}/publish`, {})).status).to.equal(200);
    const unpublished = [{ name: 'Tags', type: tag, documentId: land, label: 'Land' }];
    const none = { changes: [], leftOut: [], problems: [] };
    expect(await difference(path)).to.deep.equal({ ...none, unpublished });
    await editor.api('POST', `documents/${tag}/${land}/publish`, {});
    await editor.api('PATCH', path, {
      set: { Text: 'Boats come and go' },
      links: [connect(land, { position: { start: true } })],
    });
    const [first, second] = [
      { documentId: land, title: 'Land' },
      { documentId: sea, title: 'Sea' },
    ];
    expect(await difference(path)).to.deep.equal({
      ...none,
      unpublished: [],
      changes: [
        { name: 'Text', from: 'Boats lie still', to: 'Boats come and go' },
        { name: 'Tags', from: [second, first], to: [first, second] },
      ],
    });
  });

  it('names what keeps it from being published, and publishes nothing', async () => {
    const path = `documents/${story}/${await made(story, { Text: 'No title' })}`;
    const { problems } = await difference(path);
    expect(problems.map(({ path: at }) => at)).to.deep.equal(['Title']);
    await editor.api('PATCH', path, { set: { Title: 'Now' } });
    expect((await difference(path)).problems).to.deep.equal([]);
    expect((await editor.api('GET', path)).body.data.state).to.equal('draft');
  });

  it('shows what the administrator may read, and nothing of types without drafts', async () => {
    const owner = await world.signedIn('owner');
    const grants = [{ type: story, actions: ['find', 'findOne', 'findDrafts'], fields: ['Title'] }];
    await owner.api('POST', 'administrator-roles', { name: 'titles', grants });
    const path = `documents/${story}/${await made(story, { Title: 'One', Text: 'Hidden' })}`;
    const seen = await difference(path, await world.signedIn('titles'));
    expect(seen.changes.map(({ name }) => name)).to.deep.equal(['Title']);
    expect([seen.problems, seen.unpublished]).to.deep.equal([[], []]);
    const partly = [
      { type: story, actions: ['find', 'findOne'], fields: ['Title'] },
      { type: story, actions: ['findDrafts'] },
    ];
    await owner.api('POST', 'administrator-roles', { name: 'published titles', grants: partly });
    const { changes } = await difference(path, await world.signedIn('published titles'));
    expect(changes.map(({ name }) => name)).to.deep.equal(['Title']);
    const other = await made(plain, { Name: 'No drafts' });
    expect((await editor.api('GET', `documents/${plain}/${other}/diff`)).status).to.equal(404);
    expect((await editor.api('GET', `documents/${story}/nothere/diff`)).status).to.equal(404);
    const { history } = world.parts;
    const asked = { type: 'api::no.no', documentId: other } as const;
    expect([
      failureOf(await history.draftChanges(systemPrincipal, asked)).code,
      failureOf(await history.translations(systemPrincipal, { ...asked, source: 'en' })).code,
    ]).to.deep.equal(['DOCUMENT.NOT_FOUND', 'DOCUMENT.NOT_FOUND']);
  });
});
