import { isDeepStrictEqual } from 'node:util';
import type { AppPart, RouteFile } from '../../../../application/app-code/app-parts.js';
import { callCode } from '../../../../application/app-code/thrown-by.js';
import {
  emptyConfig,
  membersOf,
  noStep,
  routesOf,
  type ExtensiblePlugin,
  type PluginMembers,
  type PluginRoute,
} from './extensible-plugin.js';
import { addNotOfferedMethods } from '../../not-offered.js';
import { refusalOfMember, refusalOfMethod } from './not-offered-members.js';

type Members = Record<string, unknown>;

/** A step of the start that an extension adds. */
export type ExtensionStep = (context: unknown) => unknown;

/** What an extension makes of a plugin. */
export interface Extension {
  readonly controllers: ReadonlyMap<string, AppPart>;
  readonly services: ReadonlyMap<string, AppPart>;
  readonly policies: ReadonlyMap<string, AppPart>;
  readonly middlewares: ReadonlyMap<string, AppPart>;
  readonly lifecycles: ReadonlyMap<string, AppPart>;
  readonly steps: Readonly<Partial<Record<'register' | 'bootstrap' | 'destroy', ExtensionStep>>>;
}

/** Refuses a member of the plugin by its path, such as `services.jwt.issue`. */
export type RefuseMember = (path: string, why: string) => never;

interface Reading {
  readonly file: string;
  readonly members: PluginMembers;
  readonly instance: object;
  readonly refuse: RefuseMember;
}

const memberNames: readonly (keyof ExtensiblePlugin)[] = [
  'controllers',
  'services',
  'routes',
  'policies',
  'middlewares',
  'contentTypes',
  'config',
  'register',
  'bootstrap',
  'destroy',
];

/** Reads what the extension in `file` has left of its plugin. Refuses what has no effect here. */
export function readExtension(plugin: ExtensiblePlugin, reading: Reading): Extension {
  const { name } = reading.members;
  const unknown = Object.keys(plugin).find((key) => !memberNames.some((known) => known === key));
  if (unknown !== undefined) reading.refuse(unknown, `a plugin has ${memberNames.join(', ')}`);
  if (!isDeepStrictEqual(plugin.config, emptyConfig()))
    reading.refuse('config', 'the settings of plugins are in config/plugins');
  const prefix = `plugin::${name}`;
  const named = (from: Members): ReadonlyMap<string, AppPart> =>
    new Map(
      Object.entries(from ?? {}).map(([one, value]) => [`${prefix}.${one}`, { file: reading.file, value }]),
    );
  return {
    controllers: controllersOf(plugin, reading),
    services: servicesOf(plugin, reading),
    policies: named(plugin.policies),
    middlewares: named(plugin.middlewares),
    lifecycles: lifecyclesOf(plugin, reading),
    steps: stepsOf(plugin),
  };
}

function controllersOf({ controllers }: ExtensiblePlugin, reading: Reading): Extension['controllers'] {
  const { members, instance, file, refuse } = reading;
  return new Map(
    Object.entries(controllers).map(([name, given]) => {
      const why = refusalOfMember(members.name, 'controllers', name);
      if (why !== undefined) refuse(`controllers.${name}`, why);
      const made = membersOf(given, instance);
      for (const action of Object.keys(made ?? {})) {
        const whyNot = refusalOfMember(members.name, `controllers.${name}`, action);
        if (whyNot !== undefined) refuse(`controllers.${name}.${action}`, whyNot);
      }
      return [`plugin::${members.name}.${name}`, { file, value: () => made }];
    }),
  );
}

/** Services of other names, and further methods of those that there are, can be added. */
function servicesOf({ services }: ExtensiblePlugin, reading: Reading): Extension['services'] {
  const { members, instance, file, refuse } = reading;
  return new Map(
    Object.entries(services).map(([name, given]) => {
      const why = refusalOfMember(members.name, 'services', name);
      if (why !== undefined) refuse(`services.${name}`, why);
      const base = members.services[name] as Members | undefined;
      const part = (value: unknown): readonly [string, AppPart] => [
        `plugin::${members.name}.${name}`,
        { file, value },
      ];
      if (base === undefined) return part(given);
      const made = membersOf(given, instance);
      for (const method of new Set([...Object.keys(base), ...Object.keys(made)])) {
        const whyNot = refusalOfMethod(members.name, name, method, base);
        if (whyNot !== undefined && made[method] !== base[method])
          refuse(`services.${name}.${method}`, whyNot);
      }
      addNotOfferedMethods(members.name, name, made);
      return part(() => made);
    }),
  );
}

