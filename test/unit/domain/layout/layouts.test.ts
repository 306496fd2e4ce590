import { expect } from 'chai';
import { buildSchema } from '../../../../src/domain/schema/build-schema.js';
import { contentTypeOf, type Attribute } from '../../../../src/domain/schema/schema.js';
import type { SchemaFault } from '../../../../src/domain/schema/schema-source.js';
import { holds } from '../../../../src/domain/layout/condition.js';
import { build, built, faultsOf, sources } from '../schema/sources.js';

const types = {
  dish: {
    name: { type: 'string', required: true },
    kind: { type: 'enumeration', enum: ['plain', 'rich'] },
    price: { type: 'decimal' },
    vegan: { type: 'boolean' },
    secret: { type: 'string', private: true },
    more: { type: 'json' },
    cook: { type: 'relation', relation: 'manyToOne', target: 'api::cook.cook' },
    parts: { type: 'component', component: 'menu.part' },
  },
  cook: { name: { type: 'string' } },
};
const components = { 'menu.part': { text: { type: 'text' }, size: { type: 'integer' } } };

const withLayout = (definition: unknown, uid = 'api::dish.dish') => ({
  ...sources(types, components),
  layouts: [{ uid, file: 'layout.json', definition }],
});

const dishWith = (definition: unknown) =>
  contentTypeOf(built(buildSchema(withLayout(definition))), 'api::dish.dish');

const faults = (definition: unknown, uid?: string) =>
  faultsOf(withLayout(definition, uid)).map(({ path, message }) => `${path}: ${message}`);

