import type { ListChange, PendingList, WritePlan } from '../../../../domain/plan/write-plan.js';
import { linkSideOf, type LinkSide } from '../../../../domain/relation/link-list.js';

/**
 * Whether the links that a change places in drafts can be written to both layers at once, because the plan also publishes
 * them: to-many lists whose targets are not taken from other documents, so that no link has to make room.
 */
export function arePublishedAtOnce({ applyPending }: WritePlan, change: ListChange): boolean {
  const { link, side } = linkSideOf(change.relation);
  if (!change.pending || change.exclusive || !link[side].many) return false;
  const isDrafted = change.place.every(
    ({ layers, leaves }) => layers.join() === 'draft' && leaves.length === 0,
  );
  return isDrafted && applyPending.some((list) => isEnd(list, { link, side }) && list.to === 'published');
}

const isEnd = (list: LinkSide, { link, side }: LinkSide): boolean => list.link === link && list.side === side;

/** The lists with pending links that the changes of the plan's lists leave. */
export function leftPending(plan: WritePlan): readonly PendingList[] {
  const done = plan.lists.filter((change) => arePublishedAtOnce(plan, change));
  return plan.applyPending.filter(
    (list) => !(list.isPlaced && done.some(({ relation }) => isEnd(list, linkSideOf(relation)))),
  );
}
