/** An object of a body. Read it by `own` only: its keys are a client's, `__proto__` and `constructor` among them. */
export type PlainObject = { readonly [key: string]: unknown };

export const isPlainObject = (value: unknown): value is PlainObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);

/** The value of an own key; undefined where it is inherited or absent. */
export const own = (object: PlainObject, key: string): unknown =>
  Object.hasOwn(object, key) ? object[key] : undefined;
