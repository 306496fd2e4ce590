import { expect } from 'chai';
import type { GrantLimits } from '../../../src/application/access/grant-records.js';
import type {
  AccessChange,
  AccessStore,
  GrantRecord,
  TokenRecord,
} from '../../../src/application/ports/access-store.js';
import type { Action } from '../../../src/domain/permission/permission.js';
import type { Result } from '../../../src/domain/result.js';
import { uidOf } from '../fixture-schema.js';
import { failureOf, valueOf } from '../world.js';
import type { Cases } from './case.js';

const chef = uidOf('chef');
const dish = uidOf('dish');

/** Returns the stored grants of a role. */
const grantsOf = async (access: AccessStore, role: string): Promise<readonly GrantRecord[] | undefined> =>
  valueOf(await access.load()).roles.find(({ name }) => name === role)?.grants;

const grant = (role: string, type: string, actions: readonly Action[], limits: GrantLimits = {}) => ({
  role,
  type,
  actions,
  ...limits,
});

const token = (name: string, rest: Partial<TokenRecord> = {}): TokenRecord => ({
  name,
  hash: name.padEnd(64, '0'),
  access: 'read-only',
  grants: [],
  createdAt: '2024-01-02T03:04:05.678Z',
  expiresAt: null,
  ...rest,
});

const revisionOf = async (access: AccessStore): Promise<number> => valueOf(await access.revision());

const codeOf = (result: Result<unknown>) => failureOf(result).code;

const mine: GrantLimits = {
  fields: ['name', 'size'],
  filters: { $or: [{ author: { documentId: { $eq: '$me' } } }, { 'a.b': [1, true, null, 'x'] }] },
};

