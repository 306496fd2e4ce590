import { expect } from 'chai';
import { buildSchema } from '../../../../src/domain/schema/build-schema.js';
import { contentTypeOf } from '../../../../src/domain/schema/schema.js';
import { build, built, faultsOf, sources, typeSource } from './sources.js';

const schemaOf = (...contentTypes: readonly ReturnType<typeof typeSource>[]) =>
  built(buildSchema({ contentTypes, components: [] }));

const info = { singularName: 'dish', pluralName: 'dishs', displayName: 'Dish' };

describe('content-types', () => {
  it('are read from the layout of existing projects', () => {
    const schema = schemaOf(
      typeSource('dish', {
        info: { ...info, description: 'What is eaten', icon: 'x' },
        options: { draftAndPublish: true, comment: '' },
        pluginOptions: { 'content-manager': { visible: false } },
        attributes: { Name: { type: 'string' } },
      }),
    );
    expect(contentTypeOf(schema, 'api::dish.dish')).to.include({
      uid: 'api::dish.dish',
      shaped: 'content-type',
      kind: 'collectionType',
      collectionName: 'dishs',
      singularName: 'dish',
      pluralName: 'dishs',
      displayName: 'Dish',
      description: 'What is eaten',
      draftAndPublish: true,
      localized: false,
      exposed: true,
    });
    expect(schema.defaultLocale).to.equal('en');
  });

  it('have a history by default if they have drafts', () => {
    const historyOf = (options: object) =>
      contentTypeOf(schemaOf(typeSource('dish', { options })), 'api::dish.dish').history;
    expect(historyOf({ draftAndPublish: true })).to.deep.equal({ versions: 100, days: 365 });
    expect(historyOf({ draftAndPublish: true, history: false })).to.equal(null);
    expect(historyOf({})).to.equal(null);
    expect(historyOf({ history: { versions: 5 } })).to.deep.equal({ versions: 5, days: 365 });
    for (const history of ['yes', 3, { versions: 0 }, { days: 1.5 }, { versions: 1e6 }, { age: 3 }]) {
      const contentTypes = [typeSource('dish', { options: { history } })];
      expect(faultsOf({ contentTypes, components: [] }), JSON.stringify(history)).to.have.length(1);
    }
  });

  it('are by default collection types without drafts, stored under their singular name', () => {
    const schema = schemaOf({
      uid: 'api::dish.dish',
      file: 'dish.json',
      definition: { info, attributes: {} },
    } as never);
    expect(contentTypeOf(schema, 'api::dish.dish')).to.include({
      kind: 'collectionType',
      collectionName: 'dish',
      draftAndPublish: false,
    });
  });

  it('have their fields in output order, ending in the locale if they have locales', () => {
    const attributes = { b: { type: 'string' }, a: { type: 'integer' } };
    const localized = typeSource('page', { attributes, pluginOptions: { i18n: { localized: true } } });
    const schema = schemaOf(typeSource('dish', { attributes }), localized);
    const times = ['createdAt', 'updatedAt', 'publishedAt'];
    const plain = ['id', 'documentId', 'b', 'a', ...times, 'createdBy', 'updatedBy'];
    expect([...contentTypeOf(schema, 'api::dish.dish').attributes.keys()]).to.deep.equal(plain);
    expect([...contentTypeOf(schema, 'api::page.page').attributes.keys()]).to.deep.equal([
      ...plain,
      'locale',
      'localizations',
    ]);
    const system = [...contentTypeOf(schema, 'api::dish.dish').attributes.values()].filter(
      (field) => field.kind === 'scalar' && field.system,
    );
    expect(system.map(({ name }) => name)).to.deep.equal(
      plain.filter((name) => name !== 'a' && name !== 'b'),
    );
  });

  it('say which attributes differ by locale', () => {
    const attributes = {
      title: { type: 'string', pluginOptions: { i18n: { localized: true } } },
      price: { type: 'decimal' },
      slug: { type: 'uid' },
      parent: { type: 'relation', relation: 'manyToOne', target: 'api::page.page' },
      image: { type: 'media' },
    };
    const localizedIn = (more: object): readonly string[] => {
      const schema = schemaOf(typeSource('page', { attributes, ...more }));
      return [...contentTypeOf(schema, 'api::page.page').attributes.values()]
        .filter(({ localized, name }) => localized && name in attributes)
        .map(({ name }) => name);
    };
    expect(localizedIn({ pluginOptions: { i18n: { localized: true } } })).to.deep.equal([
      'title',
      'slug',
      'parent',
    ]);
    expect(localizedIn({})).to.deep.equal([]);
  });

  it('are in the order of their uids, whatever the order of the files', () => {
    const forth = schemaOf(typeSource('a'), typeSource('b'), typeSource('c'));
    const back = schemaOf(typeSource('c'), typeSource('b'), typeSource('a'));
    expect([...back.contentTypes.keys()]).to.deep.equal([...forth.contentTypes.keys()]);
  });

  it('are frozen', () => {
    const schema = build({
      dish: { kinds: { type: 'enumeration', enum: ['a'] }, data: { type: 'json', default: { a: [1] } } },
    });
    const dish = contentTypeOf(schema, 'api::dish.dish');
    const kinds = dish.attributes.get('kinds');
    const data = dish.attributes.get('data');
    const parts = [
      schema,
      schema.links,
      dish,
      kinds,
      kinds?.kind === 'scalar' && kinds.enum,
      data?.kind === 'scalar' && data.default,
    ];
    expect(parts.every((part) => Object.isFrozen(part))).to.equal(true);
  });

  it('can declare their former collectionName', () => {
    const schema = schemaOf(typeSource('dish', { renamedFrom: 'meals' }));
    expect(contentTypeOf(schema, 'api::dish.dish').renamedFrom).to.equal('meals');
    expect(
      faultsOf({
        contentTypes: [typeSource('dish', { renamedFrom: 'meals' }), typeSource('meal')],
        components: [],
      }),
    ).to.deep.equal([
      {
        file: 'dish.json',
        path: 'renamedFrom',
        message: '"meals" is still used by api::meal.meal: remove one of the two',
      },
    ]);
  });
});

