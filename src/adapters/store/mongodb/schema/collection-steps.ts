import { ownCollections } from '../layout.js';
import type { Match } from './match-collections.js';
import { counted, type Check, type Step, type Work } from './step.js';

/** Makes or renames the collection of one match, and sees whose it is. */
export function collectionSteps(match: Match, matches: readonly Match[]): readonly Step[] {
  const { name, wanted, stored, record } = match;
  if (stored === undefined) return [makeCollection(match)];
  if (record === undefined) return [makeCollection(match, isEmptyCheck(name))];
  if (record.origin.kind !== wanted.origin.kind) return [makeCollection(match, async () => foreign(name))];
  return [...(match.recorded === name ? [] : [renameCollection(match)]), ...targetStep(match, matches)];
}

/** One that is empty may have been made by a start that was cut off. */
const isEmptyCheck =
  (name: string): Check =>
  async (db) =>
    (await db.collection(name).findOne({}, { projection: { _id: 1 } })) === null ? null : foreign(name);

const foreign = (name: string): string =>
  `Collection "${name}" is in this database already, and not for this. Give the content-type another collectionName, or move that collection away.`;

const makeCollection = ({ name }: Match, check?: Check): Step => ({
  phase: 'create',
  name,
  message: `Collection "${name}" is made.`,
  checks: check === undefined ? [] : [check],
  run: async ({ db }) => {
    await db.createCollection(name).catch(ignoreExisting);
  },
});

function ignoreExisting(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 48)) throw error;
}

const renameCollection = ({ name, recorded }: Match): Step => ({
  phase: 'rename',
  name,
  message: `Collection "${recorded}" is renamed to "${name}".`,
  checks: [],
  run: async (work) => {
    const there = new Set(
      (await work.db.listCollections({}, { nameOnly: true }).toArray()).map((collection) => collection.name),
    );
    if (there.has(recorded) && !there.has(name)) await work.db.renameCollection(recorded, name);
    await moveCounter(work, recorded, name);
  },
  touchesRows: true,
});

/** Numeric ids go on where they were. */
async function moveCounter({ db }: Work, from: string, to: string): Promise<void> {
  const counters = db.collection<{ readonly _id: string; readonly value: number }>(ownCollections.counters);
  const counter = await counters.findOne({ _id: from });
  if (counter === null) return;
  await counters.updateOne({ _id: to }, { $max: { value: counter.value } }, { upsert: true });
}

/** Links into one content-type cannot become links into another. */
function targetStep({ name, wanted, stored, record }: Match, matches: readonly Match[]): readonly Step[] {
  if (stored === undefined || wanted.origin.kind !== 'link' || record?.origin.kind !== 'link') return [];
  const { source, target } = wanted.origin;
  const type = matches.find(
    (match) => match.wanted.origin.kind === 'type' && match.wanted.origin.uid === target.type,
  );
  const former = record.origin.target.type;
  if (former === target.type || (type?.record?.origin.kind === 'type' && type.record.origin.uid === former))
    return [];
  const check: Check = async (db) => {
    const links = db.collection<{ source: string }>(stored.name);
    const count = await links.countDocuments();
    if (count === 0) return null;
    const example = await links.findOne({}, { sort: { source: 1 } });
    return (
      `"${source.attribute}" now points at ${target.type}, but ${counted(count, 'link points', 'links point')} at ${former}, for example from document "${example?.source}". ` +
      'Disconnect them first with the former schema, or give the attribute a new name.'
    );
  };
  const message = `Links of "${name}" point at ${target.type}.`;
  return [{ phase: 'rename', name, message, checks: [check], run: async () => {} }];
}
