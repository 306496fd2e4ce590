import type {
  Hop,
  Order,
  Predicate,
  ReadPlan,
  Shape,
  Target,
} from '../../../../src/domain/plan/read-plan.js';

/** Prints a read plan in short form. */
export function printPlan(plan: ReadPlan): string {
  const { offset, limit } = plan.range;
  return [
    `${plan.type.singularName} ${plan.context.layer}${plan.type.localized ? ` ${String(plan.context.locale)}` : ''}`,
    ...(plan.where === null ? [] : [`where ${printPredicate(plan.where)}`]),
    `order ${plan.order.map(printOrder).join(', ')}`,
    `range ${offset}+${limit}${plan.count ? ' counted' : ''}`,
    printShape(plan.shape),
  ].join('\n');
}

export function printPredicate(predicate: Predicate): string {
  switch (predicate.kind) {
    case 'and':
    case 'or':
      return `(${predicate.predicates.map(printPredicate).join(` ${predicate.kind} `)})`;
    case 'compare': {
      const { op, ...operands } = predicate.comparison;
      const shown = Object.entries(operands).map(([name, value]) =>
        name === 'fold' ? (value ? 'i' : '') : JSON.stringify(value),
      );
      return [predicate.field.name, predicate.negated ? 'not' : '', op, ...shown]
        .filter((word) => word !== '')
        .join(' ');
    }
    case 'related':
      return `${predicate.negated ? 'no' : 'some'} ${predicate.relation.name}${printTarget(predicate.target)}`;
    case 'publication':
      return `${predicate.negated ? 'lacks' : 'has'} ${predicate.has}`;
    case 'component':
      return `${predicate.negated ? 'no' : 'some'} ${predicate.attribute.name}${predicate.where === null ? '' : `[${printPredicate(predicate.where)}]`}`;
  }
}

function printTarget({ layer, linked, locale, where }: Target): string {
  const context = [...(layer === 'draft' ? [layer] : []), ...(linked === 'draft' ? ['linked'] : [])];
  const words = [...context, ...(locale === 'none' ? [] : [locale])].map((word) => ` ${word}`).join('');
  return `${words}${where === null ? '' : `[${printPredicate(where)}]`}`;
}

const printOrder = ({ hops, field, direction, extreme }: Order): string =>
  (extreme === undefined ? '' : `${extreme} `) +
  [...hops.map(printHop), field.name].join('.') +
  ` ${direction}`;

const printHop = (hop: Hop): string => (hop.kind === 'relation' ? hop.relation.name : hop.attribute.name);

export function printShape({ members }: Shape): string {
  const parts = members.map((member) => {
    switch (member.kind) {
      case 'field':
        return member.as;
      case 'relation': {
        const order = member.order.length === 0 ? '' : ` by ${member.order.map(printOrder).join(', ')}`;
        return `${member.as}→${printTarget(member.target)}${order} ${printShape(member.shape)}`;
      }
      case 'count':
        return `count ${member.as}${printTarget(member.target)}`;
      case 'component':
        return `${member.as} ${printShape(member.shape)}`;
      case 'zone':
        return `${member.as} {${[...member.shapes].map(([uid, shape]) => `${uid} ${printShape(shape)}`).join(' ')}}`;
    }
  });
  return `{${parts.join(' ')}}`;
}
