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
 * Returns a sentence for each attribute and collection that is gone while others of its kind are new and have no
 * `renamedFrom`: the new ones would begin empty.
 */
export function possibleRenames(before: SchemaOutline, schema: Schema): readonly string[] {
  const types = [...schema.contentTypes.values()];
  const collections = new Set(types.map(({ collectionName }) => collectionName));
  const added = types.filter((type) => before[type.collectionName] === undefined && !type.renamedFrom);
  const addedNames = added.map(({ collectionName }) => collectionName);
  const moved = new Set(types.map(({ renamedFrom }) => renamedFrom));
  const gone = Object.keys(before).filter((name) => !collections.has(name) && !moved.has(name));
  return [
    ...gone.flatMap((name) => sentence('', name, addedNames)),
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
  const added = attributes.filter(({ name, renamedFrom }) => before[name] === undefined && !renamedFrom);
  const moved = new Set(attributes.map(({ renamedFrom }) => renamedFrom));
  const gone = Object.entries(before).filter(([name]) => !names.has(name) && !moved.has(name));
  return gone.flatMap(([name, kind]) => {
    const alike = added.filter((attribute) => kindOf(attribute) === kind);
    return sentence(
      where,
      name,
      alike.map((attribute) => attribute.name),
    );
  });
}

const sentence = (where: string, gone: string, added: readonly string[]): readonly string[] =>
  added.length === 0
    ? []
    : [`${where}${gone} is gone and ${added.join(', ')} ${added.length === 1 ? 'is' : 'are'} new`];
