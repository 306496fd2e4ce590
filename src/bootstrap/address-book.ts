import { join } from 'node:path';
import { serverPaths } from '../adapters/delivery/openapi/create-openapi-document.js';
import type { Paths } from '../adapters/delivery/openapi/openapi.js';
import type { AddressBook, RouteEntry } from '../adapters/delivery/rest/development/address-book.js';
import type { ContentType } from '../domain/schema/schema.js';
import { publicAddress } from './app-settings.js';
import { serverPathOptions } from './describe-api.js';
import { packageRoot } from './package-root.js';
import type { Parts } from './parts.js';

/** Lists everything that an app serves, for the page at `/` in development. */
export function addressBook(parts: Parts): AddressBook {
  const { app, schema, routeRules } = parts;
  const { prefix } = app.config.rest;
  const exposed = [...schema.contentTypes.values()].filter((type) => type.exposed);
  const routes = routesIn(serverPaths(schema, serverPathOptions(parts)));
  const types = exposed.map((type) => ({ type, routes: routes.filter(isOf(type, prefix)) }));
  const appRoutes = routeRules.declared().map(({ method, path, isAtRoot, handler }) => ({
    method,
    path: isAtRoot ? path : `${prefix}${path}`,
    about: handler,
  }));
  return {
    address: publicAddress(app),
    prefix,
    types,
    components: [...schema.components.values()].map(({ uid, displayName }) => ({ uid, displayName })),
    appRoutes,
    otherRoutes: routes.filter((route) => !exposed.some((type) => isOf(type, prefix)(route))),
    pages: pagesOf(parts),
    docs: join(packageRoot(), 'docs'),
  };
}

/** Whether a route is one that a content-type has of its own. Those that files give it are among the routes of the project. */
const isOf = ({ kind, singularName, pluralName }: ContentType, prefix: string) => {
  const root = `${prefix}/${kind === 'singleType' ? singularName : pluralName}`;
  return ({ path }: RouteEntry): boolean => path === root || path.startsWith(`${root}/`);
};

const routesIn = (paths: Paths): readonly RouteEntry[] =>
  Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { summary }]) => ({
      method: method.toUpperCase(),
      path,
      about: summary,
    })),
  );

function pagesOf({ app: { config } }: Parts): AddressBook['pages'] {
  const { admin, graphql, rest, openApiAccess } = config;
  return [
    ...(admin.enabled
      ? [{ title: 'Admin', path: admin.path, about: 'edit content, and change content-types' }]
      : []),
    ...(openApiAccess === 'off'
      ? []
      : [
          { title: 'REST', path: `${rest.prefix}/openapi.html`, about: 'every route, to read and to try' },
          { title: 'OpenAPI', path: `${rest.prefix}/openapi.json`, about: 'the description for programs' },
        ]),
    ...(graphql.enabled && graphql.playground
      ? [{ title: 'GraphiQL', path: graphql.endpoint, about: 'write queries, with the schema at hand' }]
      : []),
    { title: 'Health', path: '/_health', about: 'answers 204 while the server runs' },
  ];
}
