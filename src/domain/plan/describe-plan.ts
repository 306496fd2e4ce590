import type { Order, Predicate, ReadPlan, Shape } from './read-plan.js';

/**
 * Returns the shape of a plan: names of the schema and operators, never a value. For logs and traces:
 * `api::dish.dish where (name contains and restaurant(rating gte)) sort name asc populate restaurant limit 25 count`.
 */
export function describePlan({ type, context, where, search, order, range, count, shape }: ReadPlan): string {
  const populated = describePopulated(shape);
  return [
    type.uid,
    ...(type.draftAndPublish ? [context.layer] : []),
    ...(where === null ? [] : [`where ${describePredicate(where)}`]),
    ...(search === undefined ? [] : [`search ${search.attributes.map(({ name }) => name).join(', ')}`]),
    `sort ${order.map(describeOrder).join(', ')}`,
    ...(populated === '' ? [] : [`populate ${populated}`]),
    ...(range.offset > 0 ? ['offset'] : []),
    ...(range.limit === null ? [] : [`limit ${range.limit}`]),
    ...(count ? ['count'] : []),
  ].join(' ');
}

/**
 * Returns what finding the versions of a plan depends on, without what is shown of them and without values. Conditions are
 * in alphabetical order, so that their order in the request makes no difference.
 */
export function describeQuestion({ type, context, where, order, count }: ReadPlan): string {
  const sorted = order.filter(({ hops, field }) => hops.length > 0 || field.name !== 'id');
  return [
    ...(type.draftAndPublish ? [context.layer] : []),
    ...(where === null ? [] : [`where ${describePredicate(where, alphabetical)}`]),
    ...(sorted.length === 0 ? [] : [`sort ${sorted.map(describeOrder).join(', ')}`]),
    ...(count ? ['count'] : []),
  ].join(' ');
}

type Arrange = (parts: readonly string[]) => readonly string[];

const asAsked: Arrange = (parts) => parts;
const alphabetical: Arrange = (parts) => [...parts].sort();

function describePredicate(predicate: Predicate, arrange = asAsked): string {
  const not = 'negated' in predicate && predicate.negated ? 'not ' : '';
  switch (predicate.kind) {
    case 'and':
    case 'or':
      return `(${arrange([...new Set(predicate.predicates.map((part) => describePredicate(part, arrange)))]).join(` ${predicate.kind} `)})`;
    case 'compare':
      return `${not}${predicate.field.name} ${predicate.comparison.op}`;
    case 'publication':
      return `${not}has ${predicate.has}`;
    case 'related':
      return `${not}${predicate.relation.name}(${describeInner(predicate.target.where, arrange)})`;
    case 'component':
      return `${not}${predicate.attribute.name}(${describeInner(predicate.where, arrange)})`;
  }
}

const describeInner = (where: Predicate | null, arrange: Arrange): string =>
  where === null ? 'any' : describePredicate(where, arrange);

function describeOrder({ hops, field, direction }: Order): string {
  const names = hops.map((hop) => (hop.kind === 'relation' ? hop.relation.name : hop.attribute.name));
  return `${[...names, field.name].join('.')} ${direction}`;
}

/** `a, b(c)`: relations, components and zones, with what is populated in them. */
function describePopulated({ members }: Shape): string {
  return members
    .filter((member) => member.kind !== 'field')
    .map((member) => {
      const name = 'relation' in member ? member.relation.name : member.attribute.name;
      if (member.kind === 'count') return `${name}.count`;
      const shapes = member.kind === 'zone' ? [...member.shapes.values()] : [member.shape];
      const inner = [...new Set(shapes.map(describePopulated))].filter((text) => text !== '').join(', ');
      return inner === '' ? name : `${name}(${inner})`;
    })
    .join(', ');
}
