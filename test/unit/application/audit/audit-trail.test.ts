import { expect } from 'chai';
import { createMemoryStore } from '../../../../src/adapters/store/memory/create-memory-store.js';
import { createAuditTrail, type AuditEvent } from '../../../../src/application/audit/audit-trail.js';
import { recordRefusal } from '../../../../src/application/audit/refusals.js';
import { writingFor } from '../../../../src/application/audit/writing-for.js';
import { createDocuments } from '../../../../src/application/documents/documents.js';
import { failure } from '../../../../src/domain/failure.js';
import { grantsOf, systemPrincipal, type Principal } from '../../../../src/domain/permission/permission.js';
import { err } from '../../../../src/domain/result.js';
import { fixtureSchema, uidOf } from '../../../contract/fixture-schema.js';
import { createClock } from '../../../contract/ticking-clock.js';
import { createWorld, failureOf, valueOf } from '../../../contract/world.js';

const token: Principal = { kind: 'token', name: 'ci', grants: grantsOf([]), origin: '192.0.2.1' };
const dish = uidOf('dish');

describe('the audit trail', () => {
  const open = () => {
    const schema = fixtureSchema();
    const store = createMemoryStore({ schema });
    const errors: unknown[] = [];
    const log = { debug() {}, info() {}, warn() {}, error: (...told: unknown[]) => void errors.push(told) };
    const audit = createAuditTrail({ store: store.audit, clock: createClock(), log });
    const documents = createDocuments({ ...createWorld(store, schema).dependencies, audit });
    const told = async () => valueOf(await audit.find({}, 100)).toReversed();
    return { store, audit, documents, errors, log, told };
  };

  it('shortens names that clients send', async () => {
    const { audit, told } = open();
    await audit.record(token, { action: 'login', subject: 'x'.repeat(9000) });
    await audit.record(token, { action: 'login', subject: 'a\u0000b\ud800' });
    expect((await told()).map(({ subject }) => subject)).to.deep.equal(['x'.repeat(255), 'a\ufffdb\ufffd']);
  });

  it('logs an entry that cannot be stored, and does not fail', async () => {
    const { store, log, errors } = open();
    const event: AuditEvent = { action: 'login', outcome: 'refused', subject: 'kai' };
    const reasons = { away: err(failure('STORE.UNAVAILABLE', 'away')), 'no table': new Error('no table') };
    for (const [reason, outcome] of Object.entries(reasons)) {
      const record = async () => (outcome instanceof Error ? Promise.reject(outcome) : outcome);
      const away = { ...store.audit, record };
      await createAuditTrail({ store: away, clock: createClock(), log }).record(token, event);
      expect(errors.splice(0)).to.deep.equal([
        ['the audit trail lacks an entry', { ...event, subject: 'ka…', actor: 'ci', reason }],
      ]);
    }
  });

  it('records refused writes of users and tokens, not of the public', async () => {
    const { documents, audit, told } = open();
    const create = { kind: 'create', type: dish, layer: 'published', data: {}, answer: {} } as const;
    failureOf(await documents.create(token, create));
    failureOf(await documents.create({ ...token, kind: 'public' }, create));
    failureOf(await documents.delete(token, { kind: 'delete', type: dish, documentId: 'd'.repeat(24) }));
    await recordRefusal(audit, token, { action: 'find', type: dish });
    expect(
      (await told()).map(({ action, outcome, documentId }) => [action, outcome, documentId]),
    ).to.deep.equal([
      ['create', 'refused', null],
      ['delete', 'refused', 'd'.repeat(24)],
    ]);
  });

  it('names the principal on whose behalf the server writes', async () => {
    const { documents, told } = open();
    const create = { kind: 'create', type: dish, layer: 'published', data: {}, answer: {} } as const;
    valueOf(await writingFor(documents, token).create(systemPrincipal, create));
    valueOf(await documents.create(systemPrincipal, create));
    expect((await told()).map(({ actor }) => [actor.kind, actor.name, actor.origin])).to.deep.equal([
      ['token', 'ci', '192.0.2.1'],
      ['system', 'system', null],
    ]);
  });
});
