import { expect } from 'chai';
import * as fc from 'fast-check';
import type { Store } from '../../src/application/ports/store.js';
import { systemPrincipal } from '../../src/domain/permission/permission.js';
import type { ListEdit } from '../../src/domain/relation/list.js';
import type { Json, Schema } from '../../src/domain/schema/schema.js';
import { fixtureSchema, uidOf, type TypeName } from '../contract/fixture-schema.js';
import { populate } from '../contract/questions.js';
import { createWorld, type World } from '../contract/world.js';
import { ListModel, otherSide, type ModelSide } from './list-model.js';

interface End {
  readonly type: TypeName;
  readonly attribute: string;
  readonly many: boolean;
}

type Ends = Readonly<Record<ModelSide, End>>;

const relations: Readonly<Record<string, Ends>> = {
  'many to many': {
    left: { type: 'restaurant', attribute: 'categories', many: true },
    right: { type: 'category', attribute: 'restaurants', many: true },
  },
  'one to many': {
    left: { type: 'restaurant', attribute: 'dishes', many: true },
    right: { type: 'dish', attribute: 'restaurant', many: false },
  },
  'one to one': {
    left: { type: 'restaurant', attribute: 'flagship', many: false },
    right: { type: 'dish', attribute: 'flagshipOf', many: false },
  },
  'many to many of one type': {
    left: { type: 'restaurant', attribute: 'neighbours', many: true },
    right: { type: 'restaurant', attribute: 'neighbourOf', many: true },
  },
};

/** The number of documents at each side. They are identified by number. */
const size = 4;

type Step =
  | {
      readonly kind: 'write';
      readonly side: ModelSide;
      readonly document: number;
      readonly edit: ListEdit<number>;
    }
  | { readonly kind: 'replace'; readonly side: ModelSide; readonly document: number };

/** Tests that the lists of a relation in a store are those of the list model, whichever side is written. */
export function describeRelationLists(
  name: string,
  open: (schema: Schema) => Promise<Store>,
  close: (store: Store) => Promise<void>,
  numRuns: number,
): void {
  describe(`relation lists on ${name} equal the list model`, () => {
    let store: Store;
    let world: World;
    before(async () => {
      const schema = fixtureSchema();
      store = await open(schema);
      world = createWorld(store, schema);
    });
    after(() => close(store));
    for (const [relation, ends] of Object.entries(relations)) {
      it(relation, () =>
        fc.assert(
          fc.asyncProperty(fc.array(arbitraryStep(ends), { minLength: 1, maxLength: 12 }), (steps) =>
            agrees(world, ends, steps),
          ),
          { numRuns },
        ),
      );
    }
  });
}

const arbitraryDocument = fc.nat({ max: size - 1 });
const arbitrarySide = fc.constantFrom<ModelSide>('left', 'right');

function arbitraryStep(ends: Ends): fc.Arbitrary<Step> {
  const write = arbitrarySide.chain((side) =>
    fc.record({
      kind: fc.constant('write' as const),
      side: fc.constant(side),
      document: arbitraryDocument,
      edit: ends[side].many ? arbitraryEdit : arbitrarySingle,
    }),
  );
  const replace = fc.record({
    kind: fc.constant('replace' as const),
    side: arbitrarySide,
    document: arbitraryDocument,
  });
  return fc.oneof({ weight: 8, arbitrary: write }, { weight: 1, arbitrary: replace });
}

const arbitrarySet: fc.Arbitrary<ListEdit<number>> = fc.record({
  kind: fc.constant('set' as const),
  items: fc.uniqueArray(arbitraryDocument, { maxLength: size }),
});

const arbitrarySingle: fc.Arbitrary<ListEdit<number>> = fc.record({
  kind: fc.constant('set' as const),
  items: fc.array(arbitraryDocument, { maxLength: 1 }),
});

const arbitraryPlacement = fc.record({
  target: arbitraryDocument,
  at: fc.constantFrom('start', 'end', 'before', 'after'),
  anchor: arbitraryDocument,
});

const arbitraryEdit: fc.Arbitrary<ListEdit<number>> = fc.oneof(
  arbitrarySet,
  fc.record({
    kind: fc.constant('change' as const),
    connect: fc.uniqueArray(arbitraryPlacement, { selector: ({ target }) => target, maxLength: size }),
    disconnect: fc.uniqueArray(arbitraryDocument, { maxLength: 2 }),
  }),
);

