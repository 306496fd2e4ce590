import * as fc from 'fast-check';
import type { Layer } from '../../src/domain/query/query.js';
import {
  componentOf,
  contentTypeOf,
  type LinkEnd,
  type Relation,
  type Shaped,
} from '../../src/domain/schema/schema.js';
import {
  lifecycleName,
  lifecycleSchema,
  lifecycleTypes,
  lifecycleUid,
  type LifecycleType,
} from './lifecycle-schema.js';

const schema = lifecycleSchema();

const hasDrafts = ({ type }: LinkEnd): boolean => contentTypeOf(schema, type).draftAndPublish;
const links = schema.links.filter(({ source }) => lifecycleTypes.map(lifecycleUid).includes(source.type));
const draftedLinks = links.filter(({ source, target }) => hasDrafts(source) && hasDrafts(target));

/**
 * One write. Documents are numbered by type in the order in which they are made. A number that is too large wraps
 * around.
 */
export type Step =
  | {
      readonly kind: 'create' | 'update';
      readonly type: LifecycleType;
      /** The number of the document to update. */
      readonly document: number;
      readonly layer: Layer;
      readonly locale: string;
      readonly data: Readonly<Record<string, Asked>>;
    }
  | {
      readonly kind: 'publish' | 'unpublish' | 'discardDraft' | 'delete';
      readonly type: LifecycleType;
      readonly document: number;
      readonly locale: string;
    };

/** The value of an attribute, with numbers in place of documents. */
export type Asked =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'parts'; readonly many: boolean; readonly items: readonly PartAsked[] }
  | { readonly kind: 'set'; readonly many: boolean; readonly items: readonly ItemAsked[] }
  | {
      readonly kind: 'change';
      readonly connect: readonly ConnectAsked[];
      readonly disconnect: readonly ItemAsked[];
    };

export interface PartAsked {
  readonly label: string;
  readonly links: Readonly<Record<string, Asked>>;
}

export interface ItemAsked {
  readonly type: LifecycleType;
  readonly document: number;
  readonly locale?: string;
  readonly status?: Layer;
}

export interface ConnectAsked extends ItemAsked {
  readonly at: 'start' | 'end' | 'before' | 'after';
  readonly anchor: ItemAsked;
}

/** The subject of one run: few relations, so that writes to them often meet. */
export interface Focus {
  readonly links: readonly string[];
}

export const locales = ['en', 'fr'] as const;

export const typesIn = ({ links }: Focus): readonly LifecycleType[] => {
  const chosen = schema.links.filter(({ name }) => links.includes(name));
  const named = new Set(chosen.flatMap(({ source, target }) => [source.type, target.type]));
  return lifecycleTypes.filter((name) => named.has(lifecycleUid(name)));
};

/** Whether a relation belongs to the focus: by its link, or as a component's relation to one of its types. */
export const isInFocus = (focus: Focus, { place, target }: Relation): boolean =>
  place.kind === 'link'
    ? focus.links.includes(place.link.name)
    : typesIn(focus).includes(lifecycleName(target));

/** Relations with drafts at both ends have the most states. */
export const arbitraryFocus: fc.Arbitrary<Focus> = fc.record({
  links: fc.uniqueArray(
    fc.oneof(fc.constantFrom(...links), fc.constantFrom(...draftedLinks)).map(({ name }) => name),
    { minLength: 1, maxLength: 2 },
  ),
});

const number = fc.nat({ max: 2 });
const layer = fc.constantFrom<Layer>('published', 'draft');
const locale = fc.constantFrom('en', 'en', 'en', 'fr');

/** A few documents of each type, followed by writes to them. */
export const arbitrarySteps = (focus: Focus): fc.Arbitrary<readonly Step[]> => {
  const types = typesIn(focus);
  const births = fc.tuple(...types.flatMap((type) => [arbitraryBirth(type), arbitraryBirth(type)]));
  const life = fc.array(fc.oneof(...types.map((type) => arbitraryStep(focus, type))), {
    minLength: 1,
    maxLength: 40,
    size: 'max',
  });
  return fc.tuple(births, life).map(([first, then]) => [...first, ...then]);
};

const arbitraryBirth = (type: LifecycleType): fc.Arbitrary<Step> =>
  fc.record({
    kind: fc.constant('create' as const),
    type: fc.constant(type),
    document: fc.constant(0),
    layer,
    locale: fc.constant('en'),
    data: fc.constant({}),
  });

