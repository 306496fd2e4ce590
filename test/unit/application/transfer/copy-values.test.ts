import { expect } from 'chai';
import { createMemoryStore } from '../../../../src/adapters/store/memory/create-memory-store.js';
import { createTokenUses } from '../../../../src/application/access/token-uses.js';
import { copyValues, valueLines } from '../../../../src/application/transfer/copy-values.js';
import { fixtureSchema } from '../../../contract/fixture-schema.js';
import { valueOf } from '../../../contract/world.js';

const log = { debug() {}, info() {}, warn() {}, error() {} };

describe('values that are compared after a transfer', () => {
  it('are those of the app, not when tokens were last used, which servers note meanwhile', async () => {
    const [source, target] = [0, 1].map(() => createMemoryStore({ schema: fixtureSchema() }).values);
    if (source === undefined || target === undefined) return expect.fail();
    valueOf(await source.set('of the app', { kept: true }));
    valueOf(await copyValues(source, target));
    const uses = createTokenUses({ values: source, log });
    uses.note('website', '2026-01-01T00:00:00.000Z');
    uses.watch();
    await uses.stop();
    expect(valueOf(await source.all('quire token use '))).to.have.lengthOf(1);
    expect(valueOf(await valueLines(source))).to.deep.equal(['value "of the app" {"kept":true}']);
    expect(valueOf(await valueLines(target))).to.deep.equal(valueOf(await valueLines(source)));
    return undefined;
  });
});
