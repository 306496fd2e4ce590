import { expect } from 'chai';
import { systemPrincipal } from '../../../src/domain/permission/permission.js';
import { failureOf, valueOf } from '../../contract/world.js';
import { skipWithoutMongo } from '../../mongo.js';
import { openEmpty, openReady, type Opened, type StoreKind } from './opened-stores.js';
import { fill, shop, shopSchema } from './shop-schema.js';
import { copy, differences, documentsNamed } from './transfer-world.js';

const schema = shopSchema();
const token = {
  name: 'ci',
  hash: 'a'.repeat(64),
  access: 'custom',
  grants: [{ type: shop, actions: ['find', 'create'] }],
  createdAt: '2024-01-02T03:04:05.678Z',
  expiresAt: '2034-01-02T03:04:05.000Z',
} as const;

for (const kind of ['PostgreSQL', 'MongoDB', 'memory'] as const satisfies readonly StoreKind[]) {
  describe(`a transfer into ${kind}`, () => {
    let source: Opened;
    let target: Opened;
    before(async function () {
      if (kind === 'MongoDB') await skipWithoutMongo(this);
    });
    beforeEach(async () => {
      source = await openReady('memory', schema);
      target = await openEmpty(kind, schema);
      await fill(schema, source.store, 20);
    });
    afterEach(() => target.close());

    const create = async (name: string): Promise<void> => {
      const documents = documentsNamed('other', target.store, schema);
      const asked = { kind: 'create', type: shop, layer: 'published', answer: {} } as const;
      valueOf(await documents.create(systemPrincipal, { ...asked, data: { name } }));
    };

    it('is refused where there is a document, and changes nothing', async () => {
      valueOf(await target.store.schema.apply());
      await create('Mine');
      const refused = failureOf(await copy(schema, source.store, target.store));
      expect(refused.code).to.equal('INPUT.MISMATCH');
      expect(refused.message).to.match(/^The target is not empty: there is something in .*shop/);
      expect(valueOf(await target.store.archive.mark())).to.equal(null);
      expect(await differences(schema, target.store, target.store)).to.deep.equal([]);
    });

    it('is refused where it was done already', async () => {
      valueOf(await copy(schema, source.store, target.store));
      const refused = failureOf(await copy(schema, source.store, target.store));
      expect(refused.message).to.match(
        /A transfer from the source into it was done at .* compare with --verify/,
      );
    });

    it('takes grants and tokens along', async () => {
      const filters = { name: { $startsWith: 'open' } };
      const change = {
        grant: [
          { role: 'public', type: shop, actions: ['find', 'findOne'] as const, fields: ['name'], filters },
          { role: 'authenticated', type: shop, actions: ['create'] as const },
        ],
        addTokens: [token, { ...token, name: 'ever', hash: 'b', grants: [], expiresAt: null }],
      };
      valueOf(await source.store.access.change(change));
      valueOf(await copy(schema, source.store, target.store));
      const { roles, tokens } = valueOf(await target.store.access.load());
      expect(tokens.map(({ name, hash, expiresAt }) => [name, hash, expiresAt])).to.have.deep.members([
        ['ci', token.hash, token.expiresAt],
        ['ever', 'b', null],
      ]);
      const granted = roles.flatMap(({ name, grants }) =>
        grants.flatMap((grant) => [name, ...grant.actions]),
      );
      expect(granted).to.have.members(['authenticated', 'create', 'public', 'find', 'findOne']);
      expect(await differences(schema, source.store, target.store)).to.deep.equal([]);
    });

    it('takes the values of app code along', async () => {
      valueOf(await source.store.values.set('core_seeded', { at: 1 }));
      valueOf(await copy(schema, source.store, target.store));
      expect(valueOf(await target.store.values.get('core_seeded'))).to.deep.equal({ at: 1 });
      valueOf(await target.store.values.set('core_seeded', { at: 2 }));
      expect(await differences(schema, source.store, target.store)).to.deep.equal([
        'value "core_seeded" {"at":1}: only in the source',
        'value "core_seeded" {"at":2}: only in the target',
      ]);
    });

    it('gives ids above those that were given out', async () => {
      valueOf(await copy(schema, source.store, target.store));
      await create('New');
      const [line, ...others] = await differences(schema, source.store, target.store);
      expect(line).to.match(
        /^versions api::shop\.shop (1[1-9]|[2-9]\d+) \(other.* published\): only in the target$/,
      );
      expect(others).to.deep.equal([]);
    });
  });
}

it('a transfer from a database that does not fit the schema files is refused', async () => {
  const source = await openEmpty('PostgreSQL', schema);
  const target = await openEmpty('memory', schema);
  const refused = failureOf(await copy(schema, source.store, target.store));
  expect(refused.message).to.match(/^The source does not fit the schema files\./);
  await source.close();
});