describe('layouts', () => {
  it('are absent without a file', () => {
    const dish = contentTypeOf(build(types, components), 'api::dish.dish');
    expect(dish.layout).to.equal(undefined);
    expect([...dish.attributes.values()].filter(({ layout }) => layout !== undefined)).to.deep.equal([]);
  });

  it('give attributes their order, in tabs, and what is said of each', () => {
    const dish = dishWith({
      title: 'name',
      columns: ['kind', 'cook.name', 'updatedAt'],
      tabs: [
        { label: 'Main', help: 'What guests read.', attributes: ['kind', { name: 'name', width: 6 }] },
        { label: 'Rest', attributes: [{ name: 'price', label: 'Price in €', placeholder: '12.50' }] },
      ],
    });
    expect(dish.layout).to.deep.equal({
      title: 'name',
      columns: ['kind', 'cook.name', 'updatedAt'],
      tabs: [
        { label: 'Main', help: 'What guests read.', attributes: ['kind', 'name'] },
        { label: 'Rest', attributes: ['price'] },
      ],
    });
    expect(dish.attributes.get('name')?.layout).to.deep.equal({ width: 6 });
    expect(dish.attributes.get('price')?.layout).to.deep.equal({
      width: 12,
      label: 'Price in €',
      placeholder: '12.50',
    });
    expect(dish.attributes.get('vegan')?.layout).to.equal(undefined);
  });

  it('are given to components and relations too', () => {
    const schema = built(
      buildSchema({
        ...withLayout({ attributes: [{ name: 'cook', hidden: true }] }),
        layouts: [
          { uid: 'api::dish.dish', file: 'a', definition: { attributes: [{ name: 'cook', hidden: true }] } },
          { uid: 'menu.part', file: 'b', definition: { attributes: [{ name: 'size', readOnly: true }] } },
        ],
      }),
    );
    const part = schema.components.get('menu.part');
    expect(part?.layout).to.deep.equal({ tabs: [{ attributes: ['size'] }] });
    expect(part?.attributes.get('size')?.layout).to.deep.equal({ width: 12, readOnly: true });
    const dish = contentTypeOf(schema, 'api::dish.dish');
    expect(dish.attributes.get('cook')?.layout).to.deep.equal({ width: 12, hidden: true });
  });

  for (const [layout, fault] of [
    [[], ': must be an object, but is []'],
    [{ titel: 'name' }, 'titel: is not known: did you mean "title"?'],
    [{ title: 'nam' }, 'title: there is no attribute "nam" (did you mean "name"?)'],
    [{ title: 'price' }, 'title: "price" names no entry: choose a text that is not private'],
    [{ title: 'secret' }, 'title: "secret" names no entry: choose a text that is not private'],
    [{ columns: ['kinds'] }, 'columns.0: there is no attribute "kinds" (did you mean "kind"?)'],
    [{ columns: ['cook.nam'] }, 'columns.0: there is no attribute "nam" (did you mean "name"?)'],
    [{ columns: ['kind.name'] }, 'columns.0: "kind" is no relation'],
    [{ columns: ['more'] }, 'columns.0: lists do not show "more": it is a json'],
    [{ columns: ['parts'] }, 'columns.0: lists do not show "parts": it is a component'],
    [{ attributes: 'name' }, 'attributes: must be a list, but is "name"'],
    [{ attributes: ['nam'] }, 'attributes.0: there is no attribute "nam" (did you mean "name"?)'],
    [{ attributes: ['name', 'name'] }, 'attributes.1: "name" stands here twice: remove one'],
    [{ attributes: ['updatedAt'] }, 'attributes.0: there is no attribute "updatedAt"'],
    [{ attributes: [4] }, 'attributes.0: must be the name of an attribute, or an object with it, but is 4'],
    [{ attributes: [{ width: 4 }] }, 'attributes.0.name: is missing: add it, for example "name"'],
    [{ attributes: [{ name: 'name', widht: 4 }] }, 'attributes.0.widht: is not known: did you mean "width"?'],
    [
      { attributes: [{ name: 'name', width: 5 }] },
      'attributes.0.width: must be one of 3, 4, 6, 8, 9, 12, but is 5',
    ],
    [
      { attributes: [{ name: 'vegan', placeholder: 'x' }] },
      'attributes.0.placeholder: "vegan" has no text field',
    ],
    [
      { attributes: [{ name: 'name', help: '' }] },
      'attributes.0.help: must be a text that is not empty, but is ""',
    ],
    [{ tabs: [], attributes: [] }, 'tabs: stands beside attributes: put them into a tab'],
    [{ tabs: [] }, 'tabs: must be a list with at least one tab, but is []'],
    [{ tabs: [{ attributes: [] }] }, 'tabs.0.label: is missing: add it, for example "Content"'],
    [
      {
        tabs: [
          { label: 'A', attributes: ['name'] },
          { label: 'A', attributes: ['name'] },
        ],
      },
      'tabs.1.label: "A" stands here twice: remove one | tabs.1.attributes.0: "name" stands here twice: remove one',
    ],
  ] as const)
    it(`are refused with their place: ${JSON.stringify(layout)}`, () => {
      expect(faults(layout).join(' | ')).to.equal(fault);
    });

  it('of components have no tabs and no columns', () => {
    expect(faults({ tabs: [], columns: [] }, 'menu.part')).to.deep.equal([
      'columns: components have no columns: they are not listed',
      'tabs: components have no tabs: list the attributes in "attributes"',
    ]);
  });

  it('of what is not there, and files that cannot be read, are refused', () => {
    expect(faults({}, 'api::dash.dash')).to.deep.equal([
      ': there is no api::dash.dash (did you mean "api::dish.dish"?): remove the file, or move it beside its schema',
    ]);
    const unreadable = {
      uid: 'api::dish.dish',
      file: 'layout.json',
      definition: 0,
      unreadable: 'is no JSON',
    };
    expect(faultsOf({ ...sources(types, components), layouts: [unreadable] })).to.deep.equal([
      { file: 'layout.json', path: '', message: 'is no JSON' },
    ]);
  });

  it('note what has no effect', () => {
    const notes: SchemaFault[] = [];
    built(buildSchema(withLayout({ attributes: ['secret', { name: 'name', hidden: true }] }), notes));
    expect(notes.map(({ path, message }) => `${path}: ${message}`)).to.deep.equal([
      'attributes.0: has no effect here: "secret" is private, so the page does not show it',
      'attributes.1.hidden: "name" is required: the page shows it once an entry cannot be published without it',
    ]);
  });
});

