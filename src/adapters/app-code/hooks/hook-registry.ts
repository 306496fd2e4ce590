import type { RowEvent, RowHooks, RowOperation } from '../../../application/documents/row-hooks.js';
import type { Schema, Uid } from '../../../domain/schema/schema.js';
import type { Model } from './model.js';

/** An event as hooks get it. */
export interface HookEvent {
  readonly action: RowEvent['action'];
  readonly model: Model;
  params: RowEvent['params'];
  result?: unknown;
  state: Record<string, unknown>;
}

export type Hook = (event: HookEvent) => unknown;

/** Somebody's hooks by action; `source` says where they are, for messages. */
export interface Registered {
  readonly source: string;
  /** Null: all of them. */
  readonly models: ReadonlySet<Uid> | null;
  hookOf(action: string): Hook | undefined;
}

/** The hooks of files and subscribers by content-type and component. */
export interface HookRegistry {
  /** The hooks of the model's file, then its subscribers in their order. */
  of(uid: Uid): readonly Registered[];
  setFile(uid: Uid, registered: Registered): void;
  /** Returns what removes it. */
  add(subscriber: Registered): () => void;
  readonly concerns: Pick<RowHooks, 'has' | 'hasInside' | 'hasReads'>;
}

/** The names of the hooks of operations: `beforeCreate`, `afterCreate`. */
export const hookActions = (operations: readonly RowOperation[]): readonly string[] =>
  operations.flatMap((name) => [`before${name}`, `after${name}`]);

const readActions = hookActions(['FindOne', 'FindMany', 'Count']);

export function createHookRegistry(schema: Schema): HookRegistry {
  const files = new Map<Uid, Registered>();
  const subscribers: Registered[] = [];
  const caches: Map<Uid, unknown>[] = [];
  const forget = (): void => caches.forEach((cache) => cache.clear());
  /** Keeps what a function returns until the hooks change. */
  const kept = <T>(find: (uid: Uid) => T): ((uid: Uid) => T) => {
    const cache = new Map<Uid, T>();
    caches.push(cache);
    return (uid) => {
      const found = cache.get(uid) ?? find(uid);
      cache.set(uid, found);
      return found;
    };
  };
  const of = kept((uid): readonly Registered[] => {
    const file = files.get(uid);
    const those = subscribers.filter(({ models }) => models === null || models.has(uid));
    return file === undefined ? those : [file, ...those];
  });
  const has = (uid: Uid): boolean => of(uid).length > 0;
  const hasInside: (uid: Uid) => boolean = kept(
    (uid) => has(uid) || componentsIn(schema, uid).some((component) => hasInside(component)),
  );
  const hasReads = kept((uid) => of(uid).some(({ hookOf }) => readActions.some((action) => hookOf(action))));
  return {
    of,
    setFile(uid, registered) {
      files.set(uid, registered);
      forget();
    },
    add(subscriber) {
      subscribers.push(subscriber);
      forget();
      return () => {
        const at = subscribers.indexOf(subscriber);
        if (at !== -1) subscribers.splice(at, 1);
        forget();
      };
    },
    concerns: { has, hasInside, hasReads },
  };
}

/** The components that a content-type or a component has. */
const componentsIn = ({ contentTypes, components }: Schema, uid: Uid): readonly Uid[] =>
  [...((contentTypes.get(uid) ?? components.get(uid))?.attributes.values() ?? [])].flatMap((attribute) => {
    if (attribute.kind === 'component') return [attribute.component];
    return attribute.kind === 'zone' ? attribute.components : [];
  });
