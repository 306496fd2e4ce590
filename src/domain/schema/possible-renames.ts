import type { Attribute, Schema } from './schema.js';

/** The kind of each attribute, by the collection of its content-type and by its name. */
export type SchemaOutline = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Returns what `possibleRenames` compares a later schema with. */
export const outlineOf = (schema: Schema): SchemaOutline =>
  Object.fromEntries(
    [...schema.contentTypes.values()].map(({ collectionName, attributes }) => [
      collectionName,
      Object.fromEntries([...attributes.values()].map((attribute) => [attribute.name, kindOf(attribute)])),
    ]),
  );

function kindOf(attribute: Attribute): string {
  if (attribute.kind === 'scalar') return attribute.type;
  if (attribute.kind === 'relation') return `relation ${attribute.target}`;
  return attribute.kind === 'component' ? `component ${attribute.component}` : 'zone';
}

/**
 * Returns a sentence for each attribute and collection that is gone while others of its kind are new, and were not
 * renamed from what was there: the new ones would begin empty.
 */
export function possibleRenames(before: SchemaOutline, schema: Schema): readonly string[] {
  const types = [...schema.contentTypes.values()];
  const collections = new Set(types.map(({ collectionName }) => collectionName));
  const added = types
    .map(({ collectionName, renamedFrom }) => ({ name: collectionName, renamedFrom }))
    .filter((one) => isNew(one, before));
  const moved = new Set(types.map(({ renamedFrom }) => renamedFrom));
  const gone = Object.keys(before).filter((name) => !collections.has(name) && !moved.has(name));
  return [
    ...gone.flatMap((name) => sentence('', name, added)),
    ...types.flatMap(({ uid, collectionName, attributes }) =>
      renamedAttributes(`${uid}: `, before[collectionName] ?? {}, [...attributes.values()]),
    ),
  ];
}

function renamedAttributes(
  where: string,
  before: Readonly<Record<string, string>>,
  attributes: readonly Attribute[],
): readonly string[] {
  const names = new Set(attributes.map(({ name }) => name));
  const added = attributes.filter((attribute) => isNew(attribute, before));
  const moved = new Set(attributes.map(({ renamedFrom }) => renamedFrom));
  const gone = Object.entries(before).filter(([name]) => !names.has(name) && !moved.has(name));
  return gone.flatMap(([name, kind]) => {
    const alike = added.filter((attribute) => kindOf(attribute) === kind);
    return sentence(where, name, alike);
  });
}

interface Named {
  readonly name: string;
  readonly renamedFrom?: string | undefined;
}

/** A `renamedFrom` that names nothing moves nothing. */
const isNew = ({ name, renamedFrom }: Named, before: Readonly<Record<string, unknown>>): boolean =>
  before[name] === undefined && (renamedFrom === undefined || before[renamedFrom] === undefined);

const sentence = (where: string, gone: string, added: readonly Named[]): readonly string[] =>
  added.length === 0
    ? []
    : [`${where}${gone} is gone and ${added.map(shown).join(', ')} ${added.length === 1 ? 'is' : 'are'} new`];

const shown = ({ name, renamedFrom }: Named): string =>
  renamedFrom === undefined ? name : `${name} (renamedFrom "${renamedFrom}", which was not there)`;
