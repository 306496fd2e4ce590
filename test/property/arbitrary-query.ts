import * as fc from 'fast-check';
import type {
  Filter,
  Operator,
  Populate,
  PopulateMember,
  Query,
  ReadLayer,
  Sort,
} from '../../src/domain/query/query.js';
import { operators, publicationFilters } from '../../src/domain/query/query.js';
import { familyOf } from '../../src/domain/document/value.js';
import {
  componentOf,
  contentTypeOf,
  type Attribute,
  type Scalar,
  type Schema,
  type Shaped,
  type Uid,
} from '../../src/domain/schema/schema.js';

/**
 * Makes queries over a schema: with the names of existing attributes, values from `valueOf`, and nesting up to
 * `depth`.
 */
export interface QueryChoices {
  readonly schema: Schema;
  /** The content-types that are queried. */
  readonly types: readonly Uid[];
  /** The locales that are queried. */
  readonly locales: readonly string[];
  readonly depth: number;
  /** The layers that are queried. */
  readonly layers: readonly ReadLayer[];
  valueOf(field: Scalar): fc.Arbitrary<unknown>;
  /** Whether an attribute never occurs in queries. */
  skips(attribute: Attribute): boolean;
  /** Whether all queries are valid: each operator fits its attribute's type, and each sort leads to one value. */
  readonly fitting: boolean;
}

export const arbitraryQuery = (choices: QueryChoices): fc.Arbitrary<Query> =>
  fc.constantFrom(...choices.types).chain((uid) => {
    const type = contentTypeOf(choices.schema, uid);
    return fc.record(
      {
        type: fc.constant(type.uid),
        action: fc.constant('find' as const),
        range: arbitraryRange,
        count: fc.boolean(),
        layer: fc.constantFrom(...choices.layers),
        locale: arbitraryLocale(choices),
        publication: fc.constantFrom(...publicationFilters),
        filters: arbitraryFilter(choices, type, choices.depth),
        sort: fc.array(arbitrarySort(choices, type), { maxLength: 2 }),
        populate: arbitraryPopulate(choices, type, choices.depth),
        fields: arbitraryFields(choices, type),
      },
      { requiredKeys: ['type', 'action', 'range', 'count', 'layer'] },
    );
  });

const arbitraryLocale = ({ locales }: QueryChoices): fc.Arbitrary<string | string[]> =>
  fc.oneof(
    fc.constantFrom(...locales, '*'),
    fc.uniqueArray(fc.constantFrom(...locales), { minLength: 1, maxLength: 2 }),
  );

const arbitraryRange = fc.record({
  offset: fc.nat({ max: 2 }),
  limit: fc.option(fc.nat({ max: 5 }), { freq: 2 }),
});

const attributesOf = (choices: QueryChoices, shaped: Shaped): Attribute[] =>
  [...shaped.attributes.values()].filter((attribute) => !choices.skips(attribute));

const scalarsOf = (choices: QueryChoices, shaped: Shaped): Scalar[] =>
  attributesOf(choices, shaped).filter((attribute) => attribute.kind === 'scalar');

const arbitraryFields = (choices: QueryChoices, shaped: Shaped): fc.Arbitrary<string[]> =>
  fc.uniqueArray(fc.constantFrom(...scalarsOf(choices, shaped).map(({ name }) => name)), {
    minLength: 1,
    maxLength: 6,
  });

function arbitraryFilter(choices: QueryChoices, shaped: Shaped, depth: number): fc.Arbitrary<Filter> {
  const leaf = fc
    .constantFrom(...filterable(choices, shaped))
    .chain((attribute) => atAttribute(choices, attribute, depth));
  if (depth === 0) return leaf;
  const inner = arbitraryFilter(choices, shaped, depth - 1);
  const group = fc.record({
    kind: fc.constantFrom('and' as const, 'or' as const),
    filters: fc.array(inner, { maxLength: 3 }),
  });
  const negation = fc.record({ kind: fc.constant('not' as const), filter: inner });
  return fc.oneof(
    { weight: 4, arbitrary: leaf },
    { weight: 2, arbitrary: group },
    { weight: 1, arbitrary: negation },
  );
}

const filterable = (choices: QueryChoices, shaped: Shaped): Attribute[] =>
  attributesOf(choices, shaped).filter(({ kind }) => !choices.fitting || kind !== 'zone');

function atAttribute(choices: QueryChoices, attribute: Attribute, depth: number): fc.Arbitrary<Filter> {
  const at = (filter: fc.Arbitrary<Filter>): fc.Arbitrary<Filter> =>
    filter.map((inside) => ({ kind: 'at', key: attribute.name, filter: inside }));
  if (attribute.kind === 'scalar') return at(arbitraryComparison(choices, attribute));
  if (attribute.kind === 'zone' || depth === 0) return at(absence);
  return fc.oneof(at(absence), at(arbitraryFilter(choices, insideOf(choices.schema, attribute), depth - 1)));
}

