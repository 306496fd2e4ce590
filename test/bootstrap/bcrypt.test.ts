import { compare } from 'bcryptjs';
import { expect } from 'chai';
import { serveApp, type ServedApp } from '../http/served-app.js';

const userType = 'plugin::users-permissions.user';
const password = 'a long password';

describe('passwords that are hashed with bcrypt', () => {
  let served: ServedApp;
  before(async () => {
    served = await serveApp({
      'config/plugins.json': { 'users-permissions': { config: { passwords: { hash: 'bcrypt' } } } },
    });
  });
  after(() => served.stop());

  const add = (username: string, given: string) =>
    served.app.documents(userType).create({
      data: {
        username,
        email: `${username}@example.com`,
        password: given,
        confirmed: true,
        provider: 'local',
      },
    });
  const signIn = async (identifier: string, given: string): Promise<number> =>
    (await served.rest(undefined, 'POST', '/auth/local', { identifier, password: given })).status;

  it('are verified by the server and by code of the app', async () => {
    const user = await add('ada', password);
    expect(await compare(password, user['password'] as string)).to.equal(true);
    expect(await signIn('ada', password)).to.equal(200);
    expect(await signIn('ada', 'another password')).to.equal(400);
    expect(await signIn('nobody', password)).to.equal(400);
  });

  it('have at most 72 bytes', async () => {
    const refused = await add('eve', 'é'.repeat(40)).then(
      () => 'accepted',
      (error: Error) => error.message,
    );
    expect(refused).to.match(/password must be at most 72 bytes/);
  });
});
