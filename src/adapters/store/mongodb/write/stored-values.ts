import { isContent, type ContentType, type Json, type Schema } from '../../../../domain/schema/schema.js';
import { storedContent } from '../stored-value.js';

/** The attributes of a plan's values, as they are kept; undefined: nothing is. */
export function storedValues(
  schema: Schema,
  type: ContentType,
  values: ReadonlyMap<string, Json>,
): ReadonlyMap<string, unknown> {
  return new Map(
    [...values].map(([name, value]) => {
      const attribute = type.attributes.get(name);
      if (attribute === undefined || !isContent(attribute)) throw new Error(`${type.uid} keeps no ${name}`);
      return [name, storedContent(schema, attribute, value)];
    }),
  );
}

export const withoutNulls = (values: ReadonlyMap<string, unknown>): Record<string, unknown> =>
  Object.fromEntries([...values].filter(([, value]) => value !== undefined));

/** What an update of the values says. */
export function setting(schema: Schema, type: ContentType, values: ReadonlyMap<string, Json>) {
  const stored = storedValues(schema, type, values);
  const absent = [...stored].filter(([, value]) => value === undefined).map(([name]) => [name, '']);
  return {
    set: withoutNulls(stored),
    unset: absent.length === 0 ? {} : { $unset: Object.fromEntries(absent) as Record<string, ''> },
  };
}

/** Whether an index lets no two published versions have the same. */
export function isUnique({ attributes }: ContentType, name: string): boolean {
  const attribute = attributes.get(name);
  return attribute?.kind === 'scalar' && (attribute.unique || attribute.type === 'uid');
}
