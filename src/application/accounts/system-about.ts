import { systemPrincipal, type Principal } from '../../domain/permission/permission.js';
import type { Filter } from '../../domain/query/query.js';
import type { Uid } from '../../domain/schema/schema.js';

/**
 * The server's own principal, limited to documents that match `filter` before and after the update: a compare-and-swap,
 * as the store compares in the unit of work that writes. A document that does not match is `DOCUMENT.NOT_FOUND`.
 */
export const systemAbout = (type: Uid, filter: Filter): Principal => ({
  ...systemPrincipal,
  grants: {
    kind: 'listed',
    listed: new Map([[type, new Map([['update' as const, { fields: null, filter }]])]]),
  },
});
