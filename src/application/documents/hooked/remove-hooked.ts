import type { Principal } from '../../../domain/permission/permission.js';
import { layersOf, type Removal } from '../../../domain/plan/change.js';
import { ok, type Result } from '../../../domain/result.js';
import { guardsOf } from '../guards.js';
import { applyChange } from '../store-change.js';
import { inUnit, refusedByGuards, type Hooked, type RowStep } from './hooked.js';
import { readRows } from './read-rows.js';
import { beginDelete } from './row-steps.js';

/** Removes the rows of a document with their hooks, in one unit of work: all `before` hooks, the removal, all `after` hooks. */
export const removeHooked = (hooked: Hooked, principal: Principal, change: Removal): Promise<Result<null>> =>
  inUnit(hooked, principal, async () => {
    const { dependencies } = hooked;
    const guards = guardsOf(dependencies, principal, change, null);
    const allowed = await refusedByGuards(hooked, guards);
    if (!allowed.ok) return allowed;
    const { type, documentId } = change;
    const afters: (() => Promise<unknown>)[] = [];
    for (const layer of layersOf(type)) {
      const where = { type, documentIds: [documentId], layer, locale: change.locale ?? '*' };
      const rows = await readRows(dependencies, where);
      if (!rows.ok) return rows;
      for (const row of rows.value) {
        const locale = typeof row['locale'] === 'string' ? row['locale'] : '';
        const step: RowStep = { type, documentId, layer, locale, selection: {} };
        const after = await beginDelete(hooked, step, row);
        if (!after.ok) return after;
        afters.push(after.value);
      }
    }
    const removed = await applyChange(dependencies, principal, change, {
      answer: null,
      guards,
      recorded: change,
    });
    if (!removed.ok) return removed;
    for (const after of afters) await after();
    return ok(null);
  });
