/**
 * An object of a body. Read it with `own` only: its keys come from a client and may be `__proto__` or `constructor`.
 */
export type PlainObject = { readonly [key: string]: unknown };

export const isPlainObject = (value: unknown): value is PlainObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);

/** The value of an own key; undefined if it is absent or inherited. */
export const own = (object: PlainObject, key: string): unknown =>
  Object.hasOwn(object, key) ? object[key] : undefined;
