import * as fc from 'fast-check';
import type { Store } from '../../src/application/ports/store.js';
import type { Schema } from '../../src/domain/schema/schema.js';
import { createWorld } from '../contract/world.js';
import { withinTwoMinutes } from '../time-limits.js';
import { lifecycleSchema, type LifecycleType } from './lifecycle-schema.js';
import { arbitraryCommands } from './publishing-commands.js';
import { PublishedModel, PublishedWorld, type Ends } from './publishing-world.js';

const pairs: readonly (readonly [LifecycleType, LifecycleType])[] = [
  ['drafted', 'drafted'],
  ['drafted', 'whole'],
  ['whole', 'drafted'],
  ['whole', 'whole'],
  ['plain', 'drafted'],
  ['drafted', 'plain'],
];

const endsOf = (source: LifecycleType, target: LifecycleType): Readonly<Record<string, Ends>> => ({
  'many to many': {
    source: { type: source, attribute: `many_${target}` },
    target: { type: target, attribute: `by_many_${source}` },
  },
  'many to one': {
    source: { type: source, attribute: `in_${target}` },
    target: { type: target, attribute: `has_${source}` },
  },
  'one to one': {
    source: { type: source, attribute: `one_${target}` },
    target: { type: target, attribute: `by_one_${source}` },
  },
});

/** Tests that the links of drafts and published versions in a store are those of the publishing model. */
export function describePublishing(
  name: string,
  open: (schema: Schema) => Promise<Store>,
  close: (store: Store) => Promise<void>,
  numRuns: number,
): void {
  describe(`links of drafts and published versions on ${name} equal the model`, function () {
    this.timeout(120_000);
    const schema = lifecycleSchema();
    let store: Store;
    before(async () => {
      store = await open(schema);
    });
    after(() => close(store));
    for (const [source, target] of pairs) {
      for (const [kind, ends] of Object.entries(endsOf(source, target))) {
        it(`${kind}, from ${source} to ${target}`, () => {
          const agrees = fc.asyncProperty(arbitraryCommands(new PublishedModel(schema, ends)), (commands) =>
            fc.asyncModelRun(async () => {
              const model = new PublishedModel(schema, ends);
              const real = await PublishedWorld.make(createWorld(store, schema).documents, model);
              return { model, real };
            }, commands),
          );
          return fc.assert(agrees, { numRuns, ...withinTwoMinutes });
        });
      }
    }
  });
}
