import {
  bulkJobType,
  historyType,
  releaseType,
  viewType,
  webhookType,
} from '../../domain/schema/built-in-uids.js';
import { isPlainObject } from '../../domain/document/plain-object.js';
import type { Json, Uid } from '../../domain/schema/schema.js';
import { matchOfType, type Match } from './match-collections.js';
import type { PlannedChange, UidField, UidForm } from './planned-change.js';
import { fill } from './type-changes.js';

/** What belongs to the documents of a content-type, or was planned for them. Access does not: grants stay. */
const followers: readonly (readonly [type: Uid, field: string, form: UidForm])[] = [
  [historyType, 'type', 'uid'],
  [releaseType, 'actions', 'members'],
  [bulkJobType, 'type', 'uid'],
  [bulkJobType, 'change', 'member'],
  [viewType, 'type', 'uid'],
  [webhookType, 'types', 'uids'],
];

const followersInWords = 'history, releases, bulk jobs, views and webhooks';

/** Plans what follows when the documents of a content-type become those of another uid. */
export function uidChanges(match: Match, matches: readonly Match[]): readonly PlannedChange[] {
  const { wanted, stored, record } = match;
  if (stored === undefined || wanted.origin.kind !== 'type' || record?.origin.kind !== 'type') return [];
  const [former, { uid }] = [record.origin.uid, wanted.origin];
  if (former === uid) return [];
  if (matchOfType(matches, former) !== undefined) {
    const message = `The documents of "${former}" become those of "${uid}". Their ${followersInWords} stay with "${former}", which is still in the schema.`;
    return [{ ...fill(match, message, { kind: 'leaveUid' }), isDoubtful: true }];
  }
  const fields = followers.flatMap(([type, field, form]): UidField[] => {
    const collection = matchOfType(matches, type)?.wanted.name;
    return collection === undefined ? [] : [{ collection, field, form }];
  });
  const message = `The ${followersInWords} of "${former}" become those of "${uid}". Its grants stay, and so does what servers with the former files note from now on.`;
  return [fill(match, message, { kind: 'moveUid', former, uid, fields })];
}

/** Returns the value of a JSON field with the new uid. */
export function withUid(form: Exclude<UidForm, 'uid'>, value: Json, former: Uid, uid: Uid): Json {
  const named = (one: Json): Json => (one === former ? uid : one);
  const member = (one: Json): Json =>
    isPlainObject(one) && one['type'] === former ? { ...one, type: uid } : one;
  const each = (change: (one: Json) => Json): Json => (Array.isArray(value) ? value.map(change) : value);
  switch (form) {
    case 'uids':
      return each(named);
    case 'member':
      return member(value);
    case 'members':
      return each(member);
  }
}
