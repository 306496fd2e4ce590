import { expect } from 'chai';
import type { Document } from 'mongodb';
import { ownCollections } from '../../../src/adapters/store/mongodb/layout.js';
import { fixtureSchema } from '../../contract/fixture-schema.js';
import { createWorld, type World } from '../../contract/world.js';
import { useProxiedStore } from './proxied-store.js';

const duplicateKey = 11000;
const writeConflict = 112;

describe('writers that conflict with others on MongoDB', () => {
  const schema = fixtureSchema();
  const proxied = useProxiedStore(schema);
  let world: World;
  beforeEach(() => {
    world = createWorld(proxied.store(), schema);
  });

  /** Runs `act` once for each of these codes, while the named commands are refused with that code. */
  const refusing = async (
    which: (command: Document) => boolean,
    codes: readonly number[],
    act: () => Promise<unknown>,
  ): Promise<void> => {
    const left = proxied.refuse(which, codes);
    await act();
    expect(left).to.deep.equal([]);
  };
  const isOf = (name: string, collection: string) => (command: Document) => command[name] === collection;

  it('retry when another writer creates a counter first', async () => {
    const counting = isOf('findAndModify', ownCollections.counters);
    await refusing(counting, [duplicateKey, writeConflict], () => world.create('dish', { name: 'soup' }));
    expect(await world.names('dish')).to.deep.equal(['soup']);
  });

  it('repeat an insert and an update once', async () => {
    const [id = ''] = await world.createNamed('category', 'a');
    await refusing(isOf('insert', 'categories'), [writeConflict, writeConflict], () =>
      world.createNamed('category', 'b'),
    );
    await refusing(isOf('findAndModify', 'categories'), [writeConflict], () =>
      world.update('category', id, { name: 'c' }),
    );
    expect(await world.names('category')).to.have.members(['b', 'c']);
  });

  it('repeat a whole transaction', async () => {
    const ids = await world.createNamed('category', 'd', 'e');
    const linking = ({ insert }: Document): boolean => String(insert).includes('links');
    let id = '';
    await refusing(linking, [writeConflict, writeConflict], async () => {
      id = await world.create('restaurant', { name: 'r', categories: ids });
    });
    expect(await world.names('restaurant')).to.deep.equal(['r']);
    expect(await world.list('restaurant', id, 'categories')).to.deep.equal(['d', 'e']);
  });

  it('read a snapshot again that the server could not keep', async () => {
    await world.createNamed('category', 'g');
    const all = { populate: { all: true, members: [] } };
    const reading = ({ startTransaction: begins, find, aggregate }: Document): boolean =>
      begins === true && (find ?? aggregate) === 'restaurants';
    await refusing(reading, [writeConflict, writeConflict], async () => {
      expect(await world.in('*').find('restaurant', all)).to.have.length(1);
    });
  });

  it('fail after the last attempt, and change nothing', async () => {
    const before = await world.names('category');
    proxied.refuse(isOf('insert', 'categories'), Array(100).fill(writeConflict));
    const error = await world.createNamed('category', 'f').catch(String);
    proxied.refuse(() => false, []);
    expect(error).to.match(/STORE\.CONFLICT/);
    expect(await world.names('category')).to.deep.equal(before);
  });
});