const faultOf = (more: Readonly<Record<string, unknown>>) =>
  faultsOf({ contentTypes: [typeSource('dish', more)], components: [] }).map(
    ({ path, message }) => `${path}: ${message}`,
  );

const shared = (more: Readonly<Record<string, unknown>>) =>
  faultsOf({ contentTypes: [typeSource('dish'), typeSource('meal', more)], components: [] }).map(
    ({ file, path }) => `${file} ${path}`,
  );

describe('faults of content-types', () => {
  const wrong: readonly [Readonly<Record<string, unknown>>, string][] = [
    [{ kind: 'collection' }, 'kind: must be one of collectionType, singleType, but is "collection"'],
    [{ collectionName: 7 }, 'collectionName: must be a text that is not empty, but is 7'],
    [
      { collectionName: 'a b' },
      'collectionName: "a b": use letters, digits, _ and -, and begin with a letter or _',
    ],
    [{ collectionName: 'quire_role' }, 'collectionName: "quire_…" is reserved: choose another name'],
    [
      { info: { ...info, singularName: undefined } },
      'info.singularName: is missing: add it, for example "restaurant"',
    ],
    [
      { info: { ...info, pluralName: 'Dishes' } },
      'info.pluralName: "Dishes" must be in lower case, with words joined by "-", for example "restaurants"',
    ],
    [
      { info: { ...info, pluralName: 'dish' } },
      'info.pluralName: "dish" is the singular name too: give the two different names',
    ],
    [
      { info: { ...info, displayName: undefined } },
      'info.displayName: is missing: add it, for example "Restaurant"',
    ],
    [{ options: { draftAndPublish: 'yes' } }, 'options.draftAndPublish: must be true or false, but is "yes"'],
    [{ options: [] }, 'options: must be an object, but is []'],
    [
      { pluginOptions: { i18n: { localized: 1 } } },
      'pluginOptions.i18n.localized: must be true or false, but is 1',
    ],
    [{ attributes: undefined }, 'attributes: is missing: add "attributes": {}'],
    [{ attributes: [] }, 'attributes: must be an object, but is []'],
  ];
  for (const [more, fault] of wrong) {
    it(`name their path: ${fault}`, () => {
      expect(faultOf(more)).to.deep.equal([fault]);
    });
  }

  it('are reported for all files at once', () => {
    const given = sources(
      { a: { x: { type: 'nope' } }, b: { y: { type: 'string', min: 1, required: 'no' } } },
      { 'c.d': { z: {} } },
    );
    const result = buildSchema(given);
    expect(result.ok).to.equal(false);
    if (result.ok) return;
    expect(result.failure).to.include({ code: 'SCHEMA.INVALID', message: '3 faults in the schema files' });
    expect(faultsOf(given).map(({ file, path }) => `${file} ${path}`)).to.deep.equal([
      'a.json attributes.x.type',
      'b.json attributes.y.required',
      'c.d.json attributes.z.type',
    ]);
  });

  it('include files that could not be read, and invalid uids', () => {
    const given = {
      contentTypes: [
        { uid: 'api::a.a', file: 'a.json', definition: undefined, unreadable: 'is no JSON' },
        { uid: 'api::B b.c', file: 'b.json', definition: {} },
        { uid: 'api::c.c', file: 'c.json', definition: [] },
        typeSource('dish', {
          attributes: { a: { type: 'relation', relation: 'manyToOne', target: 'api::a.a' } },
        }),
      ],
      components: [{ uid: 'nodot', file: 'd.json', definition: {} }],
    };
    expect(faultsOf(given).map(({ file, message }) => `${file}: ${message.slice(0, 40)}`)).to.deep.equal([
      'b.json: "api::B b.c" cannot be a content-type: i',
      'a.json: is no JSON',
      'c.json: must be an object, but is []',
      'd.json: "nodot" cannot be a component: use lette',
    ]);
  });

  it('include API paths of built-in content-types', () => {
    const user = typeSource('user', {
      info: { singularName: 'user', pluralName: 'users', displayName: 'User' },
    });
    const upload = (kind: string, pluralName: string) =>
      typeSource('upload', { kind, info: { singularName: 'upload', pluralName, displayName: 'Upload' } });
    const faults = (...contentTypes: readonly ReturnType<typeof typeSource>[]) =>
      faultsOf({ contentTypes, components: [] }).map(
        ({ file, path, message }) => `${file} ${path}: ${message}`,
      );
    expect(faults(user, upload('singleType', 'uploads'))).to.have.members([
      'user.json info.pluralName: /users is where plugin::users-permissions.user is served: choose another name for api::user.user',
      'upload.json info.singularName: /upload is where plugin::upload.file is served: choose another name for api::upload.upload',
    ]);
    expect(faults(upload('collectionType', 'uploads'))).to.deep.equal([]);
  });

  it('include names that two content-types share', () => {
    const names = { singularName: 'meal', pluralName: 'meals', displayName: 'Meal' };
    expect(shared({ collectionName: 'DISHS' })).to.deep.equal(['meal.json collectionName']);
    expect(shared({ collectionName: 'up_users' })).to.deep.equal(['meal.json collectionName']);
    expect(shared({ info: { ...names, singularName: 'dish' } })).to.deep.equal([
      'meal.json info.singularName',
    ]);
    expect(shared({ info: { ...names, pluralName: 'dishs' } })).to.deep.equal(['meal.json info.pluralName']);
    expect(shared({ info: { ...names, pluralName: 'dish' } })).to.deep.equal(['meal.json info.pluralName']);
    expect(shared({ info: { ...names, singularName: 'dishs' } })).to.deep.equal([
      'meal.json info.singularName',
    ]);
  });

  it('include a second file for one content-type', () => {
    expect(
      faultsOf({
        contentTypes: [typeSource('dish'), { ...typeSource('dish'), file: 'other.json' }],
        components: [],
      }),
    ).to.deep.equal([
      {
        file: 'other.json',
        path: '',
        message: 'api::dish.dish is described in dish.json too: remove one of the two',
      },
    ]);
  });
});
