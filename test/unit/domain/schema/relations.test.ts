import { expect } from 'chai';
import {
  contentTypeOf,
  inverseOf,
  type Relation,
  type Schema,
} from '../../../../src/domain/schema/schema.js';
import { build, faultsOf, sources } from './sources.js';
import { relation } from '../../../schema-builders.js';

function relationOf(schema: Schema, type: string, name: string): Relation {
  const attribute = contentTypeOf(schema, `api::${type}.${type}`).attributes.get(name);
  if (attribute?.kind !== 'relation') throw new Error(`no relation ${name}`);
  return attribute;
}

const linkOf = ({ place }: Relation) => (place.kind === 'link' ? place : undefined);

describe('one-way relations', () => {
  for (const [kind, many] of [
    ['oneToOne', false],
    ['manyToOne', false],
    ['oneToMany', true],
    ['manyToMany', true],
  ] as const) {
    it(`${kind} own a link that any number of documents can have`, () => {
      const schema = build({ dish: { chef: relation(kind, 'chef') }, chef: {} });
      const chef = relationOf(schema, 'dish', 'chef');
      expect(chef).to.include({ relation: kind, target: 'api::chef.chef', many });
      expect(linkOf(chef)).to.deep.equal({
        kind: 'link',
        side: 'source',
        link: {
          name: 'dishs_chef_links',
          source: { type: 'api::dish.dish', attribute: 'chef', many, localized: false },
          target: { type: 'api::chef.chef', many: true, localized: false },
        },
      });
      expect(schema.links).to.include(linkOf(chef)?.link);
      expect(inverseOf(schema, chef)).to.equal(undefined);
    });
  }
});

describe('two-way relations', () => {
  const pairs = [
    ['oneToOne', 'oneToOne'],
    ['manyToOne', 'oneToMany'],
    ['oneToMany', 'manyToOne'],
    ['manyToMany', 'manyToMany'],
  ] as const;
  for (const [kind, inverse] of pairs) {
    it(`${kind} and ${inverse} share one link, owned by the inversedBy end`, () => {
      const schema = build({
        dish: { mainChef: relation(kind, 'chef', { inversedBy: 'dishes' }) },
        chef: { dishes: relation(inverse, 'dish', { mappedBy: 'mainChef' }) },
      });
      const [owner, mapped] = [relationOf(schema, 'dish', 'mainChef'), relationOf(schema, 'chef', 'dishes')];
      expect(linkOf(owner)?.link).to.equal(linkOf(mapped)?.link);
      expect([linkOf(owner)?.side, linkOf(mapped)?.side]).to.deep.equal(['source', 'target']);
      expect(linkOf(owner)?.link).to.deep.equal({
        name: 'dishs_main_chef_links',
        source: { type: 'api::dish.dish', attribute: 'mainChef', many: owner.many, localized: false },
        target: { type: 'api::chef.chef', attribute: 'dishes', many: mapped.many, localized: false },
      });
      expect(inverseOf(schema, owner)).to.equal(mapped);
      expect(inverseOf(schema, mapped)).to.equal(owner);
      expect(schema.links.filter(({ name }) => name === 'dishs_main_chef_links')).to.have.lengthOf(1);
    });
  }

  for (const kind of ['oneToOne', 'manyToMany']) {
    it(`${kind} can link a type with itself`, () => {
      const schema = build({
        dish: {
          goesWith: relation(kind, 'dish', { inversedBy: 'gets' }),
          gets: relation(kind, 'dish', { mappedBy: 'goesWith' }),
        },
      });
      const [there, back] = [relationOf(schema, 'dish', 'goesWith'), relationOf(schema, 'dish', 'gets')];
      expect(linkOf(there)?.link).to.equal(linkOf(back)?.link);
      expect(inverseOf(schema, there)).to.equal(back);
      expect(inverseOf(schema, back)).to.equal(there);
    });
  }

  it('can form a tree: parent and children of one type', () => {
    const schema = build({
      page: {
        parent: relation('manyToOne', 'page', { inversedBy: 'children' }),
        children: relation('oneToMany', 'page', { mappedBy: 'parent' }),
      },
    });
    expect(linkOf(relationOf(schema, 'page', 'children'))?.link).to.deep.include({
      source: { type: 'api::page.page', attribute: 'parent', many: false, localized: false },
      target: { type: 'api::page.page', attribute: 'children', many: true, localized: false },
    });
  });
});

