import type { ConfigFiles } from './read-config.js';

/** The value at a path such as `server.port` or `['plugins', 'x']`, or `otherwise` where there is none. */
export type ConfigReader = (path: string | readonly string[], otherwise?: unknown) => unknown;

type Tree = Readonly<Record<string, unknown>>;

/** Reads the config files by name and key; `known` goes before what they say. */
export function configReader(files: ConfigFiles, known: Tree): ConfigReader {
  const said = new Map([...files.sections].map(([name, { value }]) => [name, value]));
  return (path, otherwise) => {
    const keys = typeof path === 'string' ? path.split('.') : path;
    const [first = '', ...rest] = keys;
    return overlaid(at(known, keys), at(said.get(first), rest)) ?? otherwise;
  };
}

function at(value: unknown, keys: readonly string[]): unknown {
  return keys.reduce(
    (holder, key) => (isHolder(holder) && Object.hasOwn(holder, key) ? holder[key] : undefined),
    value,
  );
}

/** Where both are objects, the members of both, those of `over` first. */
function overlaid(over: unknown, base: unknown): unknown {
  if (over === undefined || base === undefined) return over ?? base;
  if (!isHolder(over) || !isHolder(base)) return over;
  const members = Object.entries(over).map(([key, value]) => [key, overlaid(value, base[key])]);
  return { ...base, ...Object.fromEntries(members) };
}

const isHolder = (value: unknown): value is Tree => typeof value === 'object' && value !== null;
