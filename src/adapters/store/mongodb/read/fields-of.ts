import type { Order, Shape } from '../../../../domain/plan/read-plan.js';
import { fieldOf } from '../layout.js';

/** What a version must be asked for so that it can be shaped, sorted and followed. */
export function fieldsOf(shape: Shape, order: readonly Order[]): readonly string[] {
  const fields = new Set(['documentId', 'locale']);
  for (const member of shape.members) {
    if (member.kind === 'field') fields.add(fieldOf(member.field));
    if (member.kind === 'component' || member.kind === 'zone') fields.add(member.attribute.name);
  }
  for (const { hops, field } of order) {
    const [first] = hops;
    if (first === undefined) fields.add(fieldOf(field));
    else if (first.kind === 'component') fields.add(first.attribute.name);
  }
  return [...fields];
}
