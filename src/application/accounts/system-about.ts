import { systemPrincipal, type Principal } from '../../domain/permission/permission.js';
import type { Filter } from '../../domain/query/query.js';
import type { Uid } from '../../domain/schema/schema.js';

/**
 * Returns the server's own principal, limited to documents that match `filter` before and after the update. This makes
 * the update a compare-and-swap in the store's transaction. It fails with `DOCUMENT.NOT_FOUND` if the document does not
 * match.
 */
export const systemAbout = (type: Uid, filter: Filter): Principal => ({
  ...systemPrincipal,
  grants: {
    kind: 'listed',
    listed: new Map([[type, new Map([['update' as const, { fields: null, filter }]])]]),
  },
});
