import { expect } from 'chai';
import { createMemoryStore } from '../../../../src/adapters/store/memory/create-memory-store.js';
import { createDocuments } from '../../../../src/application/documents/documents.js';
import type { KeyValueStore } from '../../../../src/application/ports/key-value-store.js';
import { systemPrincipal } from '../../../../src/domain/permission/permission.js';
import { createWorld, textOf, valueOf } from '../../../contract/world.js';
import { contentType, schemaFrom, uidOf } from '../../../schema-builders.js';

const schema = schemaFrom({ contentTypes: [contentType('note', 'notes', { text: { type: 'string' } })] });
const dayMs = 24 * 3600 * 1000;

describe('a key of a creation', () => {
  it('stays if another request takes it anew while old ones are removed', async () => {
    const store = createMemoryStore({ schema });
    let time = Date.parse('2026-01-01T00:00:00.000Z');
    let meanwhile = async (): Promise<unknown> => undefined;
    const values: KeyValueStore = {
      ...store.values,
      async all(prefix) {
        const found = await store.values.all(prefix);
        await meanwhile();
        return found;
      },
    };
    const documents = createDocuments({
      ...createWorld(store, schema).dependencies,
      clock: { now: () => new Date((time += 1)).toISOString() },
      onces: { units: store.units, values },
    });
    const create = async (key: string): Promise<string> => {
      const once = { key, request: 'the same' };
      const asked = {
        kind: 'create',
        type: uidOf('note'),
        layer: 'published',
        data: {},
        answer: {},
      } as const;
      const [made] = valueOf(await documents.create(systemPrincipal, { ...asked, once })).answer.documents();
      return textOf(made?.['documentId']);
    };
    const first = await create('abc1');
    expect(await create('abc1')).to.equal(first);
    time += dayMs + 60_000;
    let anew = '';
    meanwhile = async () => {
      meanwhile = async () => undefined;
      anew = await create('abc1');
    };
    await create('abc0');
    expect(anew).to.not.equal('').and.not.equal(first);
    expect(await create('abc1')).to.equal(anew);
  });
});
