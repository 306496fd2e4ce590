import { didYouMean } from '../../domain/nearest-name.js';

/** The parts of an app directory beside its content-types and its `src/index.js`, loaded but not yet validated. */
export interface AppParts {
  /**
   * By registered name: `global::is-admin` in `src/policies`, `api::restaurant.is-owner` in
   * `src/api/restaurant/policies`.
   */
  readonly policies: ReadonlyMap<string, AppPart>;
  readonly middlewares: ReadonlyMap<string, AppPart>;
  /** The exports of `src/api/<api>/routes/*.js`, in the order of their names. */
  readonly routes: readonly RouteFile[];
  /** By UID: `api::restaurant.restaurant` in `src/api/restaurant/controllers`. Not called yet. */
  readonly controllers: ReadonlyMap<string, AppPart>;
  /** By UID. A service may be anything; it is called only when code asks for it. */
  readonly services: ReadonlyMap<string, AppPart>;
  /** By the content-type's UID: `lifecycles` beside its `schema.json`. By a component's: the code beside its `.json`. */
  readonly lifecycles: ReadonlyMap<string, AppPart>;
  /** By the plugin's name: `src/extensions/<plugin>/strapi-server`. */
  readonly extensions: ReadonlyMap<string, AppPart>;
}

export interface AppPart {
  /** Relative to the app directory. */
  readonly file: string;
  readonly value: unknown;
}

export interface RouteFile extends AppPart {
  /** The name of the folder under `src/api`, in kebab case. */
  readonly api: string;
  /** Of routes that an extension of a plugin has: the plugin's name, which is their prefix. */
  readonly plugin?: string;
  /** Of routes of a plugin: those that the server itself answers, as long as nobody replaces their actions. */
  readonly unchanged?: ReadonlySet<unknown>;
  /** Of routes of a plugin: those of the server that an extension has taken away. */
  readonly removed?: readonly unknown[];
  /** Of routes of `strapi.server.routes`: they have no prefix at all. */
  readonly isRoot?: boolean;
}

export const noParts: AppParts = {
  policies: new Map(),
  middlewares: new Map(),
  routes: [],
  controllers: new Map(),
  services: new Map(),
  lifecycles: new Map(),
  extensions: new Map(),
};

/** The app object under its two names: the last argument of policies, the only one of lifecycle steps. */
export interface Instance {
  readonly strapi: unknown;
  readonly quire: unknown;
}

/** How to resolve the names of policies and middlewares. */
export interface Binding {
  readonly parts: AppParts;
  readonly instance: Instance;
  /** The position of the names, for messages: `Query.restaurants`, `src/api/restaurant/routes/restaurant.js`. */
  readonly where: string;
  /** The API or plugin whose policies and middlewares can be named without it: `api::article`, `plugin::upload`. */
  readonly owner?: string;
}

/**
 * Returns a part by its full name, or by its name within the binding's API. Throws an error that lists the existing
 * parts if there is none.
 */
export function findPart(kind: 'policies' | 'middlewares', name: string, binding: Binding): AppPart {
  const { parts, owner, where } = binding;
  const found =
    parts[kind].get(name) ?? (owner === undefined ? undefined : parts[kind].get(`${owner}.${name}`));
  if (found !== undefined) return found;
  if (name.startsWith('admin::'))
    throw new Error(
      `${where} names ${name}, but administrators sign in to the admin page only: leave it out, and let config.auth.scope and the grants of a role decide`,
    );
  const what = kind === 'policies' ? 'policy' : 'middleware';
  const known = [...parts[kind].keys()].sort().join(', ') || 'none';
  const names = [...parts[kind].keys()];
  const short = names.map((full) => (full.startsWith(`${owner}.`) ? full.slice(`${owner}.`.length) : full));
  const hint = didYouMean(name, [...names, ...short]);
  throw new Error(
    `${where} names an unknown ${what} ${JSON.stringify(name)}${hint}; there are: ${known}. Add src/${kind}/<name>.js, or correct the name`,
  );
}

/** Returns the same parts, and a function for the names of policies and middlewares that were not looked up so far. */
export function watchParts<T extends AppParts>(parts: T): { readonly parts: T; unused(): readonly string[] } {
  const [policies, middlewares] = [new WatchedMap(parts.policies), new WatchedMap(parts.middlewares)];
  return {
    parts: { ...parts, policies, middlewares },
    unused: () => [...policies.unused(), ...middlewares.unused()],
  };
}

class WatchedMap extends Map<string, AppPart> {
  private readonly used = new Set<string>();

  override get(name: string): AppPart | undefined {
    this.used.add(name);
    return super.get(name);
  }

  unused(): readonly string[] {
    return [...this].flatMap(([name, { file }]) => (this.used.has(name) ? [] : [`${name} (${file})`]));
  }
}
