import type { Store } from '../../../src/application/ports/store.js';
import type { VerifiedTotals } from '../../../src/application/ports/totals-store.js';
import { systemPrincipal } from '../../../src/domain/permission/permission.js';
import type { TypeName } from '../../contract/schema-files.js';
import { queryOf, valueOf, type Asked, type World } from '../../contract/world.js';

/** The total of a list whose page is full, so that the database has to say it. */
export async function totalOf(world: World, type: TypeName, asked: Asked = {}): Promise<number | null> {
  const query = queryOf(type, { range: { offset: 0, limit: 0 }, count: true, ...asked });
  return valueOf(await world.documents.find(systemPrincipal, query)).answer.total;
}

export const verifyTotals = async (store: Store, repair = false): Promise<VerifiedTotals> =>
  valueOf(await store.totals.verify(repair));
