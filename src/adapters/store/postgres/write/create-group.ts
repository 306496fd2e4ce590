import type { WriteWork } from '../../../../application/ports/document-store.js';
import {
  decideAtOnce,
  isDecidedAtOnce,
  makesDocument,
} from '../../../../application/stores/write-protocol.js';
import type { ListChange, VersionChange, WritePlan } from '../../../../domain/plan/write-plan.js';
import { groupsOf } from './lower-list.js';

/** A write that makes one document, adds links to the ends of lists, and depends on nothing that is stored. */
export interface PlainCreate {
  readonly work: WriteWork;
  readonly plan: WritePlan;
  readonly insert: VersionChange & { readonly op: 'insert' };
}

/** Returns null for other writes. */
export function plainCreate(work: WriteWork): PlainCreate | null {
  const { answer, guards = [], requirements, capture } = work;
  if (capture?.plan === null || answer !== null || guards.length > 0 || !isDecidedAtOnce(work)) return null;
  const plan = decideAtOnce(work);
  const [insert, ...more] = plan.versions;
  if (insert?.op !== 'insert' || more.length > 0 || insert.shared !== null) return null;
  if (!makesDocument(plan, requirements) || plan.applyPending.length + plan.unlink.length > 0) return null;
  return plan.lists.every(isAppended) ? { work, plan, insert } : null;
}

/** Links whose layers the request names are drawn their keys across the layers. */
const isAppended = (change: ListChange): boolean =>
  change.remove.length === 0 && !change.exclusive && groupsOf(change).length <= 1;

/** Whether one statement can write both: same type, layers and locale, and the same is recorded of them. */
export const areAlike = (one: PlainCreate, other: PlainCreate): boolean =>
  one.plan.type === other.plan.type &&
  one.plan.documentId !== other.plan.documentId &&
  one.insert.locale === other.insert.locale &&
  one.insert.layers.join() === other.insert.layers.join() &&
  (one.work.entry === undefined) === (other.work.entry === undefined) &&
  (one.work.change === undefined) === (other.work.change === undefined) &&
  capturedMembers(one) === capturedMembers(other);

/** Captures of versions without links leave the relations out. */
const capturedMembers = ({ work }: PlainCreate): number | undefined =>
  work.capture?.plan?.shape.members.length;
