/** How names of the files become names of tables and columns, and which names attributes may not have. */

/** `firstName` → `first_name`, `HTTPCode` → `http_code`, `my-type` → `my_type`. */
const snakeCase = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toLowerCase();

/** What two attributes of a type may not share: their column, as far as a store may vary it. */
export const columnKey = (name: string): string => snakeCase(name).replace(/_+$/, '');

/** The name of a relation's link, which names its table or collection. Also finds that of a former name. */
export const linkNameOf = (collectionName: string, attribute: string): string =>
  snakeCase(`${collectionName}_${attribute}_links`);

const attributeName = /^[A-Za-z][A-Za-z0-9_]*$/;

/** As `columnKey`s: what the server keeps itself, and what the format of answers and bodies takes. */
const reserved = new Set([
  'id',
  'document_id',
  'created_at',
  'updated_at',
  'published_at',
  'created_by',
  'updated_by',
  'created_by_id',
  'updated_by_id',
  'locale',
  'localizations',
  'entry_id',
  'meta',
  'prototype',
]);

/** `toString`, `valueOf` …: of an attribute that is null they would be found in its document all the same. */
const everyObjectHas = (name: string): boolean => name in Object.prototype;

/** Why an attribute cannot have this name, or undefined where it can. */
export function nameFault(name: string): string | undefined {
  if (name === '__component' || name === '__proto__') return `"${name}" is reserved: choose another name`;
  if (!attributeName.test(name)) {
    return `"${name}" cannot be an attribute name: use letters, digits and _, and begin with a letter`;
  }
  const key = columnKey(name);
  const taken = reserved.has(key) || key.startsWith('strapi') || everyObjectHas(name);
  return taken ? `"${name}" is reserved: choose another name` : undefined;
}
