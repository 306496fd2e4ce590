import { columnKey } from './names.js';
import type { Schema } from './schema.js';

/**
 * Returns a warning for each `renamedFrom` that was added too late: the new name already has a table or column, so that
 * the old one remains with its data. `leftovers` names tables (`dishes`) and columns (`chefs.age`).
 */
export function lateRenames(schema: Schema, leftovers: readonly string[]): readonly string[] {
  const tables = new Set(leftovers.map((name) => name.toLowerCase()));
  const columns = new Set(
    leftovers.map((name) => {
      const [table = '', column = ''] = name.split('.');
      return `${table.toLowerCase()}.${columnKey(column)}`;
    }),
  );
  return [...schema.contentTypes.values()].flatMap((type) => {
    const late = [...type.attributes.values()].flatMap(({ name, renamedFrom }) =>
      renamedFrom !== undefined &&
      columns.has(`${type.collectionName.toLowerCase()}.${columnKey(renamedFrom)}`)
        ? [warning(`${type.uid} ${name}`, renamedFrom)]
        : [],
    );
    const isLate = type.renamedFrom !== undefined && tables.has(type.renamedFrom.toLowerCase());
    return isLate ? [warning(type.uid, type.renamedFrom ?? ''), ...late] : late;
  });
}

const warning = (what: string, from: string): string =>
  `renamedFrom "${from}" of ${what} comes too late: the new name is there already, and the data stays under the old one (see: quire schema status). Move the data, or drop the leftover and remove renamedFrom`;