describe('media attributes', () => {
  it('are one-way relations to files', () => {
    const schema = build({
      dish: {
        cover: { type: 'media', allowedTypes: ['images'], required: true },
        gallery: { type: 'media', multiple: true },
      },
    });
    expect(relationOf(schema, 'dish', 'cover')).to.deep.include({
      relation: 'manyToOne',
      many: false,
      required: true,
      target: 'plugin::upload.file',
      media: { allowedTypes: ['images'] },
    });
    expect(relationOf(schema, 'dish', 'gallery')).to.deep.include({
      relation: 'manyToMany',
      many: true,
      media: { allowedTypes: ['images', 'videos', 'files', 'audios'] },
    });
  });

  it('are refused with unknown kinds of files', () => {
    expect(
      faultsOf(sources({ dish: { cover: { type: 'media', allowedTypes: ['pictures'] } } })).map(
        ({ path, message }) => `${path}: ${message}`,
      ),
    ).to.deep.equal([
      'attributes.cover.allowedTypes.0: must be one of images, videos, files, audios, but is "pictures"',
    ]);
    expect(
      faultsOf(sources({ dish: { cover: { type: 'media', multiple: 'yes' } } })).map(({ path }) => path),
    ).to.deep.equal(['attributes.cover.multiple']);
  });
});

describe('relations of components', () => {
  it('are stored in the component', () => {
    const schema = build(
      { dish: {} },
      { 'a.b': { dishes: relation('oneToMany', 'dish'), icon: { type: 'media' } } },
    );
    const attributes = schema.components.get('a.b')?.attributes;
    expect(attributes?.get('dishes')).to.deep.include({
      kind: 'relation',
      many: true,
      place: { kind: 'embedded' },
    });
    expect(attributes?.get('icon')).to.deep.include({
      many: false,
      place: { kind: 'embedded' },
      target: 'plugin::upload.file',
    });
    expect(schema.links.map(({ name }) => name)).to.deep.equal([
      'files_folder_links',
      'up_users_role_links',
      'upload_folders_parent_links',
    ]);
  });

  it('are one-way only, to an existing type', () => {
    const faults = faultsOf(
      sources(
        { dish: {} },
        {
          'a.b': {
            dish: relation('oneToMany', 'dish', { mappedBy: 'x' }),
            nope: relation('manyToOne', 'nope'),
          },
        },
      ),
    );
    expect(faults).to.deep.equal([
      {
        file: 'a.b.json',
        path: 'attributes.dish.mappedBy',
        message: 'relations of components go one way only: remove it',
      },
      {
        file: 'a.b.json',
        path: 'attributes.nope.target',
        message: 'there is no content-type "api::nope.nope": add its schema.json, or correct the name',
      },
    ]);
  });
});

const faultsIn = (dish: Readonly<Record<string, unknown>>, chef: Readonly<Record<string, unknown>> = {}) =>
  faultsOf(sources({ dish, chef })).map(({ file, path, message }) => `${file} ${path}: ${message}`);

