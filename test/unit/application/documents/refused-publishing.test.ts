import { expect } from 'chai';
import { createMemoryStore } from '../../../../src/adapters/store/memory/create-memory-store.js';
import { createDocuments } from '../../../../src/application/documents/documents.js';
import { grantsOf, systemPrincipal, type Principal } from '../../../../src/domain/permission/permission.js';
import { createWorld, failureOf, textOf, valueOf } from '../../../contract/world.js';
import { contentType, drafts, schemaFrom, uidOf } from '../../../schema-builders.js';

const schema = schemaFrom({
  contentTypes: [
    contentType(
      'story',
      'stories',
      {
        title: { type: 'string', required: true },
        rank: { type: 'integer', min: 10 },
        note: { type: 'string', private: true, minLength: 10 },
      },
      drafts,
    ),
  ],
});
const type = uidOf('story');

describe('the refusal of publishing a draft', () => {
  it('says what is wrong, and shows no value that is stored and was not sent', async () => {
    const documents = createDocuments(createWorld(createMemoryStore({ schema }), schema).dependencies);
    const data = { rank: 7, note: 'fired' };
    const asked = { type, layer: 'draft', data, answer: { fields: ['documentId'] } } as const;
    const [made] = valueOf(
      await documents.create(systemPrincipal, { kind: 'create', ...asked }),
    ).answer.documents();
    const documentId = textOf(made?.['documentId']);
    const publisher: Principal = {
      kind: 'token',
      name: 'publisher',
      grants: grantsOf([[type, ['find', 'publish']]]),
    };
    const refused = failureOf(
      await documents.publish(publisher, { kind: 'publish', type, documentId, answer: {} }),
    );
    const errors = refused.details?.['errors'] as readonly { readonly path: readonly string[] }[];
    expect(errors.map(({ path }) => path.join())).to.have.members(['title', 'rank', 'note']);
    expect(JSON.stringify(refused)).to.not.include('fired').and.not.include('"value":7');
    // That one is missing says no more than the message.
    expect(errors.find(({ path }) => path.join() === 'title')).to.include({ value: null });
    const edit = { type, documentId, layer: 'published', data: { rank: 8 }, answer: {} } as const;
    const edited = failureOf(await documents.update(systemPrincipal, { kind: 'update', ...edit }));
    const [, ofRank] = (edited.details?.['errors'] ?? []) as readonly object[];
    expect(ofRank).to.deep.include({ path: ['rank'], value: 8 });
    expect(JSON.stringify(edited)).to.not.include('fired');
  });
});
