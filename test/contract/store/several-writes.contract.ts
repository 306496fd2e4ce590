import { expect } from 'chai';
import { systemPrincipal } from '../../../src/domain/permission/permission.js';
import { err, ok, type Result } from '../../../src/domain/result.js';
import { uidOf, type TypeName } from '../schema-files.js';
import { failureOf, textOf, valueOf, type Data, type World } from '../world.js';
import type { Cases } from './case.js';

const create = (type: TypeName, data: Data) => ({
  mutation: { kind: 'create', type: uidOf(type), layer: 'published', data, answer: {} } as const,
});

const update = (type: TypeName, documentId: string, data: Data) => ({
  mutation: { kind: 'update', type: uidOf(type), layer: 'published', documentId, data, answer: {} } as const,
});

const remove = (type: TypeName, documentId: string) => ({
  mutation: { kind: 'delete', type: uidOf(type), documentId } as const,
});

type Step = ReturnType<typeof create> | ReturnType<typeof update> | ReturnType<typeof remove>;

const writeAll = ({ documents }: World, ...steps: readonly Step[]): Promise<readonly Result<string>[]> =>
  documents.writeAll(systemPrincipal, steps);

export const severalWriteCases = {
  'several writes take effect in their order, and each has a result': async (world) => {
    const [kept = '', gone = ''] = await world.createNamed('dish', 'kept', 'gone');
    const results = await writeAll(
      world,
      create('dish', { name: 'new' }),
      update('dish', kept, { name: 'changed' }),
      update('dish', kept, { name: 'changed again' }),
      remove('dish', gone),
    );
    const [made = '', ...others] = results.map(valueOf);
    expect(others).to.deep.equal([kept, kept, gone]);
    expect(await world.names('dish')).to.have.members(['changed again', 'new']);
    expect(textOf((await world.one('dish', made))['name'])).to.equal('new');
  },
  'what follows the first of several writes that fails is not performed': async (world) => {
    const results = await writeAll(
      world,
      create('chef', { name: 'first', nick: 'taken' }),
      create('chef', { name: 'second', nick: 'taken' }),
      create('chef', { name: 'third', nick: 'free' }),
    );
    expect(results).to.have.length(2);
    valueOf(results[0] ?? expect.fail('there is no result'));
    failureOf(results[1] ?? expect.fail('there is no result'));
    expect(await world.names('chef')).to.deep.equal(['first']);
  },
  'several writes of a unit are taken back with it': async (world) => {
    const dish = await world.create('dish', { name: 'kept' });
    const run = await world.store.units.run(async () => {
      const [, last] = await writeAll(
        world,
        update('dish', dish, { name: 'changed' }),
        update('dish', 'z'.repeat(24), { name: 'nobody' }),
      );
      return last?.ok === false ? err(last.failure) : ok(null);
    });
    expect(failureOf(run).code).to.equal('DOCUMENT.NOT_FOUND');
    expect(await world.names('dish')).to.deep.equal(['kept']);
  },
  'writes of many documents of one type are all performed': async (world) => {
    const names = Array.from({ length: 300 }, (_, index) => `dish ${index}`);
    const made = (await writeAll(world, ...names.map((name) => create('dish', { name })))).map(valueOf);
    expect(new Set(made).size).to.equal(names.length);
    await writeAll(world, ...made.map((id, index) => update('dish', id, { name: `new ${index}` })));
    const found = await world.names('dish', { sort: [{ path: ['id'], direction: 'asc' }] });
    expect(found).to.deep.equal(names.map((_, index) => `new ${index}`));
  },
} satisfies Cases;
