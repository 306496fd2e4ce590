import { expect } from 'chai';
import type { SchemaChange } from '../../../src/application/ports/schema-store.js';
import type { Result } from '../../../src/domain/result.js';
import type { Schema } from '../../../src/domain/schema/schema.js';
import { schemaFrom } from '../../schema-builders.js';
import { contentType } from '../schema-files.js';
import { valueOf } from '../world.js';
import type { Cases } from './case.js';

/** A schema of one content-type, with an attribute that the store does not have. */
const otherSchema = (): Schema =>
  schemaFrom({
    contentTypes: [
      contentType('dish', 'dishes', {}, { name: { type: 'string' }, origin: { type: 'string' } }),
    ],
    components: [],
  });

const kindsOf = (changes: readonly SchemaChange[]): readonly string[] => changes.map(({ kind }) => kind);

export const schemaCases = {
  'the tables match the schema': async ({ store, schema }) => {
    const pending = async (changes: Promise<Result<readonly SchemaChange[]>>) =>
      valueOf(await changes).filter(({ kind }) => kind !== 'leftover');
    expect(await pending(store.schema.status())).to.deep.equal([]);
    expect(await pending(store.schema.plan(schema))).to.deep.equal([]);
    expect(valueOf(await store.schema.apply())).to.deep.equal([]);
    expect(valueOf(await store.schema.drop([]))).to.deep.equal([]);
  },
  'planning another schema says what it needs, and changes nothing': async (world) => {
    const { store } = world;
    await world.createNamed('dish', 'kept');
    const before = valueOf(await store.schema.status());
    const planned = valueOf(await store.schema.plan(otherSchema()));
    for (const { name, message } of planned) expect([name, message]).not.to.include('');
    // A store without tables, as that in memory, has nothing to change.
    if (planned.length > 0) expect(kindsOf(planned)).to.include.members(['safe', 'leftover']);
    expect(valueOf(await store.schema.plan(otherSchema()))).to.deep.equal(planned);
    expect(valueOf(await store.schema.status())).to.deep.equal(before);
    expect(await world.names('dish')).to.deep.equal(['kept']);
  },
} satisfies Cases;
