import type { Work as PlannedWork } from '../../../../application/schema-changes/planned-change.js';
import { withUid } from '../../../../application/schema-changes/uid-changes.js';
import type { Json } from '../../../../domain/schema/schema.js';
import { ownCollections } from '../layout.js';
import { rewriteField, type Work } from './rewrite-rows.js';

/** The inboxes first, as `moveUid` asks. */
const inTurn = [ownCollections.captured, ownCollections.changeInbox, ownCollections.changes];

/** Gives a content-type's uid in the server's own collections another value. It can be repeated. */
export async function moveUid(
  work: Work,
  { former, uid, fields }: Extract<PlannedWork, { kind: 'moveUid' }>,
): Promise<void> {
  const inField = async (collection: string, field: string): Promise<void> => {
    await work.db.collection(collection).updateMany({ [field]: former }, { $set: { [field]: uid } });
  };
  for (const collection of inTurn) await inField(collection, 'type');
  for (const { collection, field, form } of fields) {
    if (form === 'uid') await inField(collection, field);
    else
      await rewriteField(work, collection, field, [], (row) => {
        const stored = row[field];
        if (typeof stored !== 'string' || !stored.includes(former)) return null;
        const moved = JSON.stringify(withUid(form, JSON.parse(stored) as Json, former, uid));
        return moved === stored ? null : { $set: { [field]: moved } };
      });
  }
}
