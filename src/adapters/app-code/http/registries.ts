import type { AppPart, Instance } from '../../../application/app-code/app-parts.js';
import type { AppAction, Controllers } from '../../../application/app-code/controllers.js';
import { isOriginal, pluginActionOf } from '../../../application/app-code/plugin-actions.js';
import { callCode } from '../../../application/app-code/thrown-by.js';
import type { Log } from '../../../application/ports/log.js';
import type { Schema } from '../../../domain/schema/schema.js';
import { baseControllerOf, isServersOwn, type Controller } from './core-controller.js';
import type { Core } from './core.js';

/** What an app has, by UID. */
export interface Members {
  /** Undefined if nothing has this UID. Throws what the app's code throws. */
  get(uid: string): unknown;
  has(uid: string): boolean;
  uids(): readonly string[];
}

/** The controllers or services of an app, each made when it is first asked for. */
export interface Registry extends Members {
  /** Adds or replaces one: a factory of `{ strapi }`, or the thing itself. */
  set(uid: string, part: AppPart): void;
  load(parts: ReadonlyMap<string, AppPart>, instance: Instance): void;
}

export function createRegistry(): Registry {
  const parts = new Map<string, AppPart>();
  const made = new Map<string, unknown>();
  let instance: Instance = { strapi: undefined, quire: undefined };
  return {
    get(uid) {
      if (made.has(uid)) return made.get(uid);
      const part = parts.get(uid);
      if (part === undefined) return undefined;
      const one = make(part, instance);
      made.set(uid, one);
      return one;
    },
    has: (uid) => parts.has(uid),
    uids: () => [...parts.keys()],
    set(uid, part) {
      parts.set(uid, part);
      made.delete(uid);
    },
    load(given, forInstance) {
      instance = forInstance;
      for (const [uid, part] of given) parts.set(uid, part);
    },
  };
}

const make = ({ value }: AppPart, instance: Instance): unknown =>
  typeof value === 'function' ? (value as (instance: Instance) => unknown)(instance) : value;

/** An object whose members are made when they are read; `short` is added to their names. */
export const byUid = (registry: Members, short = ''): Readonly<Record<string, unknown>> =>
  new Proxy<Record<string, unknown>>(
    {},
    {
      get: (_target, name) => (typeof name === 'string' ? registry.get(`${short}${name}`) : undefined),
      has: (_target, name) => typeof name === 'string' && registry.has(`${short}${name}`),
      ownKeys: () =>
        registry
          .uids()
          .filter((uid) => uid.startsWith(short))
          .map((uid) => uid.slice(short.length)),
      getOwnPropertyDescriptor: (_target, name) =>
        typeof name === 'string' && registry.has(`${short}${name}`)
          ? { configurable: true, enumerable: true, value: registry.get(`${short}${name}`) }
          : undefined,
    },
  );

export interface ControllersDependencies {
  readonly schema: Schema;
  readonly controllers: Registry;
  readonly core: Core;
  readonly log: Log;
}

/** The controllers of the app's files; a content-type without one has the server's. */
export function createControllers({ schema, controllers, core, log }: ControllersDependencies): Controllers {
  const plain = new Map<string, boolean>();
  const baseOf = (uid: string): Controller | undefined =>
    schema.contentTypes.get(uid)?.exposed === true ? baseControllerOf(core, uid) : undefined;
  const controllerOf = (uid: string): Controller | undefined => {
    const own = callCode(`the controller ${uid}`, () => controllers.get(uid) as Controller | undefined);
    return own ?? baseOf(uid);
  };
  const findPlain = (uid: string, action: string): boolean => {
    const own = controllerOf(uid);
    // A controller without the action leaves it to the server.
    const controller = own === undefined || own[action] === undefined ? baseControllerOf(core, uid) : own;
    try {
      return isServersOwn(core, uid, controller, action);
    } catch (error) {
      log.warn(`the service ${uid} cannot be made, so its routes are the server's own`, { error });
      return true;
    }
  };
  return {
    actionOf(uid, name) {
      const controller = controllerOf(uid);
      const base = baseOf(uid);
      const own: unknown = controller?.[name];
      const action = own ?? (base?.[name] as unknown);
      return typeof action === 'function'
        ? (action.bind(own === undefined ? base : controller) as AppAction)
        : undefined;
    },
    actionsOf: (uid) => namesOf(controllerOf(uid)),
    isPlain(uid, action) {
      if (pluginActionOf(uid, action) !== undefined)
        return isOriginal((controllers.get(uid) as Controller | undefined)?.[action]);
      const key = `${uid}.${action}`;
      const known = plain.get(key) ?? findPlain(uid, action);
      plain.set(key, known);
      return known;
    },
  };
}

/** The functions of a controller, also those of its class. */
function namesOf(controller: Controller | undefined): readonly string[] {
  const names = new Set<string>();
  for (
    let at: unknown = controller;
    at !== null && at !== undefined && at !== Object.prototype;
    at = Object.getPrototypeOf(at)
  )
    for (const name of Object.getOwnPropertyNames(at))
      if (name !== 'constructor' && typeof controller?.[name] === 'function') names.add(name);
  return [...names].sort();
}
