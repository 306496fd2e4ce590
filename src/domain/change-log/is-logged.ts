import {
  administratorLinkType,
  administratorSessionType,
  bulkJobType,
  deliveryType,
  historyType,
  sessionType,
} from '../schema/built-in-uids.js';
import type { ContentType, Uid } from '../schema/schema.js';

/**
 * Sessions are created with each sign-in, which has its own entry, and bulk jobs have theirs when they are asked for and when
 * they end. Deliveries and history follow from logged writes.
 */
const unlogged: ReadonlySet<Uid> = new Set([
  sessionType,
  bulkJobType,
  deliveryType,
  historyType,
  administratorSessionType,
  administratorLinkType,
]);

/** Whether writes of a type have entries in the change log and in the audit trail. */
export const isLogged = ({ uid }: Pick<ContentType, 'uid'>): boolean => !unlogged.has(uid);
