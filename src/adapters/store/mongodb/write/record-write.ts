import type { WriteWork } from '../../../../application/ports/document-store.js';
import { isLogged } from '../../../../domain/change-log/is-logged.js';
import type { WritePlan } from '../../../../domain/plan/write-plan.js';
import { recordEntries } from '../audit-log.js';
import { insertChange, insertChangeAlone } from '../change-log/change-log.js';
import { insertCapture } from '../history/captured-versions.js';
import { collectionOf } from '../layout.js';
import { readByLevel } from '../read/read-documents.js';
import { contextOf, type Unit } from './unit.js';

/** The place of a logged write among those of its document; null if it has changed no version. */
export type Sequence = { readonly number: Promise<number> } | null;

/** Stores, in the transaction of a write, its entries in the audit trail and the change log, and how it changes totals. */
export async function record(
  { db, session, counters, counts }: Unit,
  { type }: WritePlan,
  { entry, change }: WriteWork,
  sequence: Sequence,
): Promise<void> {
  if (entry !== undefined) await recordEntries(db, session, [entry]);
  if (sequence === null) return;
  if (session === undefined)
    return change === undefined ? undefined : insertChangeAlone(db, change, counters);
  const changed = isLogged(type) ? counts.all() : [];
  const appended = changed.length === 0 ? undefined : { collection: collectionOf(type), counts: changed };
  if (change === undefined && appended === undefined) return;
  const number = change === undefined ? counters.sequence(1) : sequence.number;
  await insertChange(db, session, { change, appended }, await number);
}

/** Captures the version as the write has left it. */
export async function capture(
  unit: Unit,
  { change, capture: asked }: WriteWork,
  sequence: Sequence,
): Promise<void> {
  if (change === undefined || asked === undefined || sequence === null) return;
  const { db, session, schema, counters } = unit;
  const read = asked.plan && (await readByLevel(db, schema, asked.plan, contextOf(unit)));
  const number = session === undefined ? await counters.sequence(1) : await sequence.number;
  await insertCapture(db, session, change, read && read.text(), number);
}
