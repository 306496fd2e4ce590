import type * as t from 'io-ts';

/** A setting. Each group of settings, such as `serverSettings`, is a table of them. */
export interface Setting<V = unknown> {
  /** The environment variable, which takes precedence over the config file. */
  readonly variable?: string;
  /** The key in a file of `config/`: `server.port` is `port` of `config/server.js`. */
  readonly key?: string;
  /** Another name for the key, which existing projects use. */
  readonly alias?: string;
  readonly codec: t.Mixed;
  /** The default value. */
  readonly otherwise: V;
  /** The default as docs/settings.md shows it. */
  readonly default: string;
  readonly meaning: string;
}

/** Settings by the name of their value in `Config`. */
export interface SettingTable {
  readonly [name: string]: Setting | SettingTable;
}

/** A default that depends on something else, or that another part of the program has. */
class Described {
  constructor(readonly text: string) {}
}

export const described = (text: string): Described => new Described(text);

/** Creates a setting from its environment variable, key, codec, default and description. */
export function setting<A>(
  variable: string | null,
  key: string | null,
  codec: t.Type<A, unknown>,
  otherwise: Described,
  meaning: string,
  alias?: string,
): Setting<A | undefined>;
export function setting<A>(
  variable: string | null,
  key: string | null,
  codec: t.Type<A, unknown>,
  otherwise: NoInfer<A>,
  meaning: string,
  alias?: string,
): Setting<A>;
export function setting(
  variable: string | null,
  key: string | null,
  codec: t.Mixed,
  otherwise: unknown,
  meaning: string,
  alias?: string,
): Setting {
  const isDescribed = otherwise instanceof Described;
  return {
    ...(variable !== null && { variable }),
    ...(key !== null && { key }),
    ...(alias !== undefined && { alias }),
    codec,
    otherwise: isDescribed ? undefined : otherwise,
    default: isDescribed ? otherwise.text : String(otherwise),
    meaning,
  };
}

export const isSetting = (entry: Setting | SettingTable): entry is Setting => 'codec' in entry;

/** Returns all settings of a table, in its order. */
export const settingsIn = (table: SettingTable): readonly Setting[] =>
  Object.values(table).flatMap((entry) => (isSetting(entry) ? [entry] : settingsIn(entry)));

type IsOptional<S> = S extends Setting<infer V> ? (undefined extends V ? true : false) : false;

type ValueOf<S> = S extends Setting<infer V> ? Exclude<V, undefined> : Values<S>;

/** The values of a table. Settings without a value are absent. */
export type Values<T> = {
  readonly [K in keyof T as IsOptional<T[K]> extends true ? never : K]: ValueOf<T[K]>;
} & {
  readonly [K in keyof T as IsOptional<T[K]> extends true ? K : never]?: ValueOf<T[K]>;
};
