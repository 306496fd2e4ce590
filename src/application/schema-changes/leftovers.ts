import { failure } from '../../domain/failure.js';
import { err, ok, type Result } from '../../domain/result.js';
import type { CountedLeftover, SchemaChange } from '../ports/schema-store.js';
import { indexLabel } from './index-changes.js';
import { namedBy, type Match, type StoredSchema } from './match-collections.js';
import type { StoreTraits } from './store-traits.js';
import type { SchemaRecord } from './wanted-schema.js';

/** A collection, field or index that Quire made and the schema no longer has. */
export interface Leftover extends SchemaChange {
  readonly collection: string;
  readonly field?: string;
  readonly index?: string;
}

export function findLeftovers(
  matches: readonly Match[],
  stored: StoredSchema,
  traits: StoreTraits,
): readonly Leftover[] {
  const used = new Set(matches.flatMap(({ wanted, recordedName }) => [wanted.name, recordedName]));
  const records = [stored.record, ...(stored.formerRecords ?? [])];
  const recorded = new Set(records.flatMap(({ collections }) => Object.keys(collections)));
  const gone = [...recorded].filter((name) => !used.has(name) && stored.collections.has(name));
  return [
    ...gone.map((collection) => {
      const origin = records.map(({ collections }) => collections[collection]?.origin).find(Boolean);
      const what = `${traits.collection} "${collection}"`;
      return leftover({ collection }, collection, what, 'its data is kept', namedBy(origin));
    }),
    ...matches.flatMap((match) => [...leftoverFields(match, traits), ...leftoverIndexes(match, traits)]),
  ];
}

function leftoverFields({ wanted, stored, record, fields }: Match, traits: StoreTraits): readonly Leftover[] {
  if (stored === undefined) return [];
  const used = new Set(fields.values());
  return Object.entries(record?.fields ?? {})
    .filter(([field]) => !used.has(field) && stored.fields?.has(field) !== false)
    .map(([field, { attribute }]) => {
      const about = namedBy(wanted.origin).map(({ type }) => ({ type, attribute }));
      const what = `${traits.field} "${field}" of "${wanted.name}"`;
      const target = { collection: wanted.name, field };
      return leftover(target, `${wanted.name}.${field}`, what, 'its data is kept', about);
    });
}

function leftoverIndexes({ wanted, stored, record }: Match, traits: StoreTraits): readonly Leftover[] {
  const known = new Set([...wanted.indexes.map(({ name }) => name), ...(record?.indexes ?? [])]);
  return (stored?.indexes ?? [])
    .filter(({ name }) => traits.isOwnIndex?.(name) === true && !known.has(name))
    .map(({ name: index }) => {
      const name = indexLabel(wanted.name, index, traits);
      return leftover(
        { collection: wanted.name, index },
        name,
        `Index "${index}" of "${wanted.name}"`,
        'it is kept',
      );
    });
}

const leftover = (
  target: Pick<Leftover, 'collection' | 'field' | 'index'>,
  name: string,
  what: string,
  kept: string,
  about: ReturnType<typeof namedBy> = [],
): Leftover => ({
  ...target,
  kind: 'leftover',
  name,
  about,
  message: `${what} is no longer in the schema; ${kept} until \`quire schema drop ${name}\`.`,
});

/** Returns the leftovers with how much is in each. `count` counts rows, or where there is a field, its values. */
export async function countLeftovers(
  leftovers: readonly Leftover[],
  count: (collection: string, field: string | undefined) => Promise<number>,
): Promise<readonly CountedLeftover[]> {
  const counted: CountedLeftover[] = [];
  for (const { collection, field, index, ...change } of leftovers)
    counted.push({ ...change, values: index === undefined ? await count(collection, field) : 0 });
  return counted;
}

/** Returns the leftovers to drop. Fails with `INPUT.MISMATCH` for a name that is not a leftover. */
export function chooseLeftovers<Listed extends SchemaChange>(
  leftovers: readonly Listed[],
  names: readonly string[] | 'all',
): Result<readonly Listed[]> {
  if (names === 'all') return ok(leftovers);
  const unknown = names.find((name) => !leftovers.some((each) => each.name === name));
  if (unknown !== undefined) return err(notLeftover(unknown, leftovers));
  return ok(leftovers.filter(({ name }) => names.includes(name)));
}

const notLeftover = (name: string, leftovers: readonly SchemaChange[]) =>
  failure(
    'INPUT.MISMATCH',
    leftovers.length === 0
      ? `"${name}" is not a leftover; there are none.`
      : `"${name}" is not a leftover; these are: ${leftovers.map((each) => each.name).join(', ')}.`,
  );

/** Describes the removed leftovers. */
export const dropped = (leftovers: readonly SchemaChange[]): readonly SchemaChange[] =>
  leftovers.map(({ name }) => ({ kind: 'safe', name, message: `"${name}" and its data are removed.` }));

/** Returns the record without a dropped leftover. */
export function withoutLeftover(record: SchemaRecord, { collection, field, index }: Leftover): SchemaRecord {
  const { [collection]: changed, ...others } = record.collections;
  if (index !== undefined || changed === undefined) return record;
  if (field === undefined) return { ...record, collections: others };
  const { [field]: _gone, ...fields } = changed.fields;
  return { ...record, collections: { ...others, [collection]: { ...changed, fields } } };
}
