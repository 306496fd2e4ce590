import { expect } from 'chai';
import { systemPrincipal } from '../../src/domain/permission/permission.js';
import { isInMemory } from './chosen-store.js';
import { openAccounts, password, type AccountsWorld } from './accounts-world.js';

const rounds = isInMemory ? 200 : 60;
const usesAtOnce = 4;

describe('one refresh token, used several times at once', () => {
  let servers: readonly AccountsWorld[];
  beforeEach(async () => {
    const first = await openAccounts({ refresh: { lifetimeSeconds: 2000, idleSeconds: 900 } });
    await first.register('ada');
    servers = [first, await first.sibling()];
  });
  afterEach(async () => {
    await Promise.all(servers.map((server) => server.stop()));
    expect(servers.flatMap(({ errors }) => errors)).to.deep.equal([]);
  });

  const serverOf = (use: number): AccountsWorld => servers[use % servers.length] as AccountsWorld;
  const signIn = async (): Promise<string> => {
    const signedIn = await serverOf(0).accounts.login('ada', password);
    if (!signedIn.ok) throw new Error(signedIn.failure.message);
    return signedIn.value.refreshToken ?? '';
  };
  /** The result of each use: the new token, or the code of the failure. */
  const useAtOnce = (refreshToken: string): Promise<readonly string[]> =>
    Promise.all(
      Array.from({ length: usesAtOnce }, async (_, use) => {
        const refreshed = await serverOf(use).accounts.refresh(refreshToken);
        return refreshed.ok ? (refreshed.value.refreshToken ?? '') : refreshed.failure.code;
      }),
    );
  const sessionsKept = async (): Promise<number> => {
    const counted = await serverOf(0).documents.count(systemPrincipal, {
      type: 'plugin::users-permissions.session',
      action: 'find',
      range: { offset: 0, limit: 1 },
      count: true,
      layer: 'published',
    });
    if (!counted.ok) throw new Error(counted.failure.message);
    return counted.value;
  };

  it(`is accepted once, and its family ends, in ${rounds} rounds`, async function () {
    this.timeout(240_000);
    const others = await sessionsKept();
    for (let round = 0; round < rounds; round++) {
      // Some of them with a token that has been refreshed before.
      const begun = await signIn();
      const refreshed = round % 2 === 0 ? null : await serverOf(1).accounts.refresh(begun);
      const token = refreshed?.ok === true ? (refreshed.value.refreshToken ?? '') : begun;
      const outcomes = await useAtOnce(token);
      const successors = outcomes.filter((outcome) => outcome !== 'POLICY.UNAUTHENTICATED');
      expect(successors, `round ${round}`).to.have.length(1);
      const last = await serverOf(1).accounts.refresh(successors[0] ?? '');
      expect(last.ok || last.failure.code, `round ${round}`).to.equal('POLICY.UNAUTHENTICATED');
      expect(await sessionsKept(), `round ${round}`).to.equal(others);
    }
  });
});
