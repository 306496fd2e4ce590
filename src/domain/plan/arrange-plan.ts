import type { Layout } from '../query/query.js';
import type { Member, ReadPlan, Shape } from './read-plan.js';

/** Returns what a layout changes in a plan; null if a member of the layout is withheld from the principal. */
export function arrangePlan(
  { shape, range }: Pick<ReadPlan, 'shape' | 'range'>,
  layout: Layout,
): Pick<ReadPlan, 'shape' | 'range' | 'isArranged'> | null {
  const arranged = arrangeShape(shape, layout);
  if (arranged === null) return null;
  const isRead = arranged.members.length > 0;
  return {
    shape: isRead ? arranged : shape,
    range: isRead ? range : { offset: range.offset, limit: 0 },
    isArranged: true,
  };
}

function arrangeShape(shape: Shape, { members }: Layout): Shape | null {
  const planned = new Map<string, Member>();
  for (const member of shape.members) planned.set(member.as, member);
  const arranged: Member[] = [];
  for (const { of, as, below } of members) {
    const member = planned.get(of);
    const inner = member === undefined || below === undefined ? member : arrangeBelow(member, below);
    if (inner === undefined || inner === null) return null;
    if (as !== null) arranged.push(inner.as === as ? inner : { ...inner, as });
  }
  return { members: arranged };
}

function arrangeBelow(member: Member, below: Layout): Member | null {
  if (member.kind !== 'relation' && member.kind !== 'component') return null;
  const shape = arrangeShape(member.shape, below);
  return shape && { ...member, shape };
}
