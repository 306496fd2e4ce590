import { expect } from 'chai';
import { compare } from '../../../src/domain/query/compare.js';
import { systemPrincipal } from '../../../src/domain/permission/permission.js';
import { findAsSystem } from '../../../src/application/documents/system-query.js';
import { appFiles, contentType, drafts, relation } from '../../schema-builders.js';
import { valueOf } from '../../contract/results.js';
import { openAdmin, type AdminWorld, type Browser } from './admin-world.js';

const [story, kept] = ['api::story.story', 'plugin::history.entry'];

const files = appFiles({
  contentTypes: [
    contentType(
      'story',
      'stories',
      {
        Title: { type: 'string' },
        remark: { type: 'string', renamedFrom: 'note' },
        score: { type: 'string' },
        people: relation('manyToMany', 'story'),
      },
      drafts,
    ),
  ],
});

/** What an entry of the history has from before the type changed. */
const earlier = {
  Title: 'One',
  note: 'third text',
  score: 7,
  tags: ['a'],
  people: { tooMany: true },
};

describe('the history of an entry whose type has changed', () => {
  let world: AdminWorld;
  let owner: Browser;
  let path: string;
  let id: string;

  before(async () => {
    world = await openAdmin({}, files);
    owner = await world.signedIn('owner');
    const made = await owner.api('POST', `documents/${story}`, { set: { Title: 'One', remark: 'a' } });
    path = `documents/${story}/${made.body.data.documentId}`;
    id = (await owner.api('GET', `${path}/history`)).body.data[0].id as string;
    const { documents } = world.parts;
    const found = await findAsSystem(documents, kept, { filters: compare('documentId', '$eq', id) });
    expect(valueOf(found)).to.have.lengthOf(1);
    const data = { content: JSON.stringify({ whole: earlier }), names: Object.keys(earlier), closed: true };
    const change = { kind: 'update', type: kept, documentId: id, layer: 'published', data } as const;
    valueOf(await documents.update(systemPrincipal, { ...change, answer: { fields: ['documentId'] } }));
    await owner.api('PATCH', path, { set: { score: 'twelve', remark: 'third text' } });
  });
  after(async () => {
    await world.stop();
    expect(world.errors).to.deep.equal([]);
  });

  it('names attributes as they are called today, and a new name alone is no change', async () => {
    const names = (await owner.api('GET', `${path}/history`)).body.data.map(
      (one: { names: readonly string[] }) => one.names,
    );
    expect(names).to.deep.equal([
      ['score', 'tags', 'people'],
      ['Title', 'remark', 'score', 'tags', 'people'],
    ]);
  });

  it('shows a value that does not fit as it was, and does not offer to restore it', async () => {
    const { changes, restorable, outdated } = (await owner.api('GET', `${path}/history/${id}`)).body.data;
    expect(changes).to.deep.include({ name: 'score', from: 7, to: 'twelve' });
    expect(changes).to.deep.include({ name: 'people', from: { tooMany: true }, to: [] });
    expect(restorable).to.deep.equal([]);
    const reasons = outdated.map(({ name, reason }: { name: string; reason: { code: string } }) => [
      name,
      reason.code,
    ]);
    expect(reasons).to.deep.equal([
      ['tags', 'history.attributeGone'],
      ['score', 'value.type'],
      ['people', 'history.tooManyLinks'],
    ]);
  });
});
