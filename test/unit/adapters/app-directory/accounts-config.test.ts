import { expect } from 'chai';
import { decodeConfig } from '../../../../src/adapters/app-directory/config.js';
import { faultsOf, valueOf } from './app-folder.js';

const decodePlugin = (plugin: unknown) =>
  decodeConfig(
    {},
    {
      notes: [],
      sections: new Map([['plugins', { file: 'config/plugins.js', value: { 'users-permissions': plugin } }]]),
    },
  );
const decode = (config: unknown) => decodePlugin({ config });
const day = 86_400;

describe('settings of accounts', () => {
  it('last a week without refreshing', () => {
    expect(valueOf(decode({})).accounts).to.deep.equal({
      sessionLifetimeSeconds: 7 * day,
      jwtIssuer: 'quire',
      jwtAudience: 'quire',
      refresh: null,
      refreshCookie: null,
      allowedFields: [],
      allowRegister: true,
      defaultRole: 'authenticated',
      emailConfirmation: false,
      confirmedUrl: '/',
      passwords: { minLength: 8, refuseCommon: true, hash: 'argon2id' },
      attempts: { max: 10, windowMs: 900_000 },
      providers: {},
      mailUrl: null,
      mailProvider: null,
      mailFrom: 'Quire <no-reply@localhost>',
    });
  });

  it('are read in the words that projects have', () => {
    const jwt = { expiresIn: '30d', issuer: 'shop', audience: 'web', algorithm: 'HS256' };
    expect(valueOf(decode({ jwt })).accounts).to.include({
      sessionLifetimeSeconds: 30 * day,
      jwtIssuer: 'shop',
      jwtAudience: 'web',
    });
    const sessions = {
      accessTokenLifespan: 600,
      maxRefreshTokenLifespan: 30 * day,
      idleRefreshTokenLifespan: '14d',
      httpOnly: false,
      cookie: { name: 'strapi_up_refresh', sameSite: 'lax' },
    };
    const { sessionLifetimeSeconds, refresh } = valueOf(
      decode({ jwtManagement: 'refresh', sessions }),
    ).accounts;
    expect([sessionLifetimeSeconds, refresh]).to.deep.equal([
      600,
      { lifetimeSeconds: 30 * day, idleSeconds: 14 * day },
    ]);
    expect(valueOf(decode({ jwtManagement: 'refresh' })).accounts.refresh).to.deep.equal({
      lifetimeSeconds: 30 * day,
      idleSeconds: 7 * day,
    });
    expect(valueOf(decode({ advanced: { unique_email: true } })).accounts.allowRegister).to.equal(true);
  });

  const refresh = { jwtManagement: 'refresh' };
  const unread: readonly (readonly [string, object])[] = [
    ['jwt.algorithm', { jwt: { algorithm: 'RS256' } }],
    ['jwt.expiresIn', { ...refresh, jwt: { expiresIn: '7d' } }],
    ['sessions.accessTokenLifespan', { sessions: { accessTokenLifespan: 600 } }],
    ['sessions.cookie.maxAge', { ...refresh, sessions: { httpOnly: true, cookie: { maxAge: 5 } } }],
    ['sessions.maxSessionLifespan', { ...refresh, sessions: { maxSessionLifespan: 600 } }],
    ['sessions.idleSessionLifespan', { ...refresh, sessions: { idleSessionLifespan: 600 } }],
    ['advanced.unique_email', { advanced: { unique_email: false } }],
    ['advanced.uniqueEmail', { advanced: { uniqueEmail: false } }],
    ['callback', { callback: { validate: () => true } }],
    ['layout', { layout: {} }],
    ['ratelimit.prefixKey', { ratelimit: { prefixKey: 'x' } }],
    ['ratelimit.message', { ratelimit: { message: 'x' } }],
    ['ratelimit.headers', { ratelimit: { headers: false } }],
    ['validationRules', { validationRules: { validatePassword: () => true } }],
  ];
  for (const [key, config] of unread)
    it(`name ${key} where it would do nothing`, () => {
      const [fault = '', ...others] = faultsOf(decode(config));
      expect(others).to.deep.equal([]);
      expect(fault).to.include(`config/plugins.js users-permissions.config.${key}: has no effect here: `);
    });

  it('name keys that are none', () => {
    for (const [config, key] of [
      [{ jwt: { notBefore: 1 } }, 'jwt.notBefore'],
      [{ sessions: { lifespan: 1 } }, 'sessions.lifespan'],
      [{ register: { fields: [] } }, 'register.fields'],
      [{ nope: 1 }, 'nope'],
    ] as const)
      expect(faultsOf(decode(config))[0]).to.include(`users-permissions.config.${key}: is no setting`);
  });

  it('name what is wrong around them', () => {
    expect(faultsOf(decodePlugin({ enabled: false }))[0]).to.include(
      'users-permissions.enabled: has no effect',
    );
    expect(faultsOf(decodePlugin(false))[0]).to.include('users-permissions.enabled: has no effect');
    expect(faultsOf(decodePlugin({ nope: 1 }))[0]).to.include('users-permissions.nope: is no setting');
    for (const plugin of [true, null, undefined, {}, { enabled: true }, { config: {} }, { config: null }])
      expect(valueOf(decodePlugin(plugin)).accounts.refresh).to.equal(null);
  });

  it('say whether refresh tokens are in a cookie, and which', () => {
    const cookieOf = (sessions: object) => valueOf(decode({ ...refresh, sessions })).accounts.refreshCookie;
    expect(cookieOf({ httpOnly: false, cookie: { name: 'x' } })).to.equal(null);
    expect(cookieOf({ httpOnly: true })).to.deep.equal({
      name: 'strapi_up_refresh',
      path: '/',
      sameSite: 'lax',
    });
    const all = { name: 'r', path: '/api', domain: 'example.org', sameSite: 'none', secure: true };
    expect(cookieOf({ httpOnly: true, cookie: all })).to.deep.equal(all);
    for (const cookie of [
      { name: 'a;b' },
      { path: 'x' },
      { path: '/;' },
      { domain: 'a b' },
      { sameSite: 'Lux' },
      { sameSite: 'none', secure: false },
      { nope: 1 },
    ])
      expect(faultsOf(decode({ ...refresh, sessions: { httpOnly: true, cookie } })), JSON.stringify(cookie))
        .to.have.length(1)
        .and.to.match(/users-permissions\.config\.sessions\.cookie\./);
  });

  it('name what a provider lacks', () => {
    const faults = faultsOf(decode({ providers: { acme: { issuer: 'https://acme.example' } } }));
    expect(faults).to.have.length(3);
    expect(JSON.stringify(faults.filter((one) => JSON.stringify(one).includes('redirectTo')))).to.contain(
      'ADMIN_PROVIDERS',
    );
  });
});
