import { findPart, type Binding } from './app-parts.js';
import { callCode } from './thrown-by.js';

/** A middleware with its configuration. Its arguments are those of a REST route's middleware or of a resolver. */
export type BoundMiddleware = (...args: readonly unknown[]) => unknown;

type Factory = (config: unknown, instance: Binding['instance']) => unknown;

/**
 * Binds the middlewares that a route or a resolver lists: a registered name, `{ name, config }` or `{ name, options }`,
 * or the middleware itself. A registered one is a factory `(config, { strapi }) => middleware`; a function of more than
 * two parameters is the middleware itself. Throws an error that includes the position for anything else.
 */
export function bindMiddlewares(listed: unknown, binding: Binding): readonly BoundMiddleware[] {
  if (listed === undefined || listed === null) return [];
  if (!Array.isArray(listed)) throw new Error(`${binding.where}: middlewares must be a list`);
  return listed.map((item: unknown) => bindMiddleware(item, binding));
}

function bindMiddleware(item: unknown, binding: Binding): BoundMiddleware {
  if (typeof item === 'function') return item as BoundMiddleware;
  if (typeof item === 'string') return registered(item, {}, binding);
  const { name, resolve, options, config } = (item ?? {}) as Readonly<Record<string, unknown>>;
  const named = name ?? resolve;
  if (typeof named === 'string') return registered(named, options ?? config ?? {}, binding);
  throw new Error(`${binding.where}: a middleware must be a name, { name, config } or a function`);
}

function registered(name: string, config: unknown, binding: Binding): BoundMiddleware {
  const { file, value } = findPart('middlewares', name, binding);
  if (typeof value !== 'function') throw new Error(`${file}: a middleware must be a function`);
  if (value.length > 2) return value as BoundMiddleware;
  const { where, instance } = binding;
  const made = callCode(`${where}: the middleware ${name}`, () => (value as Factory)(config, instance));
  if (typeof made !== 'function')
    throw new Error(
      `${file}: must answer a middleware when called with (config, { strapi }), as ${where} does`,
    );
  return made as BoundMiddleware;
}
