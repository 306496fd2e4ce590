import { expect } from 'chai';
import { buildSchema } from '../../../../src/domain/schema/build-schema.js';
import { contentTypeOf } from '../../../../src/domain/schema/schema.js';
import type { SchemaFault } from '../../../../src/domain/schema/schema-source.js';
import { attributeFaults, attributeNotes, built, faultsOf, typeSource } from './sources.js';

const told = (faults: readonly SchemaFault[]) =>
  faults.map(({ file, path, message }) => `${file} ${path}: ${message}`);

const faultsIn = (more: Readonly<Record<string, unknown>>) =>
  told(faultsOf({ contentTypes: [typeSource('dish', more)], components: [] }));

describe('unknown keys of schema files', () => {
  for (const [misspelt, meant] of [
    ['requierd', 'required'],
    ['uniqe', 'unique'],
    ['Unique', 'unique'],
    ['privat', 'private'],
    ['maxlength', 'maxLength'],
    ['defualt', 'default'],
    ['renamedfrom', 'renamedFrom'],
    ['pluginOption', 'pluginOptions'],
  ] as const)
    it(`are refused in attributes with the nearest name: ${misspelt}`, () => {
      expect(attributeFaults({ type: 'string', [misspelt]: true })).to.deep.equal([
        `${misspelt}: is not known: did you mean "${meant}"?`,
      ]);
    });

  it('are refused with all names if none is near', () => {
    expect(attributeFaults({ type: 'string', banana: 1 })[0]).to.match(
      /^banana: is not known: remove it; there are type, required, private, .*unique/,
    );
  });

  for (const [more, fault] of [
    [
      { options: { draftAndPublsh: true } },
      'dish.json options.draftAndPublsh: is not known: did you mean "draftAndPublish"?',
    ],
    [
      { pluginOptions: { i18n: { localised: true } } },
      'dish.json pluginOptions.i18n.localised: is not known: did you mean "localized"?',
    ],
    [
      { pluginOptions: { i8n: { localized: true } } },
      'dish.json pluginOptions.i8n: is not known: did you mean "i18n"?',
    ],
    [{ draftAndPublish: true }, 'dish.json draftAndPublish: is not known here: move it into "options"'],
    [{ colectionName: 'x' }, 'dish.json colectionName: is not known: did you mean "collectionName"?'],
    [
      { attributes: { Name: { type: 'string', pluginOptions: { i18n: { localised: true } } } } },
      'dish.json attributes.Name.pluginOptions.i18n.localised: is not known: did you mean "localized"?',
    ],
    [
      { info: { singularName: 'dish', pluralName: 'dishes', displayName: 'D', decription: 'x' } },
      'dish.json info.decription: is not known: did you mean "description"?',
    ],
  ] as const)
    it(`are refused elsewhere, with their path: ${Object.keys(more)[0]}`, () => {
      expect(faultsIn(more)).to.deep.equal([fault]);
    });

  it('are refused in components too', () => {
    const definition = { info: { displayName: 'X', ico: 'y' }, option: {}, attributes: {} };
    const components = [{ uid: 'a.b', file: 'b.json', definition }];
    expect(told(faultsOf({ contentTypes: [], components }))).to.deep.equal([
      'b.json option: is not known: did you mean "options"?',
      'b.json info.ico: is not known: did you mean "icon"?',
    ]);
  });

  it('are accepted if existing projects have them and no API depends on them', () => {
    expect(
      faultsIn({
        info: { singularName: 'dish', pluralName: 'dishes', displayName: 'D', icon: 'x', name: 'y' },
        options: { comment: '', increments: true, timestamps: true },
        pluginOptions: { 'content-manager': { visible: false }, 'content-type-builder': { visible: false } },
        attributes: {
          Name: {
            type: 'string',
            configurable: false,
            writable: true,
            visible: false,
            conditions: { visible: {} },
            customField: 'plugin::color-picker.color',
          },
        },
      }),
    ).to.deep.equal([]);
  });

  it('give a warning if they have an effect in existing projects', () => {
    expect(attributeNotes({ type: 'boolean', minLength: 3 })).to.deep.equal([
      'minLength: has no effect here: attributes of type boolean do not have it',
    ]);
    expect(attributeNotes({ type: 'enumeration', enum: ['a'], column: { unique: true } })[0]).to.match(
      /^column: /,
    );
    expect(attributeNotes({ type: 'media', unique: false, default: null })).to.deep.equal([]);
    const notes: SchemaFault[] = [];
    buildSchema(
      {
        contentTypes: [
          typeSource('dish', {
            options: { populateCreatorFields: true },
            pluginOptions: { versions: { on: true } },
          }),
        ],
        components: [],
      },
      notes,
    );
    expect(told(notes)).to.deep.equal([
      'dish.json options.populateCreatorFields: has no effect here: createdBy and updatedBy are shown by a grant that names them',
      'dish.json pluginOptions.versions: has no effect here: the plugin versions is not run',
    ]);
  });
});

describe('options.privateAttributes', () => {
  const attributes = { Name: { type: 'string' }, Cost: { type: 'integer' } };

  it('makes attributes private, including system fields', () => {
    const options = { privateAttributes: ['Cost', 'createdAt', 'createdBy'] };
    const schema = built(
      buildSchema({ contentTypes: [typeSource('dish', { options, attributes })], components: [] }),
    );
    const hidden = [...contentTypeOf(schema, 'api::dish.dish').attributes.values()].filter(
      (one) => one.private,
    );
    expect(hidden.map(({ name }) => name)).to.deep.equal(['Cost', 'createdAt', 'createdBy', 'updatedBy']);
  });

  it('must name existing attributes', () => {
    expect(faultsIn({ options: { privateAttributes: ['Csot', 'id'] }, attributes })).to.deep.equal([
      'dish.json options.privateAttributes.0: there is no attribute "Csot" to keep private (did you mean "Cost"?)',
      'dish.json options.privateAttributes.1: there is no attribute "id" to keep private',
    ]);
    expect(faultsIn({ options: { privateAttributes: 'Cost' }, attributes })[0]).to.match(/must be a list/);
  });

  it('does not exist for components', () => {
    const definition = { options: { privateAttributes: ['x'] }, attributes: {} };
    expect(
      told(faultsOf({ contentTypes: [], components: [{ uid: 'a.b', file: 'b.json', definition }] }))[0],
    ).to.match(/^b\.json options\.privateAttributes: components have no such option: write "private": true/);
  });
});