async function agrees(world: World, ends: Ends, steps: readonly Step[]): Promise<void> {
  const left = await createAll(world, ends.left.type);
  const ids = {
    left,
    right: ends.left.type === ends.right.type ? left : await createAll(world, ends.right.type),
  };
  const model = new ListModel({ left: ends.left.many, right: ends.right.many });
  for (const step of steps) {
    if (step.kind === 'write') await write(world, ends, ids, model, step);
    else await replace(world, ends, ids, model, step);
    await expectSame(world, ends, ids, model);
  }
}

type Ids = Readonly<Record<ModelSide, string[]>>;

const createAll = (world: World, type: TypeName): Promise<string[]> =>
  world.createNamed(type, ...Array.from({ length: size }, (_, index) => `${index}`));

async function write(
  world: World,
  ends: Ends,
  ids: Ids,
  model: ListModel,
  step: Step & { kind: 'write' },
): Promise<void> {
  const { side } = step;
  const document = ids[side][step.document] ?? '';
  const target = (index: number): string => ids[otherSide(side)][index] ?? '';
  const edit = named(step.edit, target);
  const accepted = model.write(side, document, edit);
  const data = {
    [ends[side].attribute]: ends[side].many ? bodyOf(edit) : (edit.kind === 'set' && edit.items[0]) || null,
  };
  const mutation = {
    kind: 'update',
    type: uidOf(ends[side].type),
    layer: 'published',
    documentId: document,
    data,
  } as const;
  const result = await world.documents.update(systemPrincipal, { ...mutation, answer: { fields: ['id'] } });
  expect(result.ok, JSON.stringify(result.ok ? data : result.failure)).to.equal(accepted);
}

function named(edit: ListEdit<number>, target: (index: number) => string): ListEdit<string> {
  if (edit.kind === 'set') return { kind: 'set', items: edit.items.map(target) };
  const connect = edit.connect.map(({ target: placed, at, anchor }) => ({
    target: target(placed),
    at,
    anchor: anchor === null || at === 'start' || at === 'end' ? null : target(anchor),
  }));
  return { kind: 'change', connect, disconnect: edit.disconnect.map(target) };
}

function bodyOf(edit: ListEdit<string>): unknown {
  if (edit.kind === 'set') return { set: edit.items };
  const connect = edit.connect.map(({ target, at, anchor }) => ({
    documentId: target,
    position: { [at]: anchor ?? true },
  }));
  return { connect, disconnect: edit.disconnect };
}

/** Replaces a document by a new one. */
async function replace(
  world: World,
  ends: Ends,
  ids: Ids,
  model: ListModel,
  step: Step & { kind: 'replace' },
): Promise<void> {
  const { type } = ends[step.side];
  const gone = ids[step.side][step.document] ?? '';
  for (const side of ['left', 'right'] as const) if (ends[side].type === type) model.remove(side, gone);
  await world.delete(type, gone);
  ids[step.side][step.document] = await world.create(type, { name: `${step.document}` });
}

async function expectSame(world: World, ends: Ends, ids: Ids, model: ListModel): Promise<void> {
  for (const side of ['left', 'right'] as const) {
    const expected = ids[side].map((id) => [...model.list(side, id)]);
    expect(await listsOf(world, ends[side], ids[side], 'published'), `${side}, published`).to.deep.equal(
      expected,
    );
    expect(await listsOf(world, ends[side], ids[side], 'draft'), `${side}, draft`).to.deep.equal(expected);
  }
}

async function listsOf(
  world: World,
  end: End,
  ids: readonly string[],
  layer: 'draft' | 'published',
): Promise<Json[][]> {
  const filters = {
    kind: 'at',
    key: 'documentId',
    filter: { kind: 'compare', operator: '$in', value: ids },
  } as const;
  const members = populate({ name: end.attribute, fields: ['documentId'] });
  const found = await world.find(end.type, { layer, filters, fields: ['documentId'], populate: members });
  const lists = new Map(found.map((each) => [each['documentId'], targetsIn(each[end.attribute] ?? null)]));
  return ids.map((id) => lists.get(id) ?? []);
}

const targetsIn = (value: Json): Json[] =>
  (value === null ? [] : Array.isArray(value) ? value : [value]).map(
    (each: { documentId: string }) => each.documentId,
  );
