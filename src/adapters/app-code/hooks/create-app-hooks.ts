import type { AppPart } from '../../../application/app-code/app-parts.js';
import { rowOperations, type RowEvent, type RowHooks } from '../../../application/documents/row-hooks.js';
import type { Log } from '../../../application/ports/log.js';
import type { UnitsOfWork } from '../../../application/ports/units-of-work.js';
import { didYouMean } from '../../../domain/nearest-name.js';
import type { Component, ContentType, Schema, Uid } from '../../../domain/schema/schema.js';
import {
  createHookRegistry,
  hookActions,
  type Hook,
  type HookEvent,
  type Registered,
} from './hook-registry.js';
import { modelOf, type Model } from './model.js';
import { runHook, type HookLimits } from './run-hook.js';

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

export function createAppHooks(dependencies: AppHooksDependencies): AppHooks {
  const { schema, log } = dependencies;
  const registry = createHookRegistry(schema);
  const models = new Map<ContentType | Component, Model>();
  const ignored = new Set<string>();

  const modelFor = (type: ContentType | Component): Model => {
    const model = models.get(type) ?? modelOf(type);
    models.set(type, model);
    return model;
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
    ...registry.concerns,
    async run(event) {
      for (const registered of registry.of(event.type.uid)) {
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
      for (const [uid, part] of lifecycles) registry.setFile(uid, readFileOfHooks(dependencies, uid, part));
    },
    subscribe: (subscriber) => registry.add(readSubscriber(dependencies, subscriber)),
  };
}

function readFileOfHooks(
  { schema, log }: AppHooksDependencies,
  uid: Uid,
  { file, value }: AppPart,
): Registered {
  if (!isModel(schema, uid)) log.warn(`${file} never runs: there is no ${uid}`);
  if (typeof value !== 'object' || value === null)
    throw new Error(`${file}: must export an object of hooks, such as { beforeCreate(event) {} }`);
  const hooks = value as Readonly<Record<string, unknown>>;
  warnOfUnknown(log, file, hooks);
  return { source: file, models: new Set([uid]), hookOf: (action) => hookIn(hooks, action) };
}

function readSubscriber({ schema, log }: AppHooksDependencies, subscriber: Subscriber): Registered {
  const source = 'a subscriber';
  if (typeof subscriber === 'function') return { source, models: null, hookOf: () => subscriber };
  const { models: named, ...hooks } = checkedSubscriber(subscriber);
  warnOfUnknown(log, 'strapi.db.lifecycles.subscribe()', hooks);
  warnOfMissing(schema, log, named);
  return {
    source,
    models: named === undefined ? null : new Set(named),
    hookOf: (action) => hookIn(hooks, action),
  };
}

function checkedSubscriber(subscriber: Exclude<Subscriber, Hook>): Exclude<Subscriber, Hook> {
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

const actions = hookActions(rowOperations);

function warnOfUnknown(log: Log, source: string, hooks: Readonly<Record<string, unknown>>): void {
  for (const [name, hook] of Object.entries(hooks)) {
    if (!actions.includes(name)) log.warn(`${source}: ${name} never runs${didYouMean(name, actions)}`);
    else if (typeof hook !== 'function') log.warn(`${source}: ${name} never runs, as it is no function`);
  }
}

function warnOfMissing(schema: Schema, log: Log, models: readonly Uid[] | undefined): void {
  for (const uid of models ?? [])
    if (!isModel(schema, uid))
      log.warn(`strapi.db.lifecycles.subscribe(): there is no model ${uid}, so its hooks never run`);
}

const isModel = ({ contentTypes, components }: Schema, uid: Uid): boolean =>
  contentTypes.has(uid) || components.has(uid);