describe('conditions of layouts', () => {
  const visible = (visibleIf: unknown, values: Readonly<Record<string, unknown>>): boolean => {
    const { attributes } = dishWith({ attributes: [{ name: 'name', visibleIf }] });
    const condition = attributes.get('name')?.layout?.visibleIf;
    if (condition === undefined) throw new Error('no condition');
    return holds(
      condition,
      (name): Attribute | undefined => attributes.get(name),
      (name) => values[name],
    );
  };

  for (const [condition, yes, no] of [
    [{ kind: 'rich' }, { kind: 'rich' }, { kind: 'plain' }],
    [{ kind: { $eq: 'rich' } }, { kind: 'rich' }, {}],
    [{ kind: { $ne: 'rich' } }, { kind: 'plain' }, {}],
    [{ kind: null }, {}, { kind: 'rich' }],
    [{ kind: { $in: ['rich', 'plain'] } }, { kind: 'plain' }, { kind: null }],
    [{ vegan: true }, { vegan: true }, { vegan: false }],
    [{ vegan: { $eq: 'true' } }, { vegan: true }, {}],
    [{ price: { $gte: 10, $lt: 20 } }, { price: 12 }, { price: 20 }],
    [{ price: { $gte: '10' } }, { price: '12.5' }, { price: '12x' }],
    [{ kind: 'rich', vegan: true }, { kind: 'rich', vegan: true }, { kind: 'rich' }],
    [{ $or: [{ kind: 'rich' }, { vegan: true }] }, { vegan: true }, { kind: 'plain' }],
    [
      { $not: { $or: [{ kind: 'rich' }, { vegan: true }] } },
      { kind: 'plain', vegan: false },
      { vegan: false },
    ],
    [{ kind: { $not: { $eq: 'rich' } } }, { kind: 'plain' }, { kind: 'rich' }],
    [{ kind: { $or: [{ $eq: 'rich' }, { $null: true }] } }, {}, { kind: 'plain' }],
    [{ kind: { $containsi: 'RI' } }, { kind: 'rich' }, { kind: 'plain' }],
  ] as const)
    it(`are those of queries: ${JSON.stringify(condition)}`, () => {
      expect([visible(condition, yes), visible(condition, no)]).to.deep.equal([true, false]);
    });

  for (const [visibleIf, fault] of [
    ['kind', ': must be an object, but is "kind"'],
    [{}, ': says nothing: remove it'],
    [{ kin: 'rich' }, '.kin: there is no attribute "kin" (did you mean "kind"?)'],
    [{ name: 'x' }, '.name: is the attribute itself: hidden, it could not be changed back'],
    [{ secret: 'x' }, '.secret: is private, so the page does not have its value'],
    [{ more: 'x' }, '.more: is a json: conditions are over texts, numbers, dates, booleans and enumerations'],
    [
      { cook: 1 },
      '.cook: is a relation: conditions are over texts, numbers, dates, booleans and enumerations',
    ],
    [{ kind: { $eqq: 'rich' } }, '.kind.$eqq: is not known: did you mean "$eq"?'],
    [{ kind: { rich: true } }, '.kind.rich: is not known: conditions are like filters: {"kind": {"$eq": …}}'],
    [{ $eq: 'rich' }, '.$eq: needs an attribute around it, as in {"name": {"$eq": …}}'],
    [{ $orr: [] }, '.$orr: is not known: did you mean "$or"?'],
    [{ $or: {} }, '.$or: must be a list, but is {}'],
    [{ price: 'dear' }, '.price: Invalid value "dear" for $eq at price'],
    [{ vegan: { $contains: 'x' } }, '.vegan.$contains: Operator $contains cannot be used at vegan'],
  ] as const)
    it(`are refused with their place: ${JSON.stringify(visibleIf)}`, () => {
      expect(faults({ attributes: [{ name: 'name', visibleIf }] })).to.deep.equal([
        `attributes.0.visibleIf${fault}`,
      ]);
    });

  it('of enumerations name only their values', () => {
    expect(faults({ attributes: [{ name: 'name', visibleIf: { kind: 'ritch' } }] })).to.deep.equal([
      'attributes.0.visibleIf.kind: "ritch" is no value of "kind" (did you mean "rich"?)',
    ]);
  });

  it('cannot stand beside "hidden"', () => {
    expect(
      faults({ attributes: [{ name: 'name', hidden: true, visibleIf: { kind: 'rich' } }] }),
    ).to.deep.equal(['attributes.0.hidden: stands beside visibleIf: remove one of the two']);
  });
});
