import { expect } from 'chai';
import { createMemoryAccessStore } from '../../../../src/adapters/store/memory/create-memory-access-store.js';
import { createMemoryStore } from '../../../../src/adapters/store/memory/create-memory-store.js';
import { createDeclaredActions } from '../../../../src/application/access/declared-actions.js';
import { createAccess, type Access } from '../../../../src/application/access/access.js';
import type { AccessState, AccessStore } from '../../../../src/application/ports/access-store.js';
import type { TokenSecrets } from '../../../../src/application/ports/token-secrets.js';
import { failure } from '../../../../src/domain/failure.js';
import { decide, type Action, type Principal } from '../../../../src/domain/permission/permission.js';
import { err, type Result } from '../../../../src/domain/result.js';
import type { ContentType, Schema } from '../../../../src/domain/schema/schema.js';
import { withoutReasons } from '../../../without-reasons.js';

const restaurant = 'api::restaurant.restaurant';
const chef = 'api::chef.chef';

const schema: Schema = {
  contentTypes: new Map([restaurant, chef].map((uid) => [uid, { uid } as ContentType])),
  components: new Map(),
  links: [],
  defaultLocale: 'en',
};

const nothing = (): void => undefined;
const silentLog = { debug: nothing, info: nothing, warn: nothing, error: nothing };

const backwards = (text: string): string => Buffer.from(text).reverse().toString();

/** Tokens that tests can read: the hash is the token reversed. */
const secrets = (): TokenSecrets => {
  let made = 0;
  return {
    create: () => `token-${++made}`,
    hash: backwards,
    same: (hash, other) => hash === other,
  };
};

const message = (result: Result<unknown>): string => {
  if (result.ok) throw new Error('it was not refused');
  expect(result.failure.code).to.equal('INPUT.INVALID');
  return result.failure.message;
};

const allows = (principal: Principal, action: Action, uid: string): boolean =>
  decide(principal, action, uid) !== null;

