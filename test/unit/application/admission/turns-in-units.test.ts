import { expect } from 'chai';
import { createAdmission } from '../../../../src/application/admission/admission.js';
import { withoutTurnsInUnits } from '../../../../src/application/admission/turns-in-units.js';
import { createMemoryStore } from '../../../../src/adapters/store/memory/create-memory-store.js';
import { defaultLimits } from '../../../../src/application/documents/limits.js';
import { systemPrincipal } from '../../../../src/domain/permission/permission.js';
import { planRead } from '../../../../src/domain/plan/plan-read.js';
import { ok } from '../../../../src/domain/result.js';
import { fixtureSchema } from '../../../contract/fixture-schema.js';
import { valueOf } from '../../../contract/results.js';
import { queryOf } from '../../../contract/world.js';

describe('what a unit of work does', () => {
  it('waits for no turn while every slot waits for the unit', async () => {
    const schema = fixtureSchema();
    const { units } = createMemoryStore({ schema });
    const admission = withoutTurnsInUnits(createAdmission({ slots: 1, queueTimeoutMs: 60_000 }), units);
    const caller = { key: 'a', signal: new AbortController().signal };
    const plan = valueOf(planRead(schema, queryOf('dish'), systemPrincipal, defaultLimits));
    let end = (): void => {};
    const waiting = admission.write<null>(
      caller,
      () => new Promise((resolve) => (end = () => resolve(ok(null)))),
    );
    const done = await units.run(async () => {
      const read = valueOf(await admission.read(caller, plan, async () => ok('read')));
      return ok([read, valueOf(await admission.write(caller, async () => ok('written')))]);
    });
    expect(valueOf(done)).to.deep.equal(['read', 'written']);
    end();
    await waiting;
  });
});
