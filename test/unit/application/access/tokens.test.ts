import { expect } from 'chai';
import { createMemoryStore } from '../../../../src/adapters/store/memory/create-memory-store.js';
import { createAccess, type Access } from '../../../../src/application/access/access.js';
import { lastingName } from '../../../../src/application/access/check-token-request.js';
import { createTokenUses } from '../../../../src/application/access/token-uses.js';
import type { AccessStore } from '../../../../src/application/ports/access-store.js';
import type { KeyValueStore } from '../../../../src/application/ports/key-value-store.js';
import { failure } from '../../../../src/domain/failure.js';
import type { Principal } from '../../../../src/domain/permission/permission.js';
import { err } from '../../../../src/domain/result.js';
import type { Schema } from '../../../../src/domain/schema/schema.js';
import { valueOf } from '../../../contract/results.js';

const schema: Schema = { contentTypes: new Map(), components: new Map(), links: [], defaultLocale: 'en' };

/** The hash of a token is the token backwards. */
const backwards = (text: string): string => Buffer.from(text).reverse().toString();

describe('API tokens', () => {
  let now: string;
  let store: AccessStore;
  let writes: string[];
  let isAway: boolean;
  let values: KeyValueStore;
  let access: Access;
  let warnings: string[];
  let made = 0;

  const log = {
    debug: () => {},
    info: () => {},
    warn: (text: string) => void warnings.push(text),
    error: (text: string) => void warnings.push(text),
  };
  const clock = { now: () => now };
  const open = (): Access =>
    createAccess({
      store,
      schema,
      clock,
      secrets: {
        create: () => `secret-${(made += 1)}`,
        hash: backwards,
        same: (one, other) => one === other,
      },
      log,
      uses: createTokenUses({ values, log }),
    });

  beforeEach(async () => {
    now = '2030-01-01T00:00:00.000Z';
    [writes, warnings] = [[], []];
    isAway = false;
    const memory = createMemoryStore({ schema });
    store = memory.access;
    const kept = memory.values;
    values = {
      ...kept,
      set(key, value) {
        if (isAway) return Promise.resolve(err(failure('STORE.UNAVAILABLE', 'away')));
        writes.push(key);
        return kept.set(key, value);
      },
    };
    access = open();
    valueOf(await access.load());
  });

  const make = async (name: string, expiresIn?: string): Promise<string> =>
    valueOf(await access.createToken({ name, access: 'read-only', expiresIn })).token;
  const uses = async (from = access) => [...valueOf(await from.tokenUses())];
  const nameOf = (token: string): Principal['name'] | undefined => access.principalOfToken(token)?.name;

  describe('that are used', () => {
    it('say when that was, at once on this server and on others when it was written', async () => {
      const token = await make('shop');
      await make('idle');
      expect(await uses()).to.deep.equal([]);
      now = '2030-01-02T00:00:00.000Z';
      access.principalOfToken(token);
      expect(await uses()).to.deep.equal([['shop', now]]);
      expect(writes).to.deep.equal([]);
      await access.stop();
      const other = open();
      valueOf(await other.load());
      expect(await uses(other)).to.deep.equal([['shop', now]]);
    });

    it('are written once for all requests since the last time', async () => {
      const token = await make('shop');
      for (let left = 100; left > 0; left -= 1) access.principalOfToken(token);
      await access.stop();
      await access.stop();
      expect(writes).to.have.length(1);
    });

    it('are written later if the store was away', async () => {
      const token = await make('shop');
      access.principalOfToken(token);
      isAway = true;
      await access.stop();
      expect(warnings).to.have.length(1);
      isAway = false;
      await access.stop();
      const other = open();
      valueOf(await other.load());
      expect(await uses(other)).to.deep.equal([['shop', now]]);
    });

    it('leave nothing when they are revoked, and are none when they have ended', async () => {
      const token = await make('shop');
      access.principalOfToken(token);
      await access.stop();
      valueOf(await access.revokeToken('shop'));
      expect(valueOf(await values.all())).to.deep.equal([]);
      const ending = await make('brief', '1h');
      now = '2030-01-01T02:00:00.000Z';
      access.principalOfToken(ending);
      access.principalOfToken('secret-none');
      expect(await uses()).to.deep.equal([]);
    });
  });

  describe('that get another secret', () => {
    it('have both for a time, under two names', async () => {
      const before = await make('shop', '90d');
      now = '2030-01-31T00:00:00.000Z';
      const { token } = valueOf(await access.rotateToken('shop', { overlap: '7d' }));
      expect(token).not.to.equal(before);
      expect(nameOf(token)).to.equal('shop');
      const old = 'shop (until 2030-02-07T00:00:00Z)';
      expect(nameOf(before)).to.equal(old);
      const listed = access.listTokens();
      expect(
        listed.map(({ name, createdAt, expiresAt }) => [name, createdAt, expiresAt]),
      ).to.have.deep.members([
        // As long as the first one.
        ['shop', now, '2030-05-01T00:00:00.000Z'],
        [old, '2030-01-01T00:00:00.000Z', '2030-02-07T00:00:00.000Z'],
      ]);
      now = '2030-02-07T00:00:00.000Z';
      expect([nameOf(before), nameOf(token)]).to.deep.equal([undefined, 'shop']);
    });

    it('keep a name of any length in both', async () => {
      const names = [`${'n'.repeat(99)}1`, `${'n'.repeat(99)}2`];
      const firsts: string[] = [];
      for (const name of names) firsts.push(await make(name));
      for (const name of names) valueOf(await access.rotateToken(name, { overlap: '7d' }));
      expect(firsts.map((token) => lastingName(nameOf(token) ?? ''))).to.deep.equal(names);
    });

    it('lose the old one at once without an overlap, and never keep it longer than before', async () => {
      const first = await make('shop', '1d');
      const { token } = valueOf(await access.rotateToken('shop', { overlap: '0', expiresIn: '10d' }));
      expect([nameOf(first), nameOf(token)]).to.deep.equal([undefined, 'shop']);
      expect(access.listTokens().map(({ expiresAt }) => expiresAt)).to.deep.equal([
        '2030-01-11T00:00:00.000Z',
      ]);
      const lasting = valueOf(await access.rotateToken('shop', { overlap: '30d', expiresIn: null }));
      expect(access.listTokens().map(({ name, expiresAt }) => [name, expiresAt])).to.have.deep.members([
        ['shop', null],
        ['shop (until 2030-01-11T00:00:00Z)', '2030-01-11T00:00:00.000Z'],
      ]);
      expect(nameOf(lasting.token)).to.equal('shop');
    });

    it('cannot be rotated by the name of an old secret', async () => {
      await make('shop');
      valueOf(await access.rotateToken('shop', { overlap: '7d' }));
      const before = access.listTokens();
      const refused = await access.rotateToken('shop (until 2030-01-08T00:00:00Z)', { overlap: '1d' });
      expect(refused).to.have.nested.property('failure.code', 'INPUT.INVALID');
      expect(access.listTokens()).to.deep.equal(before);
      const { token } = valueOf(await access.rotateToken('shop', { overlap: '1d' }));
      expect(nameOf(token)).to.equal('shop');
    });

    it('stay without an end, and with what they may do', async () => {
      await make('shop');
      valueOf(await access.rotateToken('shop', { overlap: '0' }));
      expect(access.listTokens()).to.have.length(1);
      expect(access.listTokens()[0]).to.include({ access: 'read-only', expiresAt: null });
    });

    it('are refused for wrong times and unknown names, and nothing changes', async () => {
      const token = await make('shop');
      for (const [name, request, code] of [
        ['none', { overlap: '1d' }, 'DOCUMENT.NOT_FOUND'],
        ['shop', { overlap: 'soon' }, 'INPUT.INVALID'],
        ['shop', { overlap: 7 }, 'INPUT.INVALID'],
        ['shop', {}, 'INPUT.INVALID'],
        ['shop', { overlap: '1d', expiresIn: 'never' }, 'INPUT.INVALID'],
      ] as const) {
        const refused = await access.rotateToken(name, request);
        expect(refused.ok ? 'done' : refused.failure.code, JSON.stringify(request)).to.equal(code);
      }
      expect(nameOf(token)).to.equal('shop');
      expect(access.listTokens()).to.have.length(1);
    });
  });
});
