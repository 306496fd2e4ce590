import { expect } from 'chai';
import { serveApp, type ServedApp } from '../http/served-app.js';

describe('strapi.store', () => {
  let served: ServedApp;
  const strapi = () => served.app;
  before(async () => {
    served = await serveApp({
      'config/plugins.json': {
        'users-permissions': { config: { advanced: { allow_register: false, default_role: 'reader' } } },
      },
    });
  });
  after(() => served.stop());

  const refused = async (act: () => Promise<unknown>): Promise<string> => {
    try {
      await act();
    } catch (error) {
      return (error as Error).message;
    }
    return 'accepted';
  };

  it('keeps any JSON value under type, name and key, and has null for others', async () => {
    const ours = strapi().store({ type: 'type', name: 'setup' });
    expect(await ours.get({ key: 'initHasRun' })).to.equal(null);
    await ours.set({ key: 'initHasRun', value: { at: new Date(0), list: [1, undefined], no: undefined } });
    const kept = { at: '1970-01-01T00:00:00.000Z', list: [1, null] };
    expect(await ours.get({ key: 'initHasRun' })).to.deep.equal(kept);
    expect(await strapi().store.get({ type: 'type', name: 'setup', key: 'initHasRun' })).to.deep.equal(kept);
    expect(await strapi().store.get({ key: 'initHasRun' })).to.equal(null);
    await ours.delete({ key: 'initHasRun' });
    expect(await ours.get({ key: 'initHasRun' })).to.equal(null);
  });

  it('keeps values of environments apart', async () => {
    const key = 'mode';
    await strapi().store.set({ key, value: 1, environment: 'test' });
    await strapi().store.set({ key, value: 2 });
    expect(await strapi().store.get({ key, environment: 'test' })).to.equal(1);
    expect(await strapi().store.get({ key })).to.equal(2);
  });

  it('needs a key, and a value that is JSON', async () => {
    expect(await refused(() => strapi().store.set({ value: 1 }))).to.equal('strapi.store needs a key');
    expect(await refused(() => strapi().store.set({ key: 'f', value: () => 1 }))).to.equal(
      'strapi.store cannot keep function as core_f: only JSON',
    );
  });

  it('has the settings of accounts in effect, which only the config changes', async () => {
    const ours = strapi().store({ type: 'plugin', name: 'users-permissions' });
    const advanced = (await ours.get({ key: 'advanced' })) as Record<string, unknown>;
    expect(advanced).to.include({ allow_register: false, default_role: 'reader', unique_email: true });
    expect(await ours.get({ key: 'grant' })).to.have.property('email');
    expect(await ours.get({ key: 'email' })).to.have.nested.property('reset_password.options.from.email');
    await ours.set({ key: 'advanced', value: advanced });
    expect(
      await refused(() => ours.set({ key: 'advanced', value: { ...advanced, allow_register: true } })),
    ).to.equal(
      'strapi.store cannot change plugin_users-permissions_advanced: set plugins.users-permissions.config.advanced in config/plugins',
    );
  });
});
