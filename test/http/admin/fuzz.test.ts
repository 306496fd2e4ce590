import { expect } from 'chai';
import { describeAdminApi } from '../../../src/bootstrap/describe-admin-api.js';
import { createRandom } from '../random-request.js';
import { dish, note, openAdmin, type AdminWorld, type Browser } from './admin-world.js';
import { AdminRequestGenerator, type RandomAdminRequest } from './random-admin-request.js';

/** How often each operation is asked for. */
const rounds = 5;

/**
 * Streams do not end; signing in is slow, as it hashes; nothing else is accepted while the page is seen as a role; and the rest could end
 * the sign-in.
 */
const isLeftOut = (path: string): boolean =>
  /\/(events|sign-in|second-factor|sign-out|see-as|profile|sessions\/\{id\}|administrators.*)$/.test(path);

/** After that an owner may do nothing until they have set one up. */
const needsFactor = ({ path, body }: RandomAdminRequest): boolean =>
  path.split('?')[0] === 'administrator-roles/owner' &&
  JSON.stringify(body)?.includes('"needsSecondFactor":true');

/** `AdminWorld` compares each answer with the document. */
describe('random requests of the admin API', function () {
  this.timeout(60_000);
  const seed = Number(process.env['FUZZ_SEED'] ?? Date.now() % 1_000_000_000);
  let world: AdminWorld;
  let owner: Browser;
  before(async () => {
    world = await openAdmin();
    owner = await world.signedIn('owner');
    for (const uid of [dish, note]) await owner.api('POST', `documents/${uid}`, { set: {} });
  });
  after(() => world.stop());

  it(`have no answer that is not described, and cause no fault (FUZZ_SEED=${seed})`, async () => {
    const document = describeAdminApi(world.parts);
    const generator = new AdminRequestGenerator(createRandom(seed), document);
    const operations = Object.entries(document.paths)
      .filter(([path]) => !isLeftOut(path))
      .flatMap(([path, item]) =>
        Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
      );
    const statuses = new Map<number, number>();
    for (let round = 0; round < rounds; round += 1)
      for (const { path, method, operation } of operations) {
        const asked = generator.next(path.replace('/admin/api/', ''), method.toUpperCase(), operation);
        if (needsFactor(asked)) continue;
        const { status, body } = await owner.api(asked.method, asked.path, asked.body);
        expect(status, JSON.stringify([asked, body, world.errors])).to.be.lessThan(500);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (status < 300) generator.learn(asked, body?.data);
      }
    expect([...statuses.keys()]).to.include.members([200, 201, 204, 400, 404]);
    expect(world.errors).to.deep.equal([]);
  });
});
