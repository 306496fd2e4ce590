import { expect } from 'chai';
import { attributeFaults, attributeOf, build, faultsOf, sources } from './sources.js';

describe('scalar attributes', () => {
  const types = [
    'string',
    'text',
    'richtext',
    'email',
    'password',
    'uid',
    'date',
    'time',
    'datetime',
    'timestamp',
    'integer',
    'biginteger',
    'float',
    'decimal',
    'boolean',
    'json',
    'array',
    'blocks',
  ];
  for (const type of types) {
    it(`have type ${type}`, () => {
      expect(attributeOf({ type })).to.include({
        kind: 'scalar',
        name: 'it',
        type,
        system: false,
        private: type === 'password',
      });
    });
  }

  it('accept JSON as json', () => {
    expect(attributeOf({ type: 'JSON' })).to.include({ type: 'json' });
  });

  it('keep their options', () => {
    const options = {
      required: true,
      unique: true,
      private: true,
      minLength: 2,
      maxLength: 9,
      regex: '^a',
      default: 'abc',
      renamedFrom: 'that',
    };
    expect(attributeOf({ type: 'text', index: true, ...options })).to.include({ index: true, ...options });
    expect(attributeOf({ type: 'integer', min: -1, max: 5, default: 0 })).to.include({
      min: -1,
      max: 5,
      default: 0,
    });
    expect(attributeOf({ type: 'enumeration', enum: ['a', 'b'], default: 'b' })).to.deep.include({
      enum: ['a', 'b'],
      default: 'b',
    });
    expect(attributeOf({ type: 'uid', targetField: 'title' }, { title: { type: 'string' } })).to.include({
      targetField: 'title',
    });
  });

  it('of type string have at most 255 characters by default', () => {
    expect(attributeOf({ type: 'string' })).to.include({ maxLength: 255 });
    expect(attributeOf({ type: 'string', maxLength: 1000 })).to.include({ maxLength: 1000 });
    expect(attributeOf({ type: 'text' })).to.not.have.property('maxLength');
  });

  it('are searched by words if they say so, and are texts', () => {
    expect(attributeOf({ type: 'richtext' })).to.not.have.property('weight');
    expect(attributeOf({ type: 'richtext', searchable: true })).to.include({ weight: 1 });
    expect(attributeOf({ type: 'string', weight: 10 })).to.include({ weight: 10 });
    expect(attributeOf({ type: 'string', weight: 10, searchable: false })).to.not.have.property('weight');
    expect(attributeOf({ type: 'email' })).to.not.have.property('weight');
    expect(attributeOf({ type: 'email', searchable: true })).to.include({ weight: 1 });
    expect(attributeOf({ type: 'password', searchable: true })).to.not.have.property('weight');
    for (const weight of [0, 11, 1.5, '2'])
      expect(attributeFaults({ type: 'text', weight })[0]).to.match(
        /^weight: must be a whole number from 1 to 10/,
      );
    expect(attributeFaults({ type: 'text', searchable: 1 })[0]).to.match(
      /^searchable: must be true or false/,
    );
  });

  it('ignore options of existing projects that have no meaning here', () => {
    const foreign = {
      configurable: false,
      column: { unique: true },
      writable: true,
      visible: false,
      editable: true,
      searchable: true,
      customField: 'plugin::x.y',
      options: {},
      pluginOptions: { other: 1 },
    };
    expect(attributeFaults({ type: 'string', ...foreign })).to.deep.equal([]);
    expect(attributeFaults({ type: 'boolean', minLength: 'x', enum: 3 })).to.deep.equal([]);
  });

  const defaults: readonly [type: string, given: unknown, kept: unknown][] = [
    ['biginteger', 7, '7'],
    ['biginteger', '-9223372036854775808', '-9223372036854775808'],
    ['decimal', 1.005, 1],
    ['date', '2024-02-29', '2024-02-29'],
    ['time', '09:30', '09:30:00.000'],
    ['time', '09:30:01.5', '09:30:01.500'],
    ['datetime', '2024-02-29T12:00:00+02:00', '2024-02-29T10:00:00.000Z'],
    ['boolean', false, false],
    ['json', { a: 1 }, { a: 1 }],
    ['array', [1], [1]],
    ['float', 1.25, 1.25],
  ];
  for (const [type, given, kept] of defaults) {
    it(`keep the default ${JSON.stringify(given)} of ${type} in its canonical form`, () => {
      expect(attributeOf({ type, default: given })).to.have.deep.property('default', kept);
    });
  }

  it('have no default if it is null', () => {
    expect(attributeOf({ type: 'string', default: null })).to.not.have.property('default');
  });

  const wrong: readonly [attribute: unknown, fault: RegExp][] = [
    [{}, /^type: is missing: use one of string, .* dynamiczone$/],
    [{ type: 'strin' }, /^type: "strin" is not known: use one of /],
    [
      { type: 'customField', customField: 'plugin::color.color' },
      /^type: the custom field .* is not known.*write the type/,
    ],
    ['string', /^: must be an object, but is "string"$/],
    [{ type: 'string', required: 'true' }, /^required: must be true or false, but is "true"$/],
    [{ type: 'string', unique: 1 }, /^unique: must be true or false/],
    [{ type: 'string', index: 'yes' }, /^index: must be true or false/],
    [{ type: 'string', configurable: 0 }, /^configurable: /],
    [{ type: 'string', minLength: -1 }, /^minLength: must be a whole number from 0 on, but is -1$/],
    [{ type: 'string', minLength: 300 }, /^minLength: is above maxLength/],
    [{ type: 'string', maxLength: '9' }, /^maxLength: must be a whole number/],
    [{ type: 'string', regex: '(' }, /^regex: is no regular expression: /],
    [
      { type: 'string', regex: '^(?=a)' },
      /^regex: cannot be run in linear time: it looks ahead, with \(\?=$/,
    ],
    [{ type: 'string', regex: '(a)\\1' }, /^regex: cannot be run in linear time: it refers back to a group/],
    [{ type: 'string', regex: 'a{1001}' }, /^regex: cannot be run in linear time: invalid repeat count/],
    [{ type: 'string', regex: 3 }, /^regex: must be a text/],
    [{ type: 'string', renamedFrom: '' }, /^renamedFrom: must be a text/],
    [{ type: 'integer', min: '1' }, /^min: must be a number, but is "1"$/],
    [{ type: 'integer', min: 2, max: 1 }, /^min: is above max/],
    [{ type: 'biginteger', min: '9007199254740993', max: '9007199254740992' }, /^min: is above max/],
    [{ type: 'enumeration' }, /^enum: must be a list with at least one text in it, but is absent$/],
    [{ type: 'enumeration', enum: [] }, /^enum: must be a list/],
    [{ type: 'enumeration', enum: ['a', 'a'] }, /^enum\.1: "a" stands here twice: remove one$/],
    [{ type: 'enumeration', enum: ['a', ''] }, /^enum\.1: must be a text/],
    [{ type: 'enumeration', enum: ['a'], default: 'b' }, /^default: "b" is not in enum$/],
    [{ type: 'string', default: 1 }, /^default: must be a text, but is 1$/],
    [{ type: 'string', minLength: 2, default: 'a' }, /^default: "a" is shorter than minLength$/],
    [{ type: 'string', regex: '^b', default: 'a' }, /^default: "a" does not match regex$/],
    [{ type: 'integer', default: 2147483648 }, /^default: must be a whole number from -2147483648/],
    [{ type: 'integer', default: 1.5 }, /^default: must be a whole number/],
    [{ type: 'integer', max: 5, default: 6 }, /^default: 6 is above max$/],
    [
      { type: 'biginteger', default: '9223372036854775808' },
      /^default: must be a whole number of at most 64 bits/,
    ],
    [{ type: 'date', default: '2023-02-29' }, /^default: must be a date/],
    [{ type: 'time', default: '25:00' }, /^default: must be a time/],
    [{ type: 'datetime', default: 'now' }, /^default: must be an ISO 8601/],
    [{ type: 'boolean', default: 'true' }, /^default: must be true or false/],
    [{ type: 'array', default: {} }, /^default: must be a list/],
    [{ type: 'password', default: 'secret' }, /^default: a password cannot have a default/],
    [{ type: 'uid', default: 'a b' }, /^default: "a b" does not match/],
    [{ type: 'uid', targetField: 'nope' }, /^targetField: "nope" is not a text attribute/],
    [{ type: 'uid', targetField: 'it' }, /^targetField: "it" is not a text attribute/],
    [{ type: 'json', unique: true }, /^unique: cannot be used on json/],
    [{ type: 'blocks', index: true }, /^index: cannot be used on blocks/],
  ];
  for (const [attribute, fault] of wrong) {
    it(`are refused: ${JSON.stringify(attribute)}`, () => {
      const faults = attributeFaults(attribute).filter(
        (line) => !(attribute === 'string' && line.startsWith('type')),
      );
      expect(faults).to.have.lengthOf(1);
      expect(faults[0]).to.match(fault);
    });
  }
});

const faultsOfName = (name: string) =>
  faultsOf(sources({ dish: Object.fromEntries([[name, { type: 'string' }]]) })).map(({ path }) => path);

describe('names of attributes', () => {
  const reserved = [
    'id',
    'documentId',
    'document_id',
    'createdAt',
    'updatedAt',
    'publishedAt',
    'locale',
    'createdBy',
    'updated_by_id',
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'valueOf',
    'hasOwnProperty',
    '__component',
    'localizations',
    'meta',
    'entry_id',
    'entryId',
    'strapi',
    'strapiStage',
    'strapi_assignee',
    '1a',
    'a b',
    'a-b',
    '',
    '_a',
    'é',
  ];
  for (const name of reserved) {
    it(`cannot be ${JSON.stringify(name)}`, () => {
      expect(faultsOfName(name)).to.deep.equal([`attributes.${name}`]);
    });
  }

  for (const name of ['status', 'then', 'A', 'a_1', 'provider_metadata', 'component']) {
    it(`can be ${name}`, () => {
      expect(faultsOfName(name)).to.deep.equal([]);
    });
  }

  it('cannot become the same column', () => {
    const given = sources({
      dish: { firstName: { type: 'string' }, first_name: { type: 'string' }, FirstName: { type: 'string' } },
    });
    expect(faultsOf(given).map(({ message }) => message)).to.deep.equal([
      'would have the same column as "firstName": choose another name',
      'would have the same column as "first_name": choose another name',
    ]);
  });

  it('can be a former name only once, and only if no attribute has them any more', () => {
    const text = { type: 'string' };
    expect(attributeFaults({ ...text, renamedFrom: 'old' }, { old: text })).to.deep.equal([
      'renamedFrom: "old" is still an attribute here: remove one of the two',
    ]);
    expect(
      attributeFaults({ ...text, renamedFrom: 'old' }, { other: { ...text, renamedFrom: 'old' } }),
    ).to.deep.equal(['renamedFrom: "other" is renamed from "old" too: remove one of the two']);
  });
});

const nests = (component: string) => ({ inner: { type: 'component', component } });

describe('components and zones', () => {
  const part = { text: { type: 'text' } };

  it('have their bounds, and items a numeric id', () => {
    const schema = build(
      {
        dish: {
          one: { type: 'component', component: 'a.part', min: 3 },
          many: { type: 'component', component: 'a.part', repeatable: true, min: 1, max: 3 },
          zone: { type: 'dynamiczone', components: ['a.part', 'a.other'], max: 2, required: true },
          empty: { type: 'dynamiczone', components: [] },
        },
      },
      { 'a.part': part, 'a.other': part },
    );
    const attributes = schema.contentTypes.get('api::dish.dish')?.attributes;
    expect(attributes?.get('one')).to.deep.equal({
      kind: 'component',
      name: 'one',
      component: 'a.part',
      repeatable: false,
      private: false,
      required: false,
      localized: false,
    });
    expect(attributes?.get('many')).to.include({ kind: 'component', repeatable: true, min: 1, max: 3 });
    expect(attributes?.get('zone')).to.deep.include({
      kind: 'zone',
      components: ['a.part', 'a.other'],
      max: 2,
      required: true,
    });
    expect(attributes?.get('empty')).to.deep.include({ kind: 'zone', components: [] });
    expect(schema.components.get('a.part')).to.include({
      uid: 'a.part',
      category: 'a',
      shaped: 'component',
      displayName: 'a.part',
    });
    expect(schema.components.get('a.part')).to.not.have.any.keys('description', 'icon');
    expect([...(schema.components.get('a.part')?.attributes.keys() ?? [])]).to.deep.equal(['id', 'text']);
  });

  const wrong: readonly [attribute: unknown, fault: string][] = [
    [{ type: 'component' }, 'component: is missing: name the component'],
    [
      { type: 'component', component: 'a.nope' },
      'component: there is no component "a.nope": add src/components/a/nope.json, or correct the name',
    ],
    [{ type: 'component', component: 3 }, 'component: must be a text that is not empty, but is 3'],
    [
      { type: 'dynamiczone', components: ['x.nope'] },
      'components.0: there is no component "x.nope": add src/components/x/nope.json, or correct the name',
    ],
    [{ type: 'dynamiczone' }, 'components: must be a list of texts, but is absent'],
    [{ type: 'dynamiczone', components: [3] }, 'components.0: must be a text that is not empty, but is 3'],
  ];
  for (const [attribute, fault] of wrong) {
    it(`are refused: ${JSON.stringify(attribute)}`, () => {
      expect(attributeFaults(attribute)).to.deep.equal([fault]);
    });
  }

  it('may nest, but never contain themselves', () => {
    expect(faultsOf(sources({}, { 'a.a': nests('a.b'), 'a.b': nests('a.c'), 'a.c': part }))).to.deep.equal(
      [],
    );
    expect(faultsOf(sources({}, { 'a.a': nests('a.a') }))).to.deep.equal([
      {
        file: 'a.a.json',
        path: 'attributes.inner',
        message: 'contains itself (a.a → a.a): remove one of these attributes, or use a relation',
      },
    ]);
    const zone = { inner: { type: 'dynamiczone', components: ['a.c', 'a.a'] } };
    expect(
      faultsOf(sources({}, { 'a.a': nests('a.b'), 'a.b': zone, 'a.c': part })).map(
        ({ file, message }) => `${file} ${message}`,
      ),
    ).to.deep.equal([
      'a.a.json contains itself (a.a → a.b → a.a): remove one of these attributes, or use a relation',
      'a.b.json contains itself (a.b → a.a → a.b): remove one of these attributes, or use a relation',
    ]);
  });
});
