import type { AppPart } from '../../../application/app-code/app-parts.js';
import { rowOperations, type RowEvent, type RowHooks } from '../../../application/documents/row-hooks.js';
import type { Log } from '../../../application/ports/log.js';
import type { UnitsOfWork } from '../../../application/ports/units-of-work.js';
import { didYouMean } from '../../../domain/nearest-name.js';
import type { Component, ContentType, Schema, Uid } from '../../../domain/schema/schema.js';
import { modelOf, type Model } from './model.js';
import { runHook, type HookLimits } from './run-hook.js';

/** An event as hooks get it. */
export interface HookEvent {
  readonly action: RowEvent['action'];
  readonly model: Model;
  params: RowEvent['params'];
  result?: unknown;
  state: Record<string, unknown>;
}

export type Hook = (event: HookEvent) => unknown;

/** What `strapi.db.lifecycles.subscribe` takes. */
export type Subscriber = Hook | ({ readonly models?: readonly Uid[] } & Readonly<Record<string, unknown>>);

/** The hooks of an app: those of its files, then its subscribers. */
export interface AppHooks extends RowHooks {
  /** Registers the files `lifecycles` by content-type. Throws an error that names a faulty file. */
  load(lifecycles: ReadonlyMap<Uid, AppPart>): void;
  /** Registers hooks of some models, or a function for every event of every model. Returns what removes them. */
  subscribe(subscriber: Subscriber): () => void;
}

export interface AppHooksDependencies {
  readonly schema: Schema;
  readonly units: Pick<UnitsOfWork, 'current'>;
  readonly log: Log;
  readonly limits?: HookLimits;
}

/** Somebody's hooks by action; `source` says where they are, for messages. */
interface Registered {
  readonly source: string;
  readonly models: ReadonlySet<Uid> | null;
  hookOf(action: string): Hook | undefined;
}

export function createAppHooks(dependencies: AppHooksDependencies): AppHooks {
  const { schema, log } = dependencies;
  const files = new Map<Uid, Registered>();
  const subscribers: Registered[] = [];
  let known = new Map<Uid, readonly Registered[]>();
  let inside = new Map<Uid, boolean>();
  let reads = new Map<Uid, boolean>();
  const models = new Map<ContentType | Component, Model>();
  const ignored = new Set<string>();

  const registeredFor = (uid: Uid): readonly Registered[] => {
    const found = known.get(uid);
    if (found !== undefined) return found;
    const file = files.get(uid);
    const those = subscribers.filter((each) => each.models === null || each.models.has(uid));
    const all = file === undefined ? those : [file, ...those];
    known.set(uid, all);
    return all;
  };
  const has = (uid: Uid): boolean => registeredFor(uid).length > 0;
  const hasInside = (uid: Uid): boolean => {
    const found = inside.get(uid) ?? (has(uid) || componentsIn(schema, uid).some(hasInside));
    inside.set(uid, found);
    return found;
  };
  const hasReads = (uid: Uid): boolean => {
    const found = reads.get(uid) ?? registeredFor(uid).some(({ hookOf }) => readActions.some(hookOf));
    reads.set(uid, found);
    return found;
  };
  const forget = (): void => {
    reads = new Map();
    known = new Map();
    inside = new Map();
  };
  const modelFor = (type: ContentType | Component): Model => {
    const model = models.get(type) ?? modelOf(type);
    models.set(type, model);
    return model;
  };
  const add = (registered: Registered): (() => void) => {
    subscribers.push(registered);
    forget();
    return () => {
      const at = subscribers.indexOf(registered);
      if (at !== -1) subscribers.splice(at, 1);
      forget();
    };
  };

  async function runOne(registered: Registered, hook: Hook, event: RowEvent): Promise<void> {
    const { action, type, params, states } = event;
    const given: HookEvent = {
      action,
      model: modelFor(type),
      params,
      state: states.get(registered) ?? {},
      ...('result' in event && { result: event.result }),
    };
    await runHook(dependencies, `${action} of ${type.uid} (${registered.source})`, () => hook(given));
    states.set(registered, given.state ?? {});
    if (given.params !== params) Object.assign(params, given.params);
    if ('result' in event) event.result = given.result;
  }

  return {
    has,
    hasInside,
    hasReads,
    async run(event) {
      for (const registered of registeredFor(event.type.uid)) {
        const hook = registered.hookOf(event.action);
        if (hook !== undefined) await runOne(registered, hook, event);
      }
    },
    reportIgnored({ action, type }, names) {
      const fresh = names.filter((name) => !ignored.has(`${action} ${type.uid} ${name}`));
      for (const name of fresh) ignored.add(`${action} ${type.uid} ${name}`);
      if (fresh.length > 0)
        log.warn(
          `${action} of ${type.uid} sets what a hook cannot change, so it stays as it is: ${fresh.join(', ')}`,
        );
    },
    load(lifecycles) {
      for (const [uid, { file, value }] of lifecycles) {
        if (!isModel(schema, uid)) log.warn(`${file} never runs: there is no ${uid}`);
        if (typeof value !== 'object' || value === null)
          throw new Error(`${file}: must export an object of hooks, such as { beforeCreate(event) {} }`);
        const hooks = value as Readonly<Record<string, unknown>>;
        warnOfUnknown(log, file, hooks);
        files.set(uid, { source: file, models: new Set([uid]), hookOf: (action) => hookIn(hooks, action) });
      }
      forget();
    },
    subscribe(subscriber) {
      const source = 'a subscriber';
      if (typeof subscriber === 'function') return add({ source, models: null, hookOf: () => subscriber });
      const { models: named, ...hooks } = readSubscriber(subscriber);
      warnOfUnknown(log, 'strapi.db.lifecycles.subscribe()', hooks);
      checkModels(schema, log, named);
      return add({
        source,
        models: named === undefined ? null : new Set(named),
        hookOf: (action) => hookIn(hooks, action),
      });
    },
  };
}

