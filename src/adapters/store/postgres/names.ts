import type { ContentType, Link } from '../../../domain/schema/schema.js';
import { columnOf, linkTableOf, quote, tableOf, type Stored } from './layout.js';

/** The names of `layout.ts`, quoted, and worked out once: a statement names dozens. */
const remembered = <Key extends object>(nameOf: (key: Key) => string): ((key: Key) => string) => {
  const names = new WeakMap<Key, string>();
  return (key) => {
    let name = names.get(key);
    if (name === undefined) {
      name = quote(nameOf(key));
      names.set(key, name);
    }
    return name;
  };
};

export const tableName: (type: ContentType) => string = remembered(tableOf);
export const columnName: (attribute: Stored) => string = remembered(columnOf);
export const linkTableName: (link: Link) => string = remembered(linkTableOf);
