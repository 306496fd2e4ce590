import type { StoredCollection } from '../../../../application/schema-changes/match-collections.js';
import type { WantedCollection } from '../../../../application/schema-changes/wanted-schema.js';
import { nameApart } from '../layout.js';

interface Named {
  readonly name: string;
  readonly indexes: readonly { readonly name: string }[];
}

/**
 * Gives other names to indexes whose name another table or index has too, also of tables that the schema lacks. Of indexes
 * with one name, none keeps it, so it does not matter which of their tables is made first.
 */
export function withIndexesApart(
  wanted: readonly WantedCollection[],
  stored: ReadonlyMap<string, StoredCollection>,
): readonly WantedCollection[] {
  const names = new Set(wanted.map(({ name }) => name));
  const leftovers = [...stored.values()].filter(({ name }) => !names.has(name));
  const owners = new Map<string, number>();
  for (const name of [...wanted, ...leftovers].flatMap(namesOf))
    owners.set(name, (owners.get(name) ?? 0) + 1);
  return wanted.map((table) => ({
    ...table,
    indexes: table.indexes.map((index) =>
      owners.get(index.name) === 1 ? index : { ...index, name: nameApart(table.name, index.name) },
    ),
  }));
}

const namesOf = ({ name, indexes }: Named): readonly string[] => [
  name,
  ...indexes.map((index) => index.name),
];