describe('faults of relations', () => {
  for (const kind of ['morphOne', 'morphMany', 'morphToOne', 'morphToMany']) {
    it(`say what to use instead of ${kind}`, () => {
      expect(faultsIn({ it: { type: 'relation', relation: kind } })).to.deep.equal([
        `dish.json attributes.it.relation: "${kind}": relations to any type are not offered; use one relation for each target type, or a dynamic zone whose components hold the relations`,
      ]);
    });
  }

  it('say what is missing or unknown', () => {
    expect(faultsIn({ it: { type: 'relation', target: 'api::chef.chef' } })).to.deep.equal([
      'dish.json attributes.it.relation: is missing: use one of oneToOne, oneToMany, manyToOne, manyToMany',
    ]);
    expect(faultsIn({ it: relation('hasMany', 'chef') })).to.deep.equal([
      'dish.json attributes.it.relation: must be one of oneToOne, oneToMany, manyToOne, manyToMany, but is "hasMany"',
    ]);
    expect(faultsIn({ it: { type: 'relation', relation: 'oneToOne' } })).to.deep.equal([
      'dish.json attributes.it.target: is missing: add it, for example "api::category.category"',
    ]);
    expect(faultsIn({ it: relation('oneToOne', 'nope') })).to.deep.equal([
      'dish.json attributes.it.target: there is no content-type "api::nope.nope": add its schema.json, or correct the name',
    ]);
  });

  it('say that content cannot link to administrators', () => {
    expect(faultsIn({ it: { type: 'relation', relation: 'oneToOne', target: 'admin::user' } })).to.deep.equal(
      [
        'dish.json attributes.it.target: content cannot link to administrators: use "plugin::users-permissions.user", or remove the attribute',
      ],
    );
  });

  it('give the complete definition of a missing other end', () => {
    expect(faultsIn({ it: relation('manyToOne', 'chef', { inversedBy: 'dishes' }) })).to.deep.equal([
      'dish.json attributes.it.inversedBy: api::chef.chef has no attribute "dishes": add "dishes": {"type":"relation","relation":"oneToMany","target":"api::dish.dish","mappedBy":"it"} to chef.json',
    ]);
  });

  it('say how to correct another end that does not lead back', () => {
    const wanted =
      'dish.json attributes.it.inversedBy: "dishes" of api::chef.chef does not lead back here: it must be {"type":"relation","relation":"oneToMany","target":"api::dish.dish","mappedBy":"it"} in chef.json';
    const it = relation('manyToOne', 'chef', { inversedBy: 'dishes' });
    expect(faultsIn({ it }, { dishes: relation('oneToMany', 'dish') })).to.deep.equal([wanted]);
    expect(faultsIn({ it }, { dishes: { type: 'string' } })).to.deep.equal([wanted]);
    expect(faultsIn({ it }, { dishes: relation('oneToMany', 'chef', { mappedBy: 'it' }) })).to.include(
      wanted,
    );
    expect(faultsIn({ it }, { dishes: relation('manyToMany', 'dish', { mappedBy: 'it' }) })[1]).to.equal(
      wanted,
    );
    expect(
      faultsIn(
        { it: relation('oneToMany', 'chef', { mappedBy: 'dish' }) },
        { dish: relation('manyToOne', 'dish') },
      ),
    ).to.deep.equal([
      'dish.json attributes.it.mappedBy: "dish" of api::chef.chef does not lead back here: it must be {"type":"relation","relation":"manyToOne","target":"api::dish.dish","inversedBy":"it"} in chef.json',
    ]);
  });

  it('say once that both ends have the same option', () => {
    const it = relation('manyToMany', 'chef', { inversedBy: 'dishes' });
    expect(faultsIn({ it }, { dishes: relation('manyToMany', 'dish', { inversedBy: 'it' }) })).to.deep.equal([
      'chef.json attributes.dishes.inversedBy: "it" of api::dish.dish has inversedBy too: one of the two must have mappedBy, for example in dish.json',
    ]);
  });

  it('say in which file the other end of a built-in type belongs', () => {
    const it = { ...relation('manyToOne', 'chef', { inversedBy: 'dishes' }), target: 'plugin::upload.file' };
    expect(faultsIn({ it })[0]).to.match(
      /to a new file src\/extensions\/upload\/content-types\/file\/schema\.json$/,
    );
  });

  it('say that one end has both options, or is its own other end', () => {
    expect(faultsIn({ it: relation('oneToOne', 'chef', { inversedBy: 'a', mappedBy: 'b' }) })).to.deep.equal([
      'dish.json attributes.it: has both inversedBy and mappedBy: keep inversedBy at one end and mappedBy at the other',
    ]);
    expect(faultsIn({ it: relation('oneToOne', 'dish', { inversedBy: 'it' }) })).to.deep.equal([
      'dish.json attributes.it.inversedBy: a relation cannot be its own other end: add a second attribute for the way back and name it here',
    ]);
  });

  it('are not reported for a target whose own file has faults', () => {
    expect(faultsIn({ it: relation('manyToOne', 'chef') }, { name: { type: 'nope' } })).to.have.lengthOf(1);
  });

  it('report two relations that would share a table', () => {
    const given = sources({ a: { b_c: relation('manyToOne', 'a') }, b: {} });
    const clash = {
      ...given.contentTypes[1],
      definition: {
        collectionName: 'as_b',
        info: { singularName: 'b', pluralName: 'bs', displayName: 'B' },
        attributes: { c: relation('manyToOne', 'a') },
      },
    };
    const faults = faultsOf({ ...given, contentTypes: [given.contentTypes[0], clash] as never });
    expect(faults).to.deep.equal([
      {
        file: 'b.json',
        path: 'attributes.c',
        message: 'would share its link table "as_b_c_links" with "b_c" of api::a.a: rename one of them',
      },
    ]);
  });
});
