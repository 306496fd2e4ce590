import { isPlainObject } from '../../../../domain/document/plain-object.js';
import type { DocumentNode } from 'graphql';

/** One extension of the schema, with a checked shape. */
export interface Extension {
  /** For messages: `graphql extension 2 (src/index.js:12)`. */
  readonly name: string;
  /** Definitions built with nexus. */
  readonly types: readonly unknown[];
  /** Plugins of nexus. */
  readonly plugins: readonly unknown[];
  /** In the schema definition language, as text or parsed. */
  readonly typeDefs: readonly (string | DocumentNode)[];
  /** By type, then by field: a function, or an object with `resolve`. */
  readonly resolvers: Readonly<Record<string, unknown>>;
  /** By `<Type>.<field>`. */
  readonly resolversConfig: Readonly<Record<string, ResolverConfig>>;
}

/** The access rule, policies and middlewares of a resolver. */
export interface ResolverConfig {
  readonly auth?: unknown;
  readonly policies?: unknown;
  readonly middlewares?: unknown;
}

const keys = ['types', 'plugins', 'typeDefs', 'resolvers', 'resolversConfig'];
const configKeys = ['auth', 'policies', 'middlewares'];

/** Checks the shape of an extension. Throws an error that names the extension and the wrong key. */
export function readExtension(name: string, given: unknown): Extension {
  const refuse = (message: string): never => {
    throw new Error(`${name}: ${message}`);
  };
  if (!isPlainObject(given)) return refuse('must be an object, or a function that answers one');
  const unknown = Object.keys(given).find((key) => !keys.includes(key));
  if (unknown !== undefined) refuse(`knows no ${unknown}; there are: ${keys.join(', ')}`);
  const { types, plugins, typeDefs, resolvers, resolversConfig } = given;
  return {
    name,
    types: listOf(types) ?? refuse('types must be a list'),
    plugins: listOf(plugins) ?? refuse('plugins must be a list'),
    typeDefs: readTypeDefs(typeDefs) ?? refuse('typeDefs must be text in the schema definition language'),
    resolvers: readResolvers(resolvers ?? {}, refuse),
    resolversConfig: readConfigs(resolversConfig ?? {}, refuse),
  };
}

type Refuse = (message: string) => never;

function listOf(value: unknown): readonly unknown[] | undefined {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : undefined;
}

function readTypeDefs(value: unknown): Extension['typeDefs'] | undefined {
  const list = Array.isArray(value) ? value : [value].filter((one) => one !== undefined && one !== null);
  const fits = list.every(
    (one) => typeof one === 'string' || (isPlainObject(one) && one['kind'] === 'Document'),
  );
  return fits
    ? (list as Extension['typeDefs']).filter((one) => typeof one !== 'string' || one.trim() !== '')
    : undefined;
}

function readResolvers(resolvers: unknown, refuse: Refuse): Extension['resolvers'] {
  if (!isPlainObject(resolvers)) return refuse('resolvers must be an object, by type');
  const wrong = Object.keys(resolvers).find((type) => !isPlainObject(resolvers[type]));
  return wrong === undefined ? resolvers : refuse(`resolvers.${wrong} must be an object, by field`);
}

function readConfigs(configs: unknown, refuse: Refuse): Extension['resolversConfig'] {
  if (!isPlainObject(configs)) return refuse('resolversConfig must be an object, by <Type>.<field>');
  for (const [path, config] of Object.entries(configs)) {
    if (!isPlainObject(config)) return refuse(`resolversConfig ${path} must be an object`);
    const unknown = Object.keys(config).find((key) => !configKeys.includes(key));
    if (unknown !== undefined)
      refuse(`resolversConfig ${path} knows no ${unknown}; there are: ${configKeys.join(', ')}`);
  }
  return configs as Extension['resolversConfig'];
}
