import type { Member, Order, Predicate, ReadPlan, Shape, Target } from '../../domain/plan/read-plan.js';

/** What decides on how long a read takes: types, attributes and nesting, without the values. The same for reads alike. */
export const shapeKeyOf = ({ type, where, order, range, count, shape }: ReadPlan): string =>
  [
    type.uid,
    count ? 'n' : '',
    String(range.limit ?? ''),
    // Pages far from the first cost more.
    String(Math.ceil(Math.log2(range.offset + 1))),
    orderKey(order),
    predicateKey(where),
    membersKey(shape),
  ].join('|');

const orderKey = (order: readonly Order[]): string =>
  order.map(({ hops, field }) => `${hops.length}${field.name}`).join();

function predicateKey(where: Predicate | null): string {
  if (where === null) return '';
  switch (where.kind) {
    case 'and':
    case 'or':
      return `${where.kind}(${where.predicates.map(predicateKey).join()})`;
    case 'compare':
      return where.field.name + where.comparison.op;
    case 'related':
      return `${where.relation.name}(${targetKey(where.target)})`;
    case 'component':
      return `${where.attribute.name}(${predicateKey(where.where)})`;
    case 'publication':
      return where.has;
  }
}

const targetKey = ({ where }: Target): string => predicateKey(where);

/** Scalars cost little beside what relations lead to. */
const membersKey = ({ members }: Shape): string =>
  members
    .filter(({ kind }) => kind !== 'field')
    .map(memberKey)
    .join();

function memberKey(member: Member): string {
  switch (member.kind) {
    case 'relation':
      return `${member.relation.name}:${member.range.limit ?? ''}(${targetKey(member.target)}${membersKey(member.shape)})`;
    case 'count':
      return `${member.relation.name}#`;
    case 'component':
      return `${member.attribute.name}(${membersKey(member.shape)})`;
    case 'zone':
      return `${member.attribute.name}(${[...member.shapes.values()].map(membersKey).join(';')})`;
    case 'field':
      return '';
  }
}
