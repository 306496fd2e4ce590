import type { Action } from '../../../domain/permission/permission.js';
import type { ContentType } from '../../../domain/schema/schema.js';
import { documentOperation } from './document-paths.js';
import { json, responseRef, type Operation, type Parameter, type PathItem, type Paths } from './openapi.js';
import { namesIn, pathTemplates, signatureOf, type PathTemplate } from './path-templates.js';

/** A route that files or code of an app declare. */
export interface AppRouteEntry {
  /** In capitals; `ALL` for every method. */
  readonly method: string;
  /** The whole path, as koa's router writes it: `/api/articles/:id(\\d+)`. */
  readonly path: string;
  /** `api::article.article.featured`; `a function` for one without a name. */
  readonly handler: string;
  /** Whether nobody is authenticated. */
  readonly isOpen: boolean;
  /** The action of a content-type that it routes. */
  readonly core?: { readonly type: ContentType; readonly action: Action };
  /** `code`: the app's; `server`: the server's own, unchanged; `nobody`: there is no such route any more. */
  readonly answeredBy: 'code' | 'server' | 'nobody';
  /** What `config.openapi` says of it: members of an operation; false to leave it out. */
  readonly described: Readonly<Record<string, unknown>> | false;
  /** Whether it is a core action that no code of the app has changed. */
  readonly isCore: boolean;
}

type Method = keyof PathItem;
const methods: readonly Method[] = ['get', 'post', 'put', 'patch', 'delete'];

/** Returns the paths with the routes of an app. Of several routes on one path the first one counts. */
export function withAppPaths(paths: Paths, routes: readonly AppRouteEntry[]): Paths {
  const items = new Map(Object.entries(paths).map(([path, item]) => [signatureOf(path), { path, item }]));
  const taken = new Set<string>();
  const ids = new Set<string>();
  for (const place of routes.flatMap(placesOf)) {
    const { route, method, template } = place;
    const signature = signatureOf(template.path);
    if (taken.has(`${method} ${signature}`)) continue;
    taken.add(`${method} ${signature}`);
    if (route.answeredBy === 'server') continue;
    const { path, item } = items.get(signature) ?? { path: template.path, item: {} };
    const { [method]: served, ...others } = item;
    const isGone = route.answeredBy === 'nobody' || route.described === false;
    const made = isGone ? undefined : operationOf(place, served, ids);
    items.set(signature, {
      path,
      item: made === undefined ? others : { ...others, [method]: renamed(made, template, path) },
    });
  }
  return Object.fromEntries(
    [...items.values()]
      .filter(({ item }) => Object.keys(item).length > 0)
      .map(({ path, item }) => [path, item]),
  );
}

/** One operation of a route: it may have several methods, and paths with and without optional parameters. */
interface Place {
  readonly route: AppRouteEntry;
  readonly template: PathTemplate;
  readonly method: Method;
}

const placesOf = (route: AppRouteEntry): readonly Place[] =>
  pathTemplates(route.path).flatMap((template) =>
    methods
      .filter((method) => route.method === 'ALL' || route.method.toLowerCase() === method)
      .map((method) => ({ route, template, method })),
  );

/** `served` is what the server has there: an action of a plugin that code has changed takes the same. */
function operationOf(
  { route, template, method }: Place,
  served: Operation | undefined,
  ids: Set<string>,
): Operation {
  const { core, isCore, isOpen, described, handler } = route;
  const plugins = handler.startsWith('plugin::') ? served : undefined;
  const own = core === undefined ? plugins : documentOperation(core.type, core.action);
  const base = own ?? codeOperation(route, method);
  const operationId = freeId(own?.operationId ?? idOf(route, method, template), ids);
  const isParameter = (parameter: NonNullable<Operation['parameters']>[number]): boolean =>
    'in' in parameter && parameter.in === 'path';
  return {
    ...base,
    operationId,
    ...(isOpen && { security: [{}] }),
    ...(!isCore && { responses: { ...base.responses, ...anyAnswer } }),
    ...described,
    parameters: [
      ...template.parameters,
      ...(((described || {})['parameters'] as Operation['parameters']) ?? base.parameters ?? []).filter(
        (parameter) => !isParameter(parameter),
      ),
    ],
  };
}

const codeOperation = ({ handler }: AppRouteEntry, method: Method): Operation => {
  const [uid = '', api] = /::([^.]+)/.exec(handler) ?? [];
  return {
    operationId: '',
    summary: uid === '' ? 'Code of the app' : `${handler.slice(handler.indexOf('::') + 2)}, code of the app`,
    tags: [api ?? 'App'],
    ...(method !== 'get' && method !== 'delete' && { requestBody: { required: false, content: json({}) } }),
    responses: anyAnswer,
  };
};

/** Code may answer with any status. */
const anyAnswer: Operation['responses'] = {
  200: { description: 'What the code of the app answers', content: json({}) },
  default: { description: 'Any other answer of the code', content: json({}) },
  401: responseRef('Unauthorized'),
  403: responseRef('Forbidden'),
};

/** `article.featured`; of a function, the method and the words of the path. */
function idOf({ handler }: AppRouteEntry, method: Method, { path }: PathTemplate): string {
  const [, name] = /^[\w-]+::[\w-]+\.(.+)$/.exec(handler) ?? [];
  if (name !== undefined) return name;
  const words = path.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  return method + words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('');
}

function freeId(wanted: string, ids: Set<string>): string {
  let id = wanted;
  for (let count = 2; ids.has(id); count++) id = `${wanted}${count}`;
  ids.add(id);
  return id;
}

/** An operation beside others has the names of the parameters that the path has got from the first one. */
function renamed(operation: Operation, template: PathTemplate, path: string): Operation {
  const names = namesIn(path);
  const parameters = template.parameters.map((parameter, index): Parameter => ({
    ...parameter,
    name: names[index] ?? parameter.name,
  }));
  const others = (operation.parameters ?? []).slice(template.parameters.length);
  const all = [...parameters, ...others];
  const { parameters: _, ...rest } = operation;
  return all.length === 0 ? rest : { ...rest, parameters: all };
}
