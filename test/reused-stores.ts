import { inspect } from 'node:util';
import type { Store } from '../src/application/ports/store.js';
import { closeAfterWork } from '../src/application/stores/close-after-work.js';
import type { Schema } from '../src/domain/schema/schema.js';
import { valueOf } from './contract/results.js';
import { openUntilEnd } from './open-until-end.js';

/** The operations of one kind of database that reuse needs. */
export interface ReusableDatabases<Contents> {
  /** A new, empty database. */
  create(): Promise<{ readonly url: string; close(): Promise<void> }>;
  open(url: string, schema: Schema): Promise<Store>;
  contentsOf(url: string): Promise<Contents>;
  /** Restores the contents that `contentsOf` returned. Unless `isLent`, only stores of `open` have written. */
  restore(url: string, contents: Contents, isLent: boolean): Promise<void>;
  /** Whether a store of `open` remembers nothing of the contents, so that it may stay open for the next test. */
  readonly keepsOpen: boolean;
}

/** An empty database that has what a schema needs. */
export interface LentDatabase {
  readonly url: string;
  /** When no store over it is open any more. */
  giveBack(): void;
}

interface Kept<Contents> {
  readonly url: string;
  readonly schema: string;
  /** Returns what the store writes into an empty database. */
  readonly first: Contents;
  readonly isLent: boolean;
  /** The store, where it stays open: new connections would read the catalog of all tables again. */
  readonly store: Store | null;
}

/** A store until its `close`, which waits for what runs and leaves the store itself open. */
function loanOf(store: Store): Store {
  const ends = new Set<() => void>();
  return closeAfterWork({
    ...store,
    changeSignal: {
      send: () => store.changeSignal.send(),
      listen(wake) {
        const end = store.changeSignal.listen(wake);
        ends.add(end);
        return end;
      },
    },
    close: async () => {
      for (const end of ends) end();
    },
  });
}

/**
 * Stores over empty databases. Hundreds of tables and indexes take longer to make than most tests do, so the database of
 * a closed store is emptied for the next one with the same schema. They are dropped when all tests are done.
 */
export function reusedStores<Contents>(databases: ReusableDatabases<Contents>) {
  const free: Kept<Contents>[] = [];
  const open = new Map<Store, Kept<Contents>>();

  const take = async (schema: string): Promise<Kept<Contents> | undefined> => {
    const place = free.findIndex((each) => each.schema === schema);
    const [kept] = place === -1 ? [] : free.splice(place, 1);
    if (kept !== undefined) await databases.restore(kept.url, kept.first, kept.isLent);
    return kept;
  };

  const create = async (): Promise<string> => {
    const { url, close } = await databases.create();
    openUntilEnd(close);
    return url;
  };

  const openFor = async (schema: Schema): Promise<readonly [Store, Kept<Contents>]> => {
    const shown = inspect(schema, { depth: Infinity, breakLength: Infinity, maxArrayLength: null });
    const kept = await take(shown);
    const url = kept?.url ?? (await create());
    const store = kept?.store ?? (await databases.open(url, schema));
    if (kept !== undefined) return [store, kept];
    valueOf(await store.schema.apply());
    const first = await databases.contentsOf(url);
    return [store, { url, schema: shown, first, isLent: false, store: null }];
  };

  return {
    async open(schema: Schema): Promise<Store> {
      const [store, kept] = await openFor(schema);
      const given = databases.keepsOpen ? loanOf(store) : store;
      if (databases.keepsOpen && kept.store === null) openUntilEnd(() => store.close());
      open.set(given, { ...kept, isLent: false, store: databases.keepsOpen ? store : null });
      return given;
    },
    /** For a server that opens its own store. */
    async lend(schema: Schema): Promise<LentDatabase> {
      const [store, kept] = await openFor(schema);
      if (kept.store === null) await store.close();
      return { url: kept.url, giveBack: () => void free.push({ ...kept, isLent: true }) };
    },
    async close(store: Store): Promise<void> {
      const kept = open.get(store);
      open.delete(store);
      await store.close();
      if (kept !== undefined) free.push(kept);
    },
  };
}
