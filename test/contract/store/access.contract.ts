import { expect } from 'chai';
import type { AccessStore, TokenRecord } from '../../../src/application/ports/access-store.js';
import { uidOf } from '../fixture-schema.js';
import { failureOf, valueOf } from '../world.js';
import type { Cases } from './case.js';

const chef = uidOf('chef');
const dish = uidOf('dish');

/** What a role may do, by type, in no order. */
async function grantsOf(access: AccessStore, role: string): Promise<Record<string, readonly string[]>> {
  const found = valueOf(await access.load()).roles.find(({ name }) => name === role);
  return Object.fromEntries((found?.grants ?? []).map(({ type, actions }) => [type, [...actions].sort()]));
}

const token = (name: string, rest: Partial<TokenRecord> = {}): TokenRecord => ({
  name,
  hash: '0'.repeat(64),
  access: 'read-only',
  grants: [],
  createdAt: '2024-01-02T03:04:05.678Z',
  expiresAt: null,
  ...rest,
});

const revisionOf = async (access: AccessStore): Promise<number> => valueOf(await access.revision());

export const accessCases = {
  'the roles public and authenticated are there from the start, with no grants': async ({
    store: { access },
  }) => {
    const { roles } = valueOf(await access.load());
    expect(roles.map(({ name }) => name)).to.include.members(['public', 'authenticated']);
    expect(await grantsOf(access, 'public')).to.deep.equal({});
  },
  'grants are added and revoked, for one role': async ({ store: { access } }) => {
    valueOf(await access.grant('public', chef, ['find', 'findOne']));
    valueOf(await access.grant('public', chef, ['find', 'create']));
    valueOf(await access.grant('public', dish, ['find']));
    expect(await grantsOf(access, 'public')).to.deep.equal({
      [chef]: ['create', 'find', 'findOne'],
      [dish]: ['find'],
    });
    expect(await grantsOf(access, 'authenticated')).to.deep.equal({});
    valueOf(await access.revoke('public', chef, ['find', 'delete']));
    valueOf(await access.revoke('public', dish, ['find']));
    expect(await grantsOf(access, 'public')).to.deep.equal({ [chef]: ['create', 'findOne'] });
  },
  'an unknown role is refused': async ({ store: { access } }) => {
    expect(failureOf(await access.grant('nobody', chef, ['find'])).code).to.equal('DOCUMENT.NOT_FOUND');
    expect(failureOf(await access.revoke('nobody', chef, ['find'])).code).to.equal('DOCUMENT.NOT_FOUND');
  },
  'tokens come back as they were added': async ({ store: { access } }) => {
    const grants = [{ type: chef, actions: ['find', 'update'] as const }];
    const added = [
      token('a'),
      token('b', { access: 'custom', grants, expiresAt: '2030-01-01T00:00:00.000Z', hash: 'f'.repeat(64) }),
    ];
    for (const each of added) valueOf(await access.addToken(each));
    const { tokens } = valueOf(await access.load());
    expect([...tokens].sort((x, y) => (x.name < y.name ? -1 : 1))).to.deep.equal(added);
  },
  'the name of a token is taken once, until it is removed': async ({ store: { access } }) => {
    valueOf(await access.addToken(token('a')));
    expect(failureOf(await access.addToken(token('a', { hash: '1'.repeat(64) }))).code).to.equal(
      'INPUT.MISMATCH',
    );
    expect(valueOf(await access.load()).tokens.map(({ hash }) => hash)).to.deep.equal(['0'.repeat(64)]);
    valueOf(await access.removeToken('a'));
    expect(failureOf(await access.removeToken('a')).code).to.equal('DOCUMENT.NOT_FOUND');
    valueOf(await access.addToken(token('a', { hash: '2'.repeat(64) })));
    expect(valueOf(await access.load()).tokens.map(({ hash }) => hash)).to.deep.equal(['2'.repeat(64)]);
  },
  'the revision grows with every change, and not without': async ({ store: { access } }) => {
    const seen = [await revisionOf(access)];
    const changes = [
      () => access.grant('public', chef, ['find']),
      () => access.addToken(token('a')),
      () => access.revoke('public', chef, ['find']),
      () => access.removeToken('a'),
    ];
    for (const change of changes) {
      valueOf(await change());
      seen.push(await revisionOf(access));
    }
    expect(seen.every((revision, index) => index === 0 || revision > Number(seen[index - 1]))).to.equal(true);
    failureOf(await access.removeToken('a'));
    failureOf(await access.grant('nobody', chef, ['find']));
    expect(await revisionOf(access)).to.equal(seen.at(-1));
    expect(valueOf(await access.load()).revision).to.equal(seen.at(-1));
  },
  'grants that come at once all count': async ({ store: { access } }) => {
    const actions = ['find', 'findOne', 'create', 'update', 'delete'] as const;
    await Promise.all(actions.map(async (action) => valueOf(await access.grant('public', chef, [action]))));
    expect(await grantsOf(access, 'public')).to.deep.equal({ [chef]: [...actions].sort() });
  },
} satisfies Cases;
