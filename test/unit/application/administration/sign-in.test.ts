import { expect } from 'chai';
import { createMemoryStore } from '../../../../src/adapters/store/memory/create-memory-store.js';
import type { AdministrationDependencies } from '../../../../src/application/administration/dependencies.js';
import { administrators, signIns } from '../../../../src/application/administration/records.js';
import { createSignIn } from '../../../../src/application/administration/sign-in.js';
import { endAccess } from '../../../../src/application/administration/sign-ins.js';
import { createDocuments } from '../../../../src/application/documents/documents.js';
import { ok } from '../../../../src/domain/result.js';
import { fixtureSchema } from '../../../contract/fixture-schema.js';
import { createWorld, failureOf, valueOf } from '../../../contract/world.js';

const client = { network: '127.0.0.1', address: '127.0.0.1', agent: 'browser' };

describe('an administrator who signs in', () => {
  const changes = {
    'a changed password': { passwordHash: 'another' },
    'a block': { blocked: true },
  };
  for (const [title, change] of Object.entries(changes))
    it(`has no sign-in if ${title} comes while the password is compared`, async () => {
      const schema = fixtureSchema();
      const documents = createDocuments(createWorld(createMemoryStore({ schema }), schema).dependencies);
      const person = { name: 'Ann', email: 'ann@example.com', role: 'owner', passwordHash: 'right' };
      const more = { blocked: false, secondFactor: '', recoveryCodes: [], usedCode: '0' };
      const documentId = valueOf(await administrators.insert(documents, { ...person, ...more }));
      let meanwhile = async (): Promise<unknown> => undefined;
      let secrets = 0;
      const dependencies = {
        documents,
        clock: { now: () => '2026-01-01T00:00:00.000Z' },
        secrets: { create: () => `secret ${(secrets += 1)}`, hash: (text: string) => `hash of ${text}` },
        passwords: {
          async verify() {
            await meanwhile();
            return true;
          },
        },
        attempts: { takeSignIn: async () => ok({ succeeded: async () => {} }) },
      } as unknown as AdministrationDependencies;
      const { signIn } = createSignIn(dependencies);
      expect((await signIn(person.email, 'right', client)).ok).to.equal(true);
      meanwhile = async () => {
        valueOf(await administrators.update(documents, documentId, change));
        valueOf(await endAccess(dependencies, documentId));
      };
      expect(failureOf(await signIn(person.email, 'right', client)).code).to.equal('INPUT.INVALID');
      expect(valueOf(await signIns.all(documents))).to.deep.equal([]);
    });
});