function readSubscriber(subscriber: Exclude<Subscriber, Hook>): Exclude<Subscriber, Hook> {
  const isObject = typeof subscriber === 'object' && subscriber !== null;
  const { models } = isObject ? subscriber : {};
  if (isObject && (models === undefined || Array.isArray(models))) return subscriber;
  throw new TypeError(
    'strapi.db.lifecycles.subscribe() takes a function, or an object such as { models: [uid], beforeCreate(event) {} }',
  );
}

const hookIn = (hooks: Readonly<Record<string, unknown>>, action: string): Hook | undefined => {
  const hook = hooks[action];
  return typeof hook === 'function' ? (event) => (hook as Hook).call(hooks, event) : undefined;
};

const actionsOf = (names: readonly string[]): readonly string[] =>
  names.flatMap((name) => [`before${name}`, `after${name}`]);
const actions = actionsOf(rowOperations);
const readActions = actionsOf(['FindOne', 'FindMany', 'Count']);

function warnOfUnknown(log: Log, source: string, hooks: Readonly<Record<string, unknown>>): void {
  for (const [name, hook] of Object.entries(hooks)) {
    if (!actions.includes(name)) log.warn(`${source}: ${name} never runs${didYouMean(name, actions)}`);
    else if (typeof hook !== 'function') log.warn(`${source}: ${name} never runs, as it is no function`);
  }
}

function checkModels(schema: Schema, log: Log, models: readonly Uid[] | undefined): void {
  for (const uid of models ?? [])
    if (!isModel(schema, uid))
      log.warn(`strapi.db.lifecycles.subscribe(): there is no model ${uid}, so its hooks never run`);
}

const isModel = ({ contentTypes, components }: Schema, uid: Uid): boolean =>
  contentTypes.has(uid) || components.has(uid);

/** The components that a content-type or a component has. */
const componentsIn = ({ contentTypes, components }: Schema, uid: Uid): readonly Uid[] =>
  [...((contentTypes.get(uid) ?? components.get(uid))?.attributes.values() ?? [])].flatMap((attribute) => {
    if (attribute.kind === 'component') return [attribute.component];
    return attribute.kind === 'zone' ? attribute.components : [];
  });
