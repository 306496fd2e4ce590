import { expect } from 'chai';
import { createAuditTrail } from '../../../src/application/audit/audit-trail.js';
import { createDocuments } from '../../../src/application/documents/documents.js';
import { systemPrincipal } from '../../../src/domain/permission/permission.js';
import { fixtureSchema, uidOf } from '../../contract/fixture-schema.js';
import { asc, desc, populate, where } from '../../contract/questions.js';
import { createWorld, valueOf, type World } from '../../contract/world.js';
import { silent, useProxiedStore } from './proxied-store.js';

type Named = { readonly name: string };

describe('the round trips to MongoDB', () => {
  const schema = fixtureSchema();
  const proxied = useProxiedStore(schema);
  let world: World;
  let ann: string;
  let guests: readonly string[];
  let indexed: readonly string[];

  before(async () => {
    indexed = proxied.commands().flatMap(({ createIndexes }) => createIndexes ?? []) as string[];
    world = createWorld(proxied.store(), schema, { rows: 10_000, textSize: 32 * 1024 * 1024 });
    ann = await world.create('chef', { name: 'Ann' });
    guests = await world.createNamed('category', ...Array.from({ length: 30 }, (_, n) => `Guest ${n}`));
    for (let n = 0; n < 30; n += 1) await world.create('chef', { name: `Chef ${n}`, mentor: ann });
  });

  /** The commands of a second run: by then, the process has reserved ids. */
  async function sent(act: () => Promise<unknown>): Promise<string> {
    await act();
    return proxied.sent(act);
  }

  const page = (limit: number) => ({ range: { offset: 0, limit }, count: true });

  it('make all indexes of a collection of a new database at once', () => {
    expect(indexed)
      .to.include('chefs')
      .and.deep.equal([...new Set(indexed)]);
  });

  describe('of a read', () => {
    it('are one for a document', async () => {
      expect(await sent(() => world.one('chef', ann))).to.equal('find');
    });

    it('are one for a page, and one for the total', async () => {
      expect(await sent(() => world.find('chef', page(5)))).to.equal('aggregate find');
    });

    for (const sort of [asc('name'), desc('name')])
      it(`are no more for a page sorted ${sort.direction} by an attribute`, async () => {
        const asked = { ...page(5), sort: [sort] };
        expect(await sent(() => world.find('chef', asked))).to.equal('aggregate aggregate');
      });

    it('are no more for a page that begins with nulls', async () => {
      await world.create('dish', { name: 'Soup' });
      const nameless = await world.create('dish', {});
      const read = async () => {
        const [first] = await world.find('dish', { ...page(5), sort: [desc('name')] });
        expect(first).to.include({ documentId: nameless, name: null });
      };
      expect(await sent(read)).to.equal('aggregate aggregate');
    });

    it('are one for a page with everything that is populated, and one for the total', async () => {
      const asked = (limit: number) => ({ ...page(limit), populate: populate('mentor', 'restaurants') });
      expect(await sent(() => world.find('chef', asked(2)))).to.equal('aggregate aggregate');
      expect(await sent(() => world.find('chef', asked(30)))).to.equal('aggregate aggregate');
    });

    it('are a second read of the page, and two for each relation, if a list is too long to be joined', async () => {
      const names = Array.from({ length: 30 }, (_, n) => `Guest ${n}`);
      const restaurant = await world.create('restaurant', { name: 'Long', categories: guests });
      const named = {
        range: { offset: 0, limit: 1 },
        filters: where('documentId', '$eq', restaurant),
        populate: populate('categories'),
      };
      const read = async () => {
        const [found] = await world.find('restaurant', named);
        expect(((found ?? {})['categories'] as Named[]).map(({ name }) => name)).to.deep.equal(names);
      };
      expect(await sent(read)).to.equal('aggregate');
      const others = Array.from({ length: 71 }, (_, n) => `Other ${n}`);
      const more = await world.createNamed('category', ...others);
      await world.update('restaurant', restaurant, { categories: { connect: more } });
      names.push(...others);
      expect(await sent(read)).to.equal('aggregate find find find');
    });

    it('are a second read of the page, and two for each relation, if too much would be joined to one row', async () => {
      const owner = await world.create('chef', { name: 'Eve' });
      const story = 'x'.repeat(700_000);
      for (let n = 0; n < 25; n += 1) await world.create('restaurant', { story, owner });
      const named = {
        range: { offset: 0, limit: 1 },
        filters: where('documentId', '$eq', owner),
        populate: populate({ name: 'restaurants', fields: ['story'] }),
      };
      const read = async () => {
        const [found] = await world.find('chef', named);
        const stories = ((found ?? {})['restaurants'] as { readonly story: string }[]).map(
          (each) => each.story,
        );
        expect(stories.map(({ length }) => length)).to.deep.equal(Array<number>(25).fill(story.length));
      };
      // The large versions need several batches.
      expect(await sent(read)).to.match(/^aggregate find find find( getMore)+$/);
    });

    it('are a second read of the page, and two for each relation, if too much would be joined to all rows', async () => {
      const small = createWorld(proxied.store(), schema, { rows: 10_000, textSize: 200_000 });
      const categories = await world.createNamed('category', 'One', 'Two', 'Three');
      for (const name of ['a', 'b', 'c', 'd'])
        await world.create('restaurant', { name, story: name.repeat(100_000), categories });
      const read = async () => {
        const found = await small.find('category', {
          range: { offset: 0, limit: 3 },
          filters: where('documentId', '$in', categories),
          populate: populate({ name: 'restaurants', fields: ['name'], sort: [desc('story')] }),
        });
        const names = found.map(({ restaurants }) =>
          (restaurants as unknown as Named[]).map(({ name }) => name),
        );
        expect(names).to.deep.equal(categories.map(() => ['d', 'c', 'b', 'a']));
      };
      expect(await sent(read)).to.equal('aggregate find find find');
    });

    it('are one for the page and two for each relation if one is counted below another: rows share what it leads to', async () => {
      const counted = populate({ name: 'pupils', count: true });
      const asked = {
        range: { offset: 1, limit: 5 },
        populate: populate({ name: 'mentor', fields: ['name'], populate: counted }),
      };
      const read = async () => {
        const found = await world.find('chef', asked);
        const mentor = { name: 'Ann', pupils: { count: 30 } };
        for (const chef of found) expect(chef).to.have.property('mentor').that.deep.includes(mentor);
      };
      expect(await sent(read)).to.equal('find find find find find');
    });

    it('are one if the relation of a filter leads to few documents', async () => {
      const asked = { ...page(25), filters: where('mentor.name', '$eq', 'Ann') };
      expect(await sent(() => world.find('chef', asked))).to.equal('aggregate');
    });

    it('are four if it leads to many: the first attempt, its documents, the page and the total', async () => {
      const asked = { ...page(5), filters: where('mentor.name', '$eq', 'Ann') };
      expect(await sent(() => world.find('chef', asked))).to.equal('aggregate aggregate aggregate find');
    });
  });

  describe('of a write', () => {
    // The first findAndModify takes the sequence number of the entry in the change log, beside the first insert.
    it('are two inserts and a commit for a new document, including the answer', async () => {
      const act = () => world.createFor('category', { name: 'New' }, { fields: ['name'] });
      expect(await sent(act)).to.equal('commitTransaction findAndModify insert insert');
    });

    it('are an update, an insert and a commit for an update, including the answer', async () => {
      const act = () => world.updateFor('chef', ann, { name: 'Ann' }, { fields: ['name'] });
      expect(await sent(act)).to.equal('commitTransaction findAndModify findAndModify insert');
    });

    it('are no more for a new document that is published', async () => {
      const act = () => world.createFor('hall', { name: 'New' }, { fields: ['name'] });
      expect(await sent(act)).to.equal('commitTransaction findAndModify insert insert');
    });

    it('are one more if the audit trail records the write', async () => {
      const { dependencies } = world;
      const audited = createDocuments({
        ...dependencies,
        audit: createAuditTrail({ store: proxied.store().audit, clock: dependencies.clock, log: silent }),
      });
      const mutation = {
        kind: 'update',
        type: uidOf('chef'),
        documentId: ann,
        layer: 'published',
        data: { name: 'Ann' },
        answer: { fields: ['name'] },
      } as const;
      const act = async () => valueOf(await audited.update(systemPrincipal, mutation));
      expect(await sent(act)).to.equal('commitTransaction findAndModify findAndModify insert insert');
    });

    it('do not grow with the links of a new document', async () => {
      const linked = (count: number) => () =>
        world.create('restaurant', { name: 'New', categories: guests.slice(0, count) });
      const ofOne = await sent(linked(1));
      // The update locks the targets, findAndModify takes all sequence numbers, and the inserts store the versions, the
      // links and the entry of the change log.
      expect(ofOne).to.equal('commitTransaction findAndModify insert insert insert update');
      expect(await sent(linked(30))).to.equal(ofOne);
    });
  });
});
