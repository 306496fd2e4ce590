import { expect } from 'chai';
import type { Document } from 'mongodb';
import { ownCollections } from '../../../src/adapters/store/mongodb/layout.js';
import { fixtureSchema } from '../../contract/fixture-schema.js';
import { createWorld, type World } from '../../contract/world.js';
import { useProxiedStore } from './proxied-store.js';

const duplicateKey = 11000;
const writeConflict = 112;

describe('writers who meet others on MongoDB', () => {
  const schema = fixtureSchema();
  const proxied = useProxiedStore(schema);
  let world: World;
  beforeEach(() => {
    world = createWorld(proxied.store(), schema);
  });

  /** Does `act` while these commands are refused, once with each of these codes. */
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

  it('make a counter again that another made', async () => {
    const counting = isOf('findAndModify', ownCollections.counters);
    await refusing(counting, [duplicateKey, writeConflict], () => world.create('dish', { name: 'soup' }));
    expect(await world.names('dish')).to.deep.equal(['soup']);
  });

  it('insert and update again, once each', async () => {
    const [id = ''] = await world.createNamed('category', 'a');
    await refusing(isOf('insert', 'categories'), [writeConflict, writeConflict], () =>
      world.createNamed('category', 'b'),
    );
    await refusing(isOf('findAndModify', 'categories'), [writeConflict], () =>
      world.update('category', id, { name: 'c' }),
    );
    expect(await world.names('category')).to.have.members(['b', 'c']);
  });

  it('do all of a transaction again', async () => {
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

  it('are told when it was in vain, and nothing is changed', async () => {
    const before = await world.names('category');
    proxied.refuse(isOf('insert', 'categories'), Array(100).fill(writeConflict));
    const error = await world.createNamed('category', 'f').catch(String);
    proxied.refuse(() => false, []);
    expect(error).to.match(/STORE\.CONFLICT/);
    expect(await world.names('category')).to.deep.equal(before);
  });
});
