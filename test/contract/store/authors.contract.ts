import { expect } from 'chai';
import type { Principal } from '../../../src/domain/permission/permission.js';
import { systemPrincipal } from '../../../src/domain/permission/permission.js';
import { equals } from '../../../src/domain/query/compare.js';
import type { Layer } from '../../../src/domain/query/query.js';
import { uidOf, type TypeName } from '../schema-files.js';
import { queryOf, textOf, valueOf, type Data, type World } from '../world.js';
import type { Cases } from './case.js';

const person = (documentId: string): Principal => ({
  kind: 'user',
  name: documentId,
  user: { id: 1, documentId },
  grants: { kind: 'all' },
});
const [ada, bob] = [person('ada'), person('bob')];
const token: Principal = { kind: 'token', name: 'build', grants: { kind: 'all' } };

const answer = { fields: ['documentId'] };

async function create(world: World, who: Principal, type: TypeName, data: Data, layer: Layer = 'published') {
  const created = await world.documents.create(who, {
    kind: 'create',
    type: uidOf(type),
    layer,
    data,
    answer,
  });
  return textOf(valueOf(created).answer.documents()[0]?.['documentId']);
}

const update = async (
  world: World,
  who: Principal,
  type: TypeName,
  documentId: string,
  data: Data,
  more: { readonly layer?: Layer; readonly locale?: string } = {},
) =>
  valueOf(
    await world.documents.update(who, {
      kind: 'update',
      type: uidOf(type),
      documentId,
      layer: 'draft',
      data,
      answer,
      ...more,
    }),
  );

/** Who created and who changed the version last. */
async function authorsOf(world: World, type: TypeName, documentId: string): Promise<readonly unknown[]> {
  const { createdBy, updatedBy } = await world.one(type, documentId, { fields: ['createdBy', 'updatedBy'] });
  return [createdBy, updatedBy];
}

export const authorCases = {
  'a version knows who created it and who changed it last; the server is nobody': async (world) => {
    const id = await create(world, ada, 'restaurant', { name: 'a' });
    expect(await authorsOf(world.drafts, 'restaurant', id)).to.deep.equal(['ada', 'ada']);
    await update(world, token, 'restaurant', id, { name: 'b' });
    expect(await authorsOf(world.drafts, 'restaurant', id)).to.deep.equal(['ada', 'token build']);
    await update(world, systemPrincipal, 'restaurant', id, { name: 'c' });
    expect(await authorsOf(world.drafts, 'restaurant', id)).to.deep.equal(['ada', null]);
    await update(world, { ...systemPrincipal, behalf: bob }, 'restaurant', id, { name: 'd' });
    expect(await authorsOf(world.drafts, 'restaurant', id)).to.deep.equal(['ada', 'bob']);
    const ofServer = await world.create('restaurant', { name: 'e' });
    expect(await authorsOf(world.drafts, 'restaurant', ofServer)).to.deep.equal([null, null]);
  },
  'publishing and discarding take the authors of the version along': async (world) => {
    const id = await create(world, ada, 'event', { name: 'a' });
    await update(world, bob, 'event', id, { name: 'b' });
    const about = { type: uidOf('event'), documentId: id, answer };
    expect(await authorsOf(world, 'event', id)).to.deep.equal(['ada', 'ada']);
    valueOf(await world.documents.discardDraft(token, { kind: 'discardDraft', ...about }));
    expect(await authorsOf(world.drafts, 'event', id)).to.deep.equal(['ada', 'ada']);
    await update(world, bob, 'event', id, { name: 'c' });
    valueOf(await world.documents.publish(token, { kind: 'publish', ...about }));
    expect(await authorsOf(world, 'event', id)).to.deep.equal(['ada', 'bob']);
    await update(world, token, 'event', id, { name: 'd' }, { layer: 'published' });
    expect(await authorsOf(world, 'event', id)).to.deep.equal(['ada', 'token build']);
  },
  'documents can be found by their authors': async (world) => {
    const [first] = [await create(world, ada, 'restaurant', { name: 'a' })];
    await create(world, bob, 'restaurant', { name: 'b' });
    await world.create('restaurant', { name: 'c' });
    const query = queryOf('restaurant', { filters: equals('createdBy', 'ada'), fields: ['documentId'] });
    const found = valueOf(await world.documents.find(systemPrincipal, query)).answer.documents();
    expect(found.map(({ documentId }) => documentId)).to.deep.equal([first]);
  },
  'a translation has authors of its own, until a value that all locales share is changed': async (world) => {
    const id = await create(world, ada, 'article', { name: 'one', mood: 'm' });
    await update(world, bob, 'article', id, { name: 'un' }, { locale: 'fr' });
    const inEach = () =>
      Promise.all(['en', 'fr'].map((locale) => authorsOf(world.drafts.in(locale), 'article', id)));
    expect(await inEach()).to.deep.equal([
      ['ada', 'ada'],
      ['bob', 'bob'],
    ]);
    await update(world, token, 'article', id, { mood: 'x' }, { locale: 'fr' });
    expect(await inEach()).to.deep.equal([
      ['ada', 'token build'],
      ['bob', 'token build'],
    ]);
    await update(world, systemPrincipal, 'article', id, { mood: 'y' });
    expect(await inEach()).to.deep.equal([
      ['ada', null],
      ['bob', null],
    ]);
  },
} satisfies Cases;