export const accessCases = {
  'the roles public and authenticated exist from the start, without grants': async ({
    store: { access },
  }) => {
    const { roles } = valueOf(await access.load());
    expect(roles).to.deep.include.members([
      { name: 'authenticated', grants: [] },
      { name: 'public', grants: [] },
    ]);
  },
  'grants are added to and revoked from one role': async ({ store: { access } }) => {
    valueOf(await access.change({ grant: [grant('public', chef, ['find', 'findOne'])] }));
    const more = [grant('public', chef, ['find', 'create']), grant('public', dish, ['find'])];
    valueOf(await access.change({ grant: more }));
    expect(await grantsOf(access, 'public')).to.deep.equal([
      { type: chef, actions: ['find', 'findOne', 'create'] },
      { type: dish, actions: ['find'] },
    ]);
    expect(await grantsOf(access, 'authenticated')).to.deep.equal([]);
    const revoke = [
      { role: 'public', type: chef, actions: ['find', 'delete'] as const },
      { role: 'public', type: dish, actions: ['find'] as const },
    ];
    valueOf(await access.change({ revoke }));
    expect(await grantsOf(access, 'public')).to.deep.equal([{ type: chef, actions: ['findOne', 'create'] }]);
  },
  'the fields and filters of a grant are returned unchanged': async ({ store: { access } }) => {
    const granted = [
      grant('public', chef, ['find', 'findOne'], mine),
      grant('public', chef, ['update'], { fields: [] }),
      grant('public', chef, ['delete'], { filters: mine.filters ?? null }),
      grant('public', chef, ['create']),
    ];
    valueOf(await access.change({ grant: granted }));
    expect(await grantsOf(access, 'public')).to.deep.equal([
      { type: chef, actions: ['find', 'findOne'], ...mine },
      { type: chef, actions: ['create'] },
      { type: chef, actions: ['update'], fields: [] },
      { type: chef, actions: ['delete'], filters: mine.filters },
    ]);
  },
  'a change may concern thousands of roles': async ({ store: { access } }) => {
    const names = Array.from({ length: 8_500 }, (_, index) => `role-${String(index).padStart(5, '0')}`);
    const grants = names.flatMap((role) => [grant(role, chef, ['find']), grant(role, dish, ['find'], mine)]);
    valueOf(await access.change({ addRoles: names, grant: grants }));
    const { roles } = valueOf(await access.load());
    expect(roles.filter(({ grants: held }) => held.length === 2)).to.have.length(names.length);
    valueOf(await access.change({ removeRoles: names }));
    expect(valueOf(await access.load()).roles.map(({ name }) => name)).to.deep.equal([
      'authenticated',
      'public',
    ]);
  },
  'granting an action again replaces its fields and filters': async ({ store: { access } }) => {
    valueOf(await access.change({ grant: [grant('public', chef, ['find', 'findOne'], mine)] }));
    valueOf(await access.change({ grant: [grant('public', chef, ['findOne'], { fields: ['name'] })] }));
    expect(await grantsOf(access, 'public')).to.deep.equal([
      { type: chef, actions: ['find'], ...mine },
      { type: chef, actions: ['findOne'], fields: ['name'] },
    ]);
    valueOf(await access.change({ grant: [grant('public', chef, ['find', 'findOne'])] }));
    expect(await grantsOf(access, 'public')).to.deep.equal([{ type: chef, actions: ['find', 'findOne'] }]);
    const twice = [grant('public', chef, ['find'], mine), grant('public', chef, ['find', 'findOne'])];
    valueOf(await access.change({ grant: twice }));
    expect(await grantsOf(access, 'public')).to.deep.equal([{ type: chef, actions: ['find', 'findOne'] }]);
  },
  'an action that was revoked is granted again without its former limits': async ({ store: { access } }) => {
    valueOf(await access.change({ grant: [grant('public', chef, ['find'], mine)] }));
    const change = {
      revoke: [{ role: 'public', type: chef, actions: ['find'] as const }],
      grant: [grant('public', chef, ['find'])],
    };
    valueOf(await access.change(change));
    expect(await grantsOf(access, 'public')).to.deep.equal([{ type: chef, actions: ['find'] }]);
  },
  'roles are added, and are removed with their grants': async ({ store: { access } }) => {
    const granted = [grant('editor', chef, ['find'], mine), grant('public', chef, ['find'])];
    valueOf(await access.change({ addRoles: ['editor', 'public'], grant: granted }));
    valueOf(await access.change({ addRoles: ['editor'] }));
    expect(await grantsOf(access, 'editor')).to.deep.equal([{ type: chef, actions: ['find'], ...mine }]);
    valueOf(await access.change({ removeRoles: ['editor', 'public', 'nobody'] }));
    expect(await grantsOf(access, 'editor')).to.equal(undefined);
    expect(await grantsOf(access, 'public')).to.deep.equal([]);
    valueOf(await access.change({ addRoles: ['editor'] }));
    expect(await grantsOf(access, 'editor')).to.deep.equal([]);
  },
  'an unknown role is refused': async ({ store: { access } }) => {
    const one = { role: 'nobody', type: chef, actions: ['find'] as const };
    expect(codeOf(await access.change({ grant: [one] }))).to.equal('DOCUMENT.NOT_FOUND');
    expect(codeOf(await access.change({ revoke: [one] }))).to.equal('DOCUMENT.NOT_FOUND');
  },
  'tokens are returned as they were added': async ({ store: { access } }) => {
    const grants = [{ type: chef, actions: ['find', 'update'] as const, ...mine }];
    const added = [
      token('a'),
      token('b', { access: 'custom', grants, expiresAt: '2030-01-01T00:00:00.000Z', hash: 'f'.repeat(64) }),
    ];
    valueOf(await access.change({ addTokens: added }));
    const { tokens } = valueOf(await access.load());
    expect([...tokens].sort((x, y) => (x.name < y.name ? -1 : 1))).to.deep.equal(added);
  },
  'the name of a token is unique until the token is removed': async ({ store: { access } }) => {
    valueOf(await access.change({ addTokens: [token('a')] }));
    const other = token('a', { hash: '1'.repeat(64) });
    expect(codeOf(await access.change({ addTokens: [other] }))).to.equal('INPUT.MISMATCH');
    expect(valueOf(await access.load()).tokens).to.deep.equal([token('a')]);
    valueOf(await access.change({ removeTokens: ['a'], addTokens: [other] }));
    expect(valueOf(await access.load()).tokens).to.deep.equal([other]);
    valueOf(await access.change({ removeTokens: ['a'] }));
    expect(codeOf(await access.change({ removeTokens: ['a'] }))).to.equal('DOCUMENT.NOT_FOUND');
  },
  'a refused change changes nothing, whichever part of it is refused': async ({ store: { access } }) => {
    valueOf(await access.change({ addTokens: [token('a')], grant: [grant('public', chef, ['find'], mine)] }));
    const before = valueOf(await access.load());
    const all: AccessChange = {
      removeRoles: ['authenticated'],
      revoke: [{ role: 'public', type: chef, actions: ['find'] }],
      removeTokens: ['a'],
      addRoles: ['editor'],
      grant: [grant('editor', dish, ['find'])],
      addTokens: [token('b')],
    };
    const refused: readonly AccessChange[] = [
      { ...all, since: before.revision - 1 },
      { ...all, revoke: [{ role: 'nobody', type: chef, actions: ['find'] }] },
      { ...all, removeTokens: ['a', 'c'] },
      { ...all, grant: [grant('nobody', dish, ['find'])] },
      { ...all, addTokens: [token('b'), token('b', { hash: 'e'.repeat(64) })] },
    ];
    for (const change of refused) {
      failureOf(await access.change(change));
      expect(valueOf(await access.load())).to.deep.equal(before);
    }
    valueOf(await access.change({ ...all, since: before.revision }));
    expect(await grantsOf(access, 'editor')).to.deep.equal([{ type: dish, actions: ['find'] }]);
  },
  'of two changes based on the same revision, one is refused': async ({ store: { access } }) => {
    valueOf(await access.change({ addRoles: ['editor'] }));
    const since = await revisionOf(access);
    const change = (type: string) => access.change({ since, grant: [grant('editor', type, ['find'])] });
    const changed = await Promise.all([change(chef), change(dish)]);
    expect(changed.filter(({ ok }) => ok)).to.have.length(1);
    expect(changed.filter(({ ok }) => !ok).map(codeOf)).to.deep.equal(['STORE.CONFLICT']);
    expect(await grantsOf(access, 'editor')).to.have.length(1);
  },
  'loading updates a state that was loaded before': async ({ store: { access } }) => {
    const names = ['editor', 'writer', 'reader'];
    valueOf(
      await access.change({
        addRoles: names,
        grant: [
          ...names.map((name) => grant(name, chef, ['find'], mine)),
          grant('public', chef, ['find']),
          grant('authenticated', chef, ['find']),
        ],
        addTokens: [token('a'), token('b')],
      }),
    );
    const changes: readonly AccessChange[] = [
      { grant: [grant('editor', dish, ['find'])] },
      { revoke: [{ role: 'writer', type: chef, actions: ['find'] }] },
      { removeRoles: ['reader', 'public'] },
      { removeTokens: ['a'] },
      { removeTokens: ['b'], addTokens: [token('b', { access: 'full-access' })] },
      { addRoles: ['cook'] },
      { removeRoles: ['editor'], addRoles: ['editor'] },
      { addRoles: ['cook', 'reader'], grant: [grant('reader', chef, ['create'])] },
    ];
    const states = [valueOf(await access.load())];
    for (const change of changes) {
      valueOf(await access.change(change));
      const whole = valueOf(await access.load());
      for (const known of states) expect(valueOf(await access.load(known))).to.deep.equal(whole);
      states.push(whole);
    }
  },
  'the revision grows with every change, and only then': async ({ store: { access } }) => {
    const seen = [await revisionOf(access)];
    const changes: readonly AccessChange[] = [
      { grant: [grant('public', chef, ['find'])] },
      { addTokens: [token('a')] },
      { revoke: [{ role: 'public', type: chef, actions: ['find'] }] },
      { removeTokens: ['a'] },
      { addRoles: ['editor'] },
      { removeRoles: ['editor'] },
    ];
    for (const change of changes) {
      valueOf(await access.change(change));
      seen.push(await revisionOf(access));
    }
    expect(seen.every((revision, index) => index === 0 || revision > Number(seen[index - 1]))).to.equal(true);
    failureOf(await access.change({ removeTokens: ['a'] }));
    failureOf(await access.change({ grant: [grant('nobody', chef, ['find'])] }));
    expect(await revisionOf(access)).to.equal(seen.at(-1));
    expect(valueOf(await access.load()).revision).to.equal(seen.at(-1));
  },
  'concurrent grants all take effect': async ({ store: { access } }) => {
    const actions = ['find', 'findOne', 'create', 'update', 'delete'] as const;
    const changes = actions.map((action) => ({ grant: [grant('public', chef, [action])] }));
    await Promise.all(changes.map(async (change) => valueOf(await access.change(change))));
    expect(await grantsOf(access, 'public')).to.deep.equal([{ type: chef, actions }]);
  },
} satisfies Cases;
