/**
 * Stands for what is not there before there is a schema, as services and the database: it has all members, can be called,
 * constructed and iterated, and does nothing.
 */
export function placeholder(): object {
  return new Proxy(function () {}, {
    get: (target, name) => {
      if (name === Symbol.iterator) return () => [].values();
      return typeof name === 'symbol' || name === 'then' || name in target
        ? Reflect.get(target, name)
        : placeholder();
    },
    apply: placeholder,
    construct: placeholder,
  });
}

/** Gives an object a placeholder for each member that it has not. */
export const withPlaceholders = <T extends object>(object: T): T =>
  new Proxy(object, {
    get: (target, name) =>
      name in target || typeof name === 'symbol' || name === 'then'
        ? (Reflect.get(target, name) as unknown)
        : placeholder(),
  });
