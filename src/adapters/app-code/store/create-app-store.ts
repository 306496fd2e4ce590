import { isDeepStrictEqual } from 'node:util';
import type { KeyValueStore } from '../../../application/ports/key-value-store.js';
import { failure } from '../../../domain/failure.js';
import type { Json } from '../../../domain/schema/schema.js';
import { AppError, valueOf } from '../app-error.js';

/** Values of app code in the database: `strapi.store`. */
export interface AppStore extends AppStoreOf {
  /** Returns the same with some of the names set. */
  (names?: StoreNames): AppStoreOf;
}

interface AppStoreOf {
  /** Returns null if there is no value. Names may also have been set before. */
  get(names?: StoreNames): Promise<Json>;
  set(names: StoreNames & { readonly value?: unknown }): Promise<void>;
  delete(names?: StoreNames): Promise<void>;
}

/** `key` may also be given alone, as text. */
type StoreNames =
  | string
  | {
      readonly key?: string;
      readonly type?: string;
      readonly name?: string;
      readonly environment?: string;
    };

interface AppStoreDependencies {
  readonly values: KeyValueStore;
  /** Settings that the database does not hold, by their full key. */
  readonly settings: ReadonlyMap<string, StoredSetting>;
  readonly isReady: () => boolean;
}

/** A setting that code reads as if the database held it. */
export interface StoredSetting {
  read(): Json;
  /** Where it is set. */
  readonly where: string;
}

export function createAppStore(dependencies: AppStoreDependencies): AppStore {
  const of = (base: StoreNames = {}): AppStoreOf => bound(dependencies, namesOf(base));
  return Object.assign(of, of());
}

type Names = Exclude<StoreNames, string>;

const namesOf = (names: StoreNames | null | undefined): Names =>
  typeof names === 'string' ? { key: names } : (names ?? {});

function bound({ values, settings, isReady }: AppStoreDependencies, base: Names): AppStoreOf {
  const keyOf = (names?: StoreNames): string => {
    if (!isReady()) throw refusal('strapi.store is there from bootstrap on, not yet in register');
    return fullKey({ ...base, ...namesOf(names) });
  };
  const refuseSetting = (key: string, value: Json): boolean => {
    const setting = settings.get(key);
    if (setting === undefined) return false;
    // Code often writes the whole object back with one member changed, or none.
    if (isDeepStrictEqual(setting.read(), value)) return true;
    throw refusal(`strapi.store cannot change ${key}: set ${setting.where}`);
  };
  return {
    async get(names) {
      const key = keyOf(names);
      return settings.get(key)?.read() ?? valueOf(await values.get(key));
    },
    async set(names) {
      const key = keyOf(names);
      const value = jsonOf(key, namesOf(names) as { readonly value?: unknown });
      if (!refuseSetting(key, value)) valueOf(await values.set(key, value));
    },
    async delete(names) {
      const key = keyOf(names);
      if (!refuseSetting(key, null)) valueOf(await values.remove(key));
    },
  };
}

const refusal = (message: string): AppError => new AppError(failure('INPUT.INVALID', message));

/** `plugin_users-permissions_advanced`, `core_seeded`. */
function fullKey({ key, type = 'core', name, environment }: Names): string {
  if (typeof key !== 'string' || key === '') throw refusal('strapi.store needs a key');
  const parts = [type, ...(name ? [name] : []), key].join('_');
  return environment ? `${parts} (${environment})` : parts;
}

function jsonOf(key: string, { value }: { readonly value?: unknown }): Json {
  const text = JSON.stringify(value ?? null) as string | undefined;
  if (text === undefined) throw refusal(`strapi.store cannot keep ${typeof value} as ${key}: only JSON`);
  return JSON.parse(text) as Json;
}
