import { expect } from 'chai';
import { readFileSync, writeFileSync } from 'node:fs';
import type { Documents } from '../../../../src/application/documents/documents.js';
import { systemPrincipal } from '../../../../src/domain/permission/permission.js';
import type { Layer } from '../../../../src/domain/query/query.js';
import { uidOf, type TypeName } from '../../../contract/fixture-schema.js';
import { writeStatements } from './write-statements.js';

const answer = { fields: ['documentId'] };

const create =
  (type: TypeName, data: object, layer: Layer = 'published') =>
  (documents: Documents) =>
    documents.create(systemPrincipal, {
      kind: 'create',
      type: uidOf(type),
      layer,
      data: { ...data },
      answer,
    });

const update =
  (type: TypeName, data: object, layer: Layer = 'published') =>
  (documents: Documents) =>
    documents.update(systemPrincipal, {
      kind: 'update',
      type: uidOf(type),
      documentId: 'd',
      layer,
      data: { ...data },
      answer,
    });

const move = (kind: 'publish' | 'unpublish' | 'discardDraft') => (documents: Documents) => {
  const asked = { type: uidOf('hall'), documentId: 'd', answer };
  if (kind === 'publish') return documents.publish(systemPrincipal, { kind, ...asked });
  if (kind === 'unpublish') return documents.unpublish(systemPrincipal, { kind, ...asked });
  return documents.discardDraft(systemPrincipal, { kind, ...asked });
};

const beside = (position: object) => ({ restaurants: { connect: [{ documentId: 'r', position }] } });

const mutations: Readonly<Record<string, (documents: Documents) => Promise<unknown>>> = {
  create: create('category', { name: 'a' }),
  'create a draft': create('restaurant', { name: 'a' }, 'draft'),
  'create with links, in both layers': create('restaurant', { name: 'a', categories: ['c', 'e'] }),
  'create, taking from a holder': create('restaurant', { name: 'a', flagship: 'x' }),
  update: update('category', { name: 'a' }),
  'connect at the end': update('category', { restaurants: { connect: ['r'] } }),
  'connect at the end, in a draft': update('restaurant', { categories: { connect: ['c'] } }, 'draft'),
  'connect at the start': update('category', beside({ start: true })),
  'connect before another': update('category', beside({ before: 'q' })),
  'connect after another': update('category', beside({ after: 'q' })),
  'connect, taking from a holder': update('restaurant', { dishes: { connect: ['x'] } }, 'draft'),
  disconnect: update('category', { restaurants: { disconnect: ['r'] } }),
  set: update('category', { restaurants: { set: ['r', 'q'] } }),
  'set in a draft': update('restaurant', { categories: { set: ['c'] } }, 'draft'),
  'set a relation to one': update('dish', { restaurant: 'r' }),
  'update and publish': update('hall', { name: 'a', shown: { connect: ['e'] } }),
  publish: move('publish'),
  unpublish: move('unpublish'),
  'discard the draft': move('discardDraft'),
  delete: (documents) =>
    documents.delete(systemPrincipal, { kind: 'delete', type: uidOf('category'), documentId: 'd' }),
};

const golden = new URL('lower-write.golden.sql', import.meta.url);

describe('lowering of writes to SQL', () => {
  it('produces the statements of lower-write.golden.sql (UPDATE_GOLDEN=1 rewrites it)', async () => {
    const texts: string[] = [];
    for (const [name, act] of Object.entries(mutations))
      texts.push(`-- ${name}\n${await writeStatements(act)}\n`);
    const text = texts.join('\n');
    if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(golden, text);
    expect(text).to.equal(readFileSync(golden, 'utf8'));
  });
});
