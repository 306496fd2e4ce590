type Path = string | readonly string[];

/**
 * The settings in effect, by config file and key: `strapi.config.get('server.port')`, `strapi.config.server.port`. An
 * app may change them for itself; the server read its own at the start.
 */
export interface AppConfig {
  get(path: Path, fallback?: unknown): unknown;
  has(path: Path): boolean;
  set(path: Path, value: unknown): AppConfig;
  readonly [section: string]: unknown;
}

/** `tree` has the sections. `warn` is called for spellings of earlier versions. */
export function createAppConfig(
  tree: Readonly<Record<string, unknown>>,
  warn: (message: string) => void,
): AppConfig {
  const config = { ...tree } as Record<string, unknown> & AppConfig;
  const methods: Pick<AppConfig, 'get' | 'has' | 'set'> = {
    get: (path, fallback) => at(config, keysOf(path, config, warn)) ?? fallback,
    has: (path) => at(config, keysOf(path, config, warn)) !== undefined,
    set: (path, value) => {
      put(config, keysOf(path, config, warn), value);
      return config;
    },
  };
  for (const [name, value] of Object.entries(methods))
    Object.defineProperty(config, name, { value, enumerable: false });
  return config;
}

function keysOf(path: Path, config: object, warn: (message: string) => void): readonly string[] {
  const keys = typeof path === 'string' ? path.split('.') : path.map(String);
  const [first, name] = keys;
  if (first !== 'plugin' || name === undefined || Object.hasOwn(config, 'plugin')) return keys;
  warn(`strapi.config: write plugin::${name} for plugin.${name}`);
  return [`plugin::${name}`, ...keys.slice(2)];
}

function at(value: unknown, keys: readonly string[]): unknown {
  return keys.reduce(
    (holder, key) => (isHolder(holder) && Object.hasOwn(holder, key) ? holder[key] : undefined),
    value,
  );
}

function put(holder: Record<string, unknown>, [key = '', ...rest]: readonly string[], value: unknown): void {
  if (key === '__proto__') return;
  if (rest.length === 0) {
    holder[key] = value;
    return;
  }
  const inner = Object.hasOwn(holder, key) ? holder[key] : undefined;
  // A copy, because the object may be one that a config file exports, which other servers of this process share.
  const copy = isHolder(inner) ? { ...inner } : {};
  put(copy, rest, value);
  holder[key] = copy;
}

const isHolder = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