describe('access', () => {
  let store: AccessStore;
  let now: string;
  let access: Access;

  const open = () =>
    createAccess({ store, schema, clock: { now: () => now }, secrets: secrets(), log: silentLog });

  beforeEach(async () => {
    store = createMemoryAccessStore();
    now = '2030-01-01T00:00:00.000Z';
    access = open();
    expect(await access.load()).to.deep.equal({ ok: true, value: undefined });
  });

  afterEach(() => access.stop());

  it('accepts a token of another process after a recheck', async () => {
    const elsewhere = open();
    await elsewhere.load();
    const made = await elsewhere.createToken({ name: 'new', access: 'read-only' });
    if (!made.ok) throw new Error(made.failure.message);
    expect(access.principalOfToken(made.value.token)).to.equal(null);
    expect(await access.recheck()).to.equal(true);
    expect(access.principalOfToken(made.value.token)?.name).to.equal('new');
    expect(await access.recheck()).to.equal(true, 'asked once for both');
  });

  it('takes over the grants of a unit of work after its commit, and never those of one that is taken back', async () => {
    const { access: joined, units } = createMemoryStore({ schema: { ...schema, contentTypes: new Map() } });
    const clock = { now: () => now };
    access = createAccess({ store: joined, units, schema, clock, secrets: secrets(), log: silentLog });
    await access.load();
    const grantIn = (committed: boolean) =>
      units.run(async () => {
        const granted = await access.grant('public', chef, ['find']);
        expect(mayPublic(chef)).to.equal(false);
        return committed ? granted : err(failure('INPUT.INVALID', 'no'));
      });
    await grantIn(false);
    await access.recheck();
    expect(mayPublic(chef)).to.equal(false);
    await grantIn(true);
    await access.load();
    expect(mayPublic(chef)).to.equal(true);
  });

  const stored = async (): Promise<AccessState> => {
    const state = await store.load();
    if (!state.ok) throw new Error(state.failure.message);
    return state.value;
  };

  const mayPublic = (uid: string) => allows(access.publicPrincipal(), 'find', uid);

  const create = async (request: object): Promise<string> => {
    const created = await access.createToken(request);
    if (!created.ok) throw new Error(created.failure.message);
    return created.value.token;
  };

  it('permits nothing before the first state is loaded', () => {
    expect(allows(open().publicPrincipal(), 'find', restaurant)).to.equal(false);
  });

  it('applies a grant at once, and no longer once it is revoked', async () => {
    expect(mayPublic(restaurant)).to.equal(false);
    await access.grant('public', restaurant, ['find', 'findOne']);
    expect([mayPublic(restaurant), mayPublic(chef)]).to.deep.equal([true, false]);
    await access.revoke('public', restaurant, ['find']);
    expect(mayPublic(restaurant)).to.equal(false);
    expect(allows(access.publicPrincipal(), 'findOne', restaurant)).to.equal(true);
  });

  it('does not give the public the grants of another role', async () => {
    await access.grant('authenticated', restaurant, ['find']);
    expect(mayPublic(restaurant)).to.equal(false);
  });

  it('builds a principal once per state, not once per request', async () => {
    const token = await create({ name: 'a', access: 'read-only' });
    expect(access.principalOfToken(token)).to.equal(access.principalOfToken(token));
    expect(access.publicPrincipal()).to.equal(access.publicPrincipal());
  });

  it('lists the valid choices when it refuses a role, a content-type or an action', async () => {
    expect(message(await access.grant('admin', restaurant, ['find']))).to.equal(
      'Unknown role "admin"; there are: authenticated, public',
    );
    expect(message(await access.grant('public', 'api::nope.nope', ['find']))).to.equal(
      `Unknown content-type "api::nope.nope"; there are: ${chef}, ${restaurant}`,
    );
    expect(message(await access.grant('public', restaurant, ['read']))).to.equal(
      'Unknown action "read"; there are: find, findOne, findDrafts, create, update, delete, publish, unpublish, discardDraft, history',
    );
    expect(message(await access.grant('public', restaurant, []))).to.match(/^No action given/);
    expect(message(await access.grant(undefined, null, {}))).to.match(/^Unknown role undefined/);
  });

  it('before the routes of the app are known, accepts further actions of controllers that the app has', async () => {
    const declared = createDeclaredActions();
    declared.expect(new Set(['api::shop.shop', chef]));
    access = createAccess({
      store,
      schema,
      clock: { now: () => now },
      secrets: secrets(),
      log: silentLog,
      declared,
    });
    for (const uid of ['api::shop.shop', chef])
      expect(await access.grant('public', uid, ['checkout'])).to.deep.equal({ ok: true, value: undefined });
    expect(message(await access.grant('public', 'api::chef.cheff', ['find']))).to.equal(
      `Unknown content-type "api::chef.cheff" (did you mean "${chef}"?); there are: ${chef}, ${restaurant}`,
    );
    expect(message(await access.grant('public', restaurant, ['fnid']))).to.match(
      /^Unknown action "fnid" \(did you mean "find"\?\)/,
    );
  });

  it('revokes grants of a content-type that the schema no longer has', async () => {
    await store.change({ grant: [{ role: 'public', type: 'api::gone.gone', actions: ['find'] }] });
    await access.load();
    expect(await access.revoke('public', 'api::gone.gone', ['find'])).to.deep.equal({
      ok: true,
      value: undefined,
    });
    expect(access.grants().flatMap(({ grants }) => grants)).to.deep.equal([]);
  });

  it('stores the hash of a token, not the token', async () => {
    const token = await create({ name: 'a', access: 'full-access' });
    expect(JSON.stringify((await stored()).tokens)).not.to.include(token);
    expect(JSON.stringify(access.listTokens())).not.to.include(backwards(token));
  });

  it('gives each token the permissions of its access', async () => {
    const full = access.principalOfToken(await create({ name: 'full', access: 'full-access' }));
    const read = access.principalOfToken(await create({ name: 'read', access: 'read-only' }));
    const grants = [{ uid: chef, actions: ['create', 'find'] }];
    const custom = access.principalOfToken(await create({ name: 'custom', access: 'custom', grants }));
    const may = (principal: typeof full) =>
      principal && [
        allows(principal, 'create', chef),
        allows(principal, 'find', chef),
        allows(principal, 'find', restaurant),
      ];
    expect([may(full), may(read), may(custom)]).to.deep.equal([
      [true, true, true],
      [false, true, true],
      [true, true, false],
    ]);
  });

  for (const grants of [
    [`${chef}:find,create`],
    { [chef]: ['find', 'create'] },
    [{ uid: chef, actions: ['find', 'create'] }],
  ]) {
    it(`reads the grants ${JSON.stringify(grants)}`, async () => {
      await create({ name: 'custom', access: 'custom', grants });
      expect(access.listTokens()[0]?.grants).to.deep.equal([{ type: chef, actions: ['find', 'create'] }]);
    });
  }

  it('refuses a token that is revoked or unknown', async () => {
    const token = await create({ name: 'a', access: 'full-access' });
    expect(access.principalOfToken(token)?.name).to.equal('a');
    expect(access.principalOfToken('token-x')).to.equal(null);
    await access.revokeToken('a');
    expect(access.principalOfToken(token)).to.equal(null);
    const again = await access.revokeToken('a');
    expect(again.ok ? null : withoutReasons(again.failure)).to.deep.equal({
      code: 'DOCUMENT.NOT_FOUND',
      message: 'There is no token "a"',
    });
  });

  it('checks the expiry of a token at each use', async () => {
    const token = await create({ name: 'a', access: 'full-access', expiresIn: '15m' });
    now = '2030-01-01T00:14:59.999Z';
    expect(access.principalOfToken(token)?.name).to.equal('a');
    now = '2030-01-01T00:15:00.000Z';
    expect(access.principalOfToken(token)).to.equal(null);
    expect(access.listTokens()[0]?.expired).to.equal(true);
  });

  const refused: readonly (readonly [string, Record<string, unknown>, RegExp])[] = [
    ['no name', { access: 'full-access' }, /^A token needs a name/],
    ['a name of spaces', { name: ' ', access: 'full-access' }, /^A token needs a name/],
    ['a name with a line break', { name: 'a\nb', access: 'full-access' }, /^A token needs a name/],
    [
      'an unknown access',
      { name: 'a', access: 'all' },
      /^Access must be one of full-access, read-only, custom$/,
    ],
    ['custom access without grants', { name: 'a', access: 'custom' }, /^A custom token needs grants/],
    [
      'grants that custom access does not go with',
      { name: 'a', access: 'read-only', grants: [`${chef}:find`] },
      /^Grants go with custom/,
    ],
    ['a grant without actions', { name: 'a', access: 'custom', grants: [chef] }, /^No action given/],
    [
      'a grant of nothing',
      { name: 'a', access: 'custom', grants: [null] },
      /^Unknown content-type undefined/,
    ],
    [
      'a grant for an unknown content-type',
      { name: 'a', access: 'custom', grants: ['api::x.x:find'] },
      /^Unknown content-type "api::x.x"/,
    ],
    ...['30', 'd', '0d', '-1d', '1.5h', '30 days', '999999999999d', 30, {}].map(
      (expiresIn) =>
        [
          `the expiry ${JSON.stringify(expiresIn)}`,
          { name: 'a', access: 'full-access', expiresIn },
          /^Expiry /,
        ] as const,
    ),
  ];
  for (const [what, request, expected] of refused) {
    it(`refuses a token with ${what}`, async () => {
      expect(message(await access.createToken(request))).to.match(expected);
      expect((await stored()).tokens).to.deep.equal([]);
    });
  }

  it('keeps the last known state if the store fails', async () => {
    await access.grant('public', restaurant, ['find']);
    store.load = async () => err(failure('STORE.UNAVAILABLE', 'gone'));
    expect((await access.load()).ok).to.equal(false);
    expect(mayPublic(restaurant)).to.equal(true);
  });

  it('follows changes by other processes', async () => {
    const other = open();
    await other.load();
    access.watch();
    await other.grant('public', restaurant, ['find']);
    for (let waited = 0; waited < 2000 && !mayPublic(restaurant); waited += 20) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(mayPublic(restaurant)).to.equal(true);
  });
});
