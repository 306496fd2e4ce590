/** Maps names of schema files to names of tables and columns, and checks names of attributes. */

/** `firstName` → `first_name`, `HTTPCode` → `http_code`, `my-type` → `my_type`. */
const snakeCase = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toLowerCase();

/** Two attributes of a type must have different keys, because stores derive column names from them. */
export const columnKey = (name: string): string => snakeCase(name).replace(/_+$/, '');

/** The name of a relation's link, and of its table or collection. Also used for former names. */
export const linkNameOf = (collectionName: string, attribute: string): string =>
  snakeCase(`${collectionName}_${attribute}_links`);

const attributeName = /^[A-Za-z][A-Za-z0-9_]*$/;

/** As `columnKey`s: fields that the server writes, and keys of request and response bodies. */
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

/** Names such as `toString` and `valueOf`, which every JavaScript object inherits, even where the attribute is null. */
const everyObjectHas = (name: string): boolean => name in Object.prototype;

/** Returns why an attribute cannot have this name; undefined if it can. */
export function nameFault(name: string): string | undefined {
  if (name === '__component' || name === '__proto__') return `"${name}" is reserved: choose another name`;
  if (!attributeName.test(name)) {
    return `"${name}" cannot be an attribute name: use letters, digits and _, and begin with a letter`;
  }
  const key = columnKey(name);
  const taken = reserved.has(key) || key.startsWith('strapi') || everyObjectHas(name);
  return taken ? `"${name}" is reserved: choose another name` : undefined;
}
