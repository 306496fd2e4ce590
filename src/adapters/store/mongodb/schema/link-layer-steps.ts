import { endFields, pendingField } from '../layout.js';
import type { Match } from './match-collections.js';
import { countRows, counted, fill, type Check, type Step } from './step.js';

/** What draft & publish, switched on or off for the type of an end, means for links: their places in each layer. */
export function linkLayerSteps({ name, wanted, stored, record }: Match): readonly Step[] {
  if (stored === undefined || wanted.origin.kind !== 'link' || record?.origin.kind !== 'link') return [];
  const [before, after] = [record.origin, wanted.origin];
  if (!before.layered) return after.layered ? [addDraftKeys(name)] : [];
  if (!after.layered) return [removeDraftKeys(name, stored.name)];
  return (['source', 'target'] as const)
    .filter((side) => before[side].drafts && !after[side].drafts)
    .map((side) => settleEnd(name, stored.name, side));
}

const addDraftKeys = (name: string): Step =>
  fill(name, `Links of "${name}" are in the drafts too.`, async ({ db }) => {
    const isSettled = { sourcePending: { $ne: true }, targetPending: { $ne: true } };
    await db
      .collection(name)
      .updateMany({ publishedKey: { $exists: true }, draftKey: { $exists: false }, ...isSettled }, [
        { $set: { draftKey: '$publishedKey', draftInverseKey: '$publishedInverseKey' } },
      ]);
  });

const waiting = 'Publish or discard them first.';

function removeDraftKeys(name: string, stored: string): Step {
  const isDraftOnly = {
    $or: [
      { sourcePending: true },
      { targetPending: true },
      { draftKey: { $exists: true }, publishedKey: { $exists: false } },
    ],
  };
  const check: Check = async (db) => {
    const found = await countRows(db, stored, isDraftOnly, 'source');
    return found === null
      ? null
      : `Draft & publish cannot be turned off for both ends of "${name}": ${counted(found.count, 'link is', 'links are')} changed in drafts only, for example of document "${found.example}". ${waiting}`;
  };
  const run: Step['run'] = async ({ db }) => {
    await db
      .collection(name)
      .updateMany(
        { draftKey: { $exists: true }, publishedKey: { $exists: true } },
        { $unset: { draftKey: '', draftInverseKey: '', sourcePending: '', targetPending: '' } },
      );
  };
  return fill(name, `Links of "${name}" are published only.`, run, [check]);
}

/** One end has no drafts any more, the other one has: a link in a draft of the other end stays there. */
function settleEnd(name: string, stored: string, side: 'source' | 'target'): Step {
  const check: Check = async (db) => {
    const found = await countRows(db, stored, { [pendingField(side)]: true }, endFields[side].document);
    return found === null
      ? null
      : `Draft & publish cannot be turned off for the ${side} of "${name}": ${counted(found.count, 'link waits', 'links wait')} for its publishing, for example of document "${found.example}". ${waiting}`;
  };
  const other = side === 'source' ? 'target' : 'source';
  return fill(name, `Links of "${name}" wait for their ${other} only.`, async () => {}, [check]);
}