/** Hooks of a content-type can be added; its attributes are in files, or were added before there was a schema. */
function lifecyclesOf({ contentTypes }: ExtensiblePlugin, reading: Reading): Extension['lifecycles'] {
  const { members, file, refuse } = reading;
  const found = new Map<string, AppPart>();
  for (const [name, given] of Object.entries(contentTypes ?? {})) {
    const { schema, lifecycles, ...others } = (given ?? {}) as Members;
    const [other] = schema === undefined ? [] : Object.keys(others);
    const known = members.contentTypes[name] as Members | undefined;
    const path = `src/extensions/${members.name}/content-types/${name}/schema.json`;
    if (other !== undefined)
      refuse(
        `contentTypes.${name}.${other}`,
        `a content-type has schema and lifecycles; attributes are declared in ${path}`,
      );
    if (known === undefined || !hasAttributesOf(schema ?? given, known, members.added?.[name] ?? {}))
      refuse(`contentTypes.${name}`, `attributes are declared in ${path}`);
    if (lifecycles !== undefined) found.set(`plugin::${members.name}.${name}`, { file, value: lifecycles });
  }
  return found;
}

/** Whether a schema names no attribute that was not added before, and that the content-type lacks or has in another form. */
function hasAttributesOf(schema: unknown, known: Members, added: Members): boolean {
  const [given, there] = [schema, known].map(
    (one) => (one as Members | undefined)?.['attributes'] as Members,
  );
  return Object.entries(given ?? {}).every(
    ([name, attribute]) =>
      isDeepStrictEqual(attribute, added[name]) ||
      ['type', 'relation', 'target', 'component'].every((key) =>
        isDeepStrictEqual((attribute as Members)?.[key], (there?.[name] as Members | undefined)?.[key]),
      ),
  );
}

const stepNames = ['register', 'bootstrap', 'destroy'] as const;

const stepsOf = (plugin: ExtensiblePlugin): Extension['steps'] =>
  Object.fromEntries(
    stepNames.flatMap((step) => {
      const given = plugin[step];
      return typeof given === 'function' && given !== noStep
        ? [[step, (context: unknown) => (given as ExtensionStep).call(plugin, context)]]
        : [];
    }),
  );

/** Reads the routes that an extension has left, with those of the server that it has not changed. */
export function readPluginRoutes(plugin: ExtensiblePlugin, reading: Reading): readonly RouteFile[] {
  const { file, members, refuse } = reading;
  const { 'content-api': main, admin, ...others } = plugin.routes;
  if (listIn(admin).length > 0) refuse('routes.admin', 'the admin page has routes of its own only');
  const part = { file, api: '', plugin: members.name };
  const more = Object.values(others).map((router) => ({ ...part, value: resolved(router, reading) }));
  const router = resolved(main, reading);
  const own = routesOf(members.name);
  const left = listIn(router);
  const isUnchanged = (route: PluginRoute): boolean =>
    own.some((one) => isDeepStrictEqual(comparable(one), comparable(route)));
  const unchanged = new Set<unknown>([...left.filter(isUnchanged), changesOfOwn]);
  const removed = own.filter(
    ({ method, path }) => !left.some((route) => route.method === method && route.path === path),
  );
  const value = { ...(router as object), routes: withChangesOfOwn(left) };
  return [{ ...part, value, unchanged, removed }, ...more];
}

/** The keys that count here; extensions take out others, such as the `request` by which Strapi validates bodies. */
const comparable = ({ method, path, handler, config }: PluginRoute) => ({ method, path, handler, config });

const usersPath = '/users/:id';

/** Changes of a user's own record, which are no route of Strapi and always the server's. */
const changesOfOwn: PluginRoute = {
  method: 'PUT',
  path: '/users/me',
  handler: () => {},
  config: { prefix: '' },
};

function withChangesOfOwn(routes: readonly PluginRoute[]): readonly PluginRoute[] {
  const at = routes.findIndex(({ method, path }) => method === 'PUT' && path === usersPath);
  return at === -1 ? routes : [...routes.slice(0, at), changesOfOwn, ...routes.slice(at)];
}

const listIn = (router: unknown): readonly PluginRoute[] => {
  const routes: unknown = Array.isArray(router)
    ? router
    : (router as { readonly routes?: unknown } | undefined)?.routes;
  return Array.isArray(routes) ? (routes as readonly PluginRoute[]) : [];
};

/** A router of the server is a function with members, which extensions may have set. */
function resolved(router: unknown, { file, instance }: Reading): unknown {
  const made =
    typeof router === 'function' && !('routes' in router)
      ? callCode(file, () => (router as (instance: object) => unknown)(instance))
      : router;
  return Array.isArray(made) ? { routes: made } : { ...(made as object) };
}