function arbitraryStep(focus: Focus, type: LifecycleType): fc.Arbitrary<Step> {
  const data = arbitraryData(focus, type);
  const move = fc.record({
    kind: fc.constantFrom('publish' as const, 'unpublish' as const, 'discardDraft' as const),
    type: fc.constant(type),
    document: number,
    locale,
  });
  const remove = fc.record({
    kind: fc.constant('delete' as const),
    type: fc.constant(type),
    document: number,
    locale: fc.constantFrom(...locales, '*'),
  });
  const isDrafted = contentTypeOf(schema, lifecycleUid(type)).draftAndPublish;
  return fc.oneof(
    { weight: 1, arbitrary: arbitraryWrite('create', type, data) },
    { weight: 12, arbitrary: arbitraryWrite('update', type, data) },
    { weight: isDrafted ? 8 : 0, arbitrary: move },
    { weight: 1, arbitrary: remove },
  );
}

const arbitraryWrite = (
  kind: 'create' | 'update',
  type: LifecycleType,
  data: fc.Arbitrary<Readonly<Record<string, Asked>>>,
): fc.Arbitrary<Step> =>
  fc.record({ kind: fc.constant(kind), type: fc.constant(type), document: number, layer, locale, data });

const value = (values: fc.Arbitrary<unknown>): fc.Arbitrary<Asked> =>
  values.map((each) => ({ kind: 'value', value: each }));

function arbitraryData(focus: Focus, type: LifecycleType): fc.Arbitrary<Readonly<Record<string, Asked>>> {
  const contentType = contentTypeOf(schema, lifecycleUid(type));
  const parts = fc.array(arbitraryPart(focus), { maxLength: 2 });
  const record = {
    name: value(fc.option(fc.constantFrom('a', 'b', 'c'))),
    code: value(fc.option(fc.constantFrom(1, 2))),
    mark: value(fc.option(fc.constantFrom('x', 'y', 'z'), { freq: 2 })),
    part: parts.map((items): Asked => ({ kind: 'parts', many: false, items })),
    parts: parts.map((items): Asked => ({ kind: 'parts', many: true, items })),
  };
  // Most writes concern relations.
  const values = someOf(record).filter((data) => Object.keys(data).length < 4);
  const edits = someOf(arbitraryEdits(focus, contentType));
  return fc.tuple(fc.option(values), edits).map(([some, links]) => ({ ...some, ...links }));
}

/** Leaves out keys whose value is undefined. */
const someOf = (record: Record<string, fc.Arbitrary<Asked>>) =>
  fc.record(record, { requiredKeys: [] }) as fc.Arbitrary<Readonly<Record<string, Asked>>>;

function arbitraryEdits(focus: Focus, shaped: Shaped): Record<string, fc.Arbitrary<Asked>> {
  const relations = [...shaped.attributes.values()].filter((attribute) => attribute.kind === 'relation');
  return Object.fromEntries(
    relations
      .filter((relation) => relation.place.kind !== 'translations' && isInFocus(focus, relation))
      .map((relation) => [relation.name, arbitraryEdit(relation)]),
  );
}

const arbitraryPart = (focus: Focus): fc.Arbitrary<PartAsked> =>
  fc.record({
    label: fc.constantFrom('p', 'q'),
    links: someOf(arbitraryEdits(focus, componentOf(schema, 'parts.part'))),
  });

function arbitraryEdit({ target, many, place }: Relation): fc.Arbitrary<Asked> {
  const items = fc.array(arbitraryItem(lifecycleName(target)), { maxLength: many ? 3 : 1 });
  const set = items.map((each): Asked => ({ kind: 'set', many, items: each }));
  if (!many || place.kind === 'embedded') return set;
  const item = arbitraryItem(lifecycleName(target));
  const connect = fc
    .record({
      item,
      at: fc.constantFrom<ConnectAsked['at'][]>('end', 'end', 'start', 'start', 'before', 'after'),
      anchor: item,
    })
    .map((each): ConnectAsked => ({ ...each.item, at: each.at, anchor: each.anchor }));
  const change = fc.record({
    kind: fc.constant('change' as const),
    connect: fc.array(connect, { maxLength: 2 }),
    disconnect: fc.array(item, { maxLength: 1 }),
  });
  return fc.oneof(set, change);
}

const arbitraryItem = (type: LifecycleType): fc.Arbitrary<ItemAsked> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ type: fc.constant(type), document: number }) },
    {
      weight: 1,
      arbitrary: fc.record(
        { type: fc.constant(type), document: number, locale, status: layer },
        { requiredKeys: ['type', 'document'] },
      ),
    },
  );