const insideOf = (schema: Schema, attribute: Exclude<Attribute, Scalar | { kind: 'zone' }>): Shaped =>
  attribute.kind === 'relation'
    ? contentTypeOf(schema, attribute.target)
    : componentOf(schema, attribute.component);

const absence: fc.Arbitrary<Filter> = fc.record({
  kind: fc.constant('compare' as const),
  operator: fc.constantFrom('$null' as const, '$notNull' as const),
  value: fc.boolean(),
});

const arbitraryComparison = (choices: QueryChoices, field: Scalar): fc.Arbitrary<Filter> =>
  fc.constantFrom(...operatorsOf(choices, field)).chain((operator) =>
    fc.record({
      kind: fc.constant('compare' as const),
      operator: fc.constant(operator),
      value: operand(operator, choices.valueOf(field)),
    }),
  );

const textOperators = new Set(operators.filter((operator) => /(contains|starts|ends)/i.test(operator)));
const jsonOperators = operators.filter((operator) => /(contains|null)/i.test(operator));

function operatorsOf({ fitting }: QueryChoices, { type }: Scalar): readonly Operator[] {
  const family = familyOf(type);
  if (!fitting || family === 'text') return operators;
  return family === 'json' ? jsonOperators : operators.filter((operator) => !textOperators.has(operator));
}

function operand(operator: Operator, value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  switch (operator) {
    case '$in':
    case '$notIn':
      return fc.array(value, { maxLength: 4 });
    case '$between':
      return fc.tuple(value, value);
    case '$null':
    case '$notNull':
      return fc.boolean();
    default:
      return value;
  }
}

/** A path through relations and components to a scalar. */
function arbitrarySort(choices: QueryChoices, shaped: Shaped, hops = 2): fc.Arbitrary<Sort> {
  const own = fc.record({
    path: fc.constantFrom(...scalarsOf(choices, shaped).filter(sortable(choices))).map(({ name }) => [name]),
    direction: fc.constantFrom('asc' as const, 'desc' as const),
  });
  const inner = attributesOf(choices, shaped)
    .filter((attribute) => attribute.kind === 'relation' || attribute.kind === 'component')
    .filter(sortable(choices));
  if (hops === 0 || inner.length === 0) return own;
  const through = fc.constantFrom(...inner).chain((attribute) =>
    arbitrarySort(choices, insideOf(choices.schema, attribute), hops - 1).map(({ path, direction }) => ({
      path: [attribute.name, ...path],
      direction,
    })),
  );
  return fc.oneof({ weight: 2, arbitrary: own }, { weight: 1, arbitrary: through });
}

const sortable =
  ({ fitting }: QueryChoices) =>
  (attribute: Attribute): boolean => {
    if (!fitting) return true;
    if (attribute.kind === 'scalar') return familyOf(attribute.type) !== 'json';
    return attribute.kind === 'relation'
      ? !attribute.many
      : attribute.kind === 'component' && !attribute.repeatable;
  };

function arbitraryPopulate(choices: QueryChoices, shaped: Shaped, depth: number): fc.Arbitrary<Populate> {
  const inner = attributesOf(choices, shaped).filter(({ kind }) => kind !== 'scalar');
  const members =
    inner.length === 0
      ? fc.constant([])
      : fc.uniqueArray(
          fc.constantFrom(...inner).chain((attribute) => arbitraryMember(choices, attribute, depth)),
          { selector: ({ name }) => name, maxLength: 3 },
        );
  return fc.record({ all: fc.boolean(), members });
}

function arbitraryMember(
  choices: QueryChoices,
  attribute: Attribute,
  depth: number,
): fc.Arbitrary<PopulateMember> {
  const name = fc.constant(attribute.name);
  if (attribute.kind === 'scalar' || attribute.kind === 'zone' || depth === 0) return fc.record({ name });
  const inside = insideOf(choices.schema, attribute);
  const selection = {
    fields: arbitraryFields(choices, inside),
    populate: arbitraryPopulate(choices, inside, depth - 1),
  };
  if (attribute.kind === 'component') return fc.record({ name, ...selection }, { requiredKeys: ['name'] });
  const whole = fc.record(
    {
      name,
      ...selection,
      filters: arbitraryFilter(choices, inside, depth - 1),
      sort: fc.array(arbitrarySort(choices, inside, 1), { maxLength: 2 }),
      range: arbitraryRange,
    },
    { requiredKeys: ['name'] },
  );
  const count = fc.record({
    name,
    count: fc.constant(true),
    filters: arbitraryFilter(choices, inside, depth - 1),
  });
  return fc.oneof({ weight: 4, arbitrary: whole }, { weight: 1, arbitrary: count });
}
