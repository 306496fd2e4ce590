import { isPlainObject } from '../../domain/document/plain-object.js';
import { maxIndexBytes } from '../../domain/plan/suggest-indexes.js';
import type { Match, StoredIndex } from './match-collections.js';
import { counted, type Check, type PlannedChange, type Refusing } from './planned-change.js';
import type { ChangedComponents } from './shapes.js';
import type { StoreTraits } from './store-traits.js';
import { madeIndexPrefix, type Index } from './wanted-schema.js';

/** The name of an index in messages, and for `drop`. */
export const indexLabel = (collection: string, index: string, traits: StoreTraits): string =>
  traits.namesIndexesByCollection ? `${collection}/${index}` : index;

/** Creates, renames and removes the indexes of one match. Indexes that Quire neither created nor needs are left unchanged. */
export function indexChanges(
  match: Match,
  components: ChangedComponents,
  traits: StoreTraits,
): readonly PlannedChange[] {
  const { wanted, stored, record } = match;
  const wantedNames = new Set(wanted.indexes.map(({ name }) => name));
  const own = (stored?.indexes ?? []).filter(
    ({ name }) => record?.indexes.includes(name) === true || wantedNames.has(name),
  );
  const contents = own.map((index) => contentOf(traits.indexesFollowFields ? renamed(index, match) : index));
  const found = wanted.indexes.map((index) => {
    const content = contentOf(index);
    const kept = own.find(
      (candidate, place) =>
        contents[place] === content && canStay(candidate, index, match, components, traits),
    );
    return { index, kept };
  });
  const kept = new Set(found.map(({ kept }) => kept?.name));
  const made = new Set(found.flatMap(({ index, kept }) => (kept === undefined ? [index.name] : [])));
  return [
    ...own
      .filter(({ name }) => !kept.has(name))
      .map((index) => removeIndex(match, index, made.has(index.name), traits)),
    ...unfitMade(match, components, traits).map((index) => removeMade(match, index, traits)),
    ...found.flatMap(({ index, kept: former }) => {
      if (former === undefined) return [createIndex(match, index, traits)];
      return former.name === index.name ? [] : [renameIndex(match, former.name, index, traits)];
    }),
  ];
}

/** Whether a stored index can be kept as a wanted one of the same content. */
function canStay(
  stored: StoredIndex,
  index: Index,
  match: Match,
  components: ChangedComponents,
  { indexesFollowFields }: StoreTraits,
): boolean {
  if (stored.isIncomplete === true) return false;
  if (indexesFollowFields) return true;
  // While values are converted one by one, two of them may be equal that differ in the end.
  const isConverted =
    index.unique && index.fields.some((field) => isConvertedField(field, match, components));
  return stored.name === index.name && !isConverted;
}

/**
 * Returns the indexes that Quire made by itself and that could not stay as they are: an attribute of theirs is converted,
 * its values may become too long for an index entry or, where indexes do not follow, it has another name.
 */
function unfitMade(
  match: Match,
  components: ChangedComponents,
  { indexesFollowFields }: StoreTraits,
): readonly StoredIndex[] {
  const { wanted, stored, record, fields } = match;
  const byFormer = new Map([...fields].map(([name, former]) => [former, name]));
  const bytes = new Map(wanted.fields.map(({ name, indexBytes = 0 }) => [name, indexBytes]));
  return (stored?.indexes ?? [])
    .filter(({ name }) => name.startsWith(madeIndexPrefix) && record?.indexes.includes(name) !== true)
    .filter((index) => {
      const names = index.fields.map((field) => byFormer.get(field) ?? field);
      const isConverted = names.some((name) => isConvertedField(name, match, components));
      const size = names.reduce((sum, name) => sum + (bytes.get(name) ?? 0), 0);
      const isRenamed = names.some((name, place) => name !== index.fields[place]);
      return isConverted || size > maxIndexBytes || (isRenamed && !indexesFollowFields);
    });
}

const removeMade = (match: Match, index: StoredIndex, traits: StoreTraits): PlannedChange => ({
  kind: 'removeIndex',
  phase: 'unindex',
  name: indexLabel(match.wanted.name, index.name, traits),
  message: `Index "${index.name}" of "${match.wanted.name}", which was made by itself, no longer fits and is removed.`,
  match,
  checks: [],
  index,
});

function renamed(index: StoredIndex, { fields }: Match): StoredIndex {
  const newName = new Map([...fields].map(([name, former]) => [former, name]));
  return { ...index, fields: index.fields.map((field) => newName.get(field) ?? field) };
}

const contentOf = ({ fields, unique, where, hashed = false, search }: Index): string =>
  JSON.stringify(
    [fields, unique, hashed, where, ...(search === undefined ? [] : [{ search }])],
    (_key, value: unknown) =>
      isPlainObject(value)
        ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
        : value,
  );

function isConvertedField(
  name: string,
  { wanted, record, fields }: Match,
  { rewrites }: ChangedComponents,
): boolean {
  const to = wanted.fields.find((field) => field.name === name)?.attribute?.shape;
  const from = record?.fields[fields.get(name) ?? '']?.shape;
  return from !== undefined && to !== undefined && (from !== to || rewrites(from));
}

function removeIndex(
  match: Match,
  index: StoredIndex,
  isMadeAnew: boolean,
  traits: StoreTraits,
): PlannedChange {
  const { name: collection } = match.wanted;
  const what =
    index.isIncomplete === true
      ? 'was left half made and is removed'
      : isMadeAnew
        ? 'is made anew'
        : 'is no longer wanted and is removed';
  return {
    kind: 'removeIndex',
    phase: 'unindex',
    name: indexLabel(collection, index.name, traits),
    message: `Index "${index.name}" of "${collection}" ${what}.`,
    match,
    checks: [],
    index,
  };
}

const renameIndex = (match: Match, former: string, index: Index, traits: StoreTraits): PlannedChange => ({
  kind: 'renameIndex',
  phase: 'unindex',
  name: indexLabel(match.wanted.name, index.name, traits),
  message: `Index "${former}" of "${match.wanted.name}" is renamed to "${index.name}".`,
  match,
  checks: [],
  former,
  index,
});

function createIndex(match: Match, index: Index, traits: StoreTraits): PlannedChange {
  const { wanted, stored, fields } = match;
  const refusal = wanted.origin.kind === 'link' ? severalLinks(match) : duplicates(match, index);
  const isStored = (field: string): boolean =>
    fields.has(field) || !wanted.fields.some(({ name }) => name === field);
  // A field that is still to be created has no equal values.
  const isChecked = stored !== undefined && index.unique && index.fields.every(isStored);
  const check: Check = { counts: 'duplicates', index, refusal };
  return {
    kind: 'createIndex',
    phase: 'index',
    name: indexLabel(wanted.name, index.name, traits),
    message: `Index "${index.name}" is made on "${wanted.name}".`,
    match,
    checks: isChecked ? [check] : [],
    index,
    refusal,
  };
}

const severalLinks =
  ({ wanted: { name } }: Match): Refusing =>
  ({ count, example }) =>
    `The relation of "${name}" now allows one, but ${counted(count, 'document holds', 'documents hold')} several, for example "${example}". ` +
    'Disconnect the others first with the former schema.';

const duplicates =
  ({ wanted: { name } }: Match, index: Index): Refusing =>
  ({ count, example }) =>
    `"${name}.${index.fields[0]}" is to be unique, but ${counted(count, 'value is', 'values are')} there more than once, for example in document "${example}". ` +
    'Make them differ first with the former schema.';
