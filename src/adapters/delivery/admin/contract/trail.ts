import { accessActions } from '../../../../application/ports/audit-log.js';

/** Actions on documents that have entries in the audit trail. */
export const writeActions = ['create', 'update', 'delete', 'publish', 'unpublish', 'discardDraft'] as const;

/** The actions that the audit trail has entries of. Refused ones can also be those of controllers. */
export const trailActions = [...writeActions, ...accessActions] as const;
