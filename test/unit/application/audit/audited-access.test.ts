import { expect } from 'chai';
import { createMemoryStore } from '../../../../src/adapters/store/memory/create-memory-store.js';
import { auditedAccess } from '../../../../src/application/audit/audited-access.js';
import type { AccessChange, TokenRecord } from '../../../../src/application/ports/access-store.js';
import { systemPrincipal, type Principal } from '../../../../src/domain/permission/permission.js';
import { fixtureSchema, uidOf } from '../../../contract/fixture-schema.js';
import { createClock } from '../../../contract/ticking-clock.js';
import { failureOf, valueOf } from '../../../contract/world.js';

const dish = uidOf('dish');

const token: TokenRecord = {
  name: 'website',
  hash: 'f'.repeat(64),
  access: 'read-only',
  grants: [],
  createdAt: '2024-01-02T03:04:05.678Z',
  expiresAt: null,
};

describe('audited access', () => {
  const open = () => {
    const store = createMemoryStore({ schema: fixtureSchema() });
    const access = auditedAccess(store.access, createClock(), { ...systemPrincipal, name: 'command line' });
    const told = async () => {
      const found = valueOf(await store.audit.find({}, 100)).toReversed();
      return found.map(({ action, subject, type, names }) => [action, subject, type, names.join()]);
    };
    return { store, access, told };
  };

  it('records every part of a change', async () => {
    const { access, told } = open();
    const changes: readonly AccessChange[] = [
      {
        addRoles: ['editor', 'guest'],
        grant: [{ role: 'editor', type: dish, actions: ['find', 'create'], fields: ['name'] }],
        addTokens: [token],
      },
      { revoke: [{ role: 'editor', type: dish, actions: ['create'] }], removeTokens: ['website'] },
      { removeRoles: ['guest'] },
    ];
    for (const change of changes) valueOf(await access.change(change));
    expect(await told()).to.deep.equal([
      ['addRole', 'editor', null, ''],
      ['addRole', 'guest', null, ''],
      ['grant', 'editor', dish, 'find,create'],
      ['createToken', 'website', null, ''],
      ['revoke', 'editor', dish, 'create'],
      ['revokeToken', 'website', null, ''],
      ['removeRole', 'guest', null, ''],
    ]);
  });

  it('records replaced grants of a role as revoked, then the new ones', async () => {
    const { access, told } = open();
    const grant = [{ role: 'public', type: dish, actions: ['find'] as const }];
    valueOf(await access.change({ removeRoles: ['public'], addRoles: ['public'], grant }));
    expect(await told()).to.deep.equal([
      ['revoke', 'public', null, ''],
      ['grant', 'public', dish, 'find'],
    ]);
  });

  it('names the actor and the origin of a change, or the default actor', async () => {
    const { access, store } = open();
    const by: Principal = { kind: 'token', name: 'ops', grants: { kind: 'all' }, origin: '192.0.2.7' };
    valueOf(await access.change({ addRoles: ['a'], by }));
    valueOf(await access.change({ addRoles: ['b'] }));
    const actors = valueOf(await store.audit.find({}, 2)).map(({ actor }) => actor);
    expect(actors).to.deep.equal([
      { kind: 'system', name: 'command line', documentId: null, origin: null },
      { kind: 'token', name: 'ops', documentId: null, origin: '192.0.2.7' },
    ]);
  });

  it('records nothing for a refused change', async () => {
    const { access, told } = open();
    failureOf(await access.change({ addRoles: ['a'], removeTokens: ['nobody'] }));
    expect(await told()).to.deep.equal([]);
  });
});
