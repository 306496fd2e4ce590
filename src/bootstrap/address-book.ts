import { join } from 'node:path';
import { accountPaths } from '../adapters/delivery/openapi/account-paths.js';
import { documentPaths } from '../adapters/delivery/openapi/document-paths.js';
import type { Paths } from '../adapters/delivery/openapi/openapi.js';
import { pluginPaths } from '../adapters/delivery/openapi/plugin-paths.js';
import type { AddressBook, RouteEntry } from '../adapters/delivery/rest/development/address-book.js';
import type { ContentType } from '../domain/schema/schema.js';
import { publicAddress } from './app-settings.js';
import { packageRoot } from './package-root.js';
import type { Parts } from './parts.js';

/** Lists everything that an app serves, for the page at `/` in development. */
export function addressBook(parts: Parts): AddressBook {
  const { app, schema, routeRules } = parts;
  const { prefix } = app.config.rest;
  const exposed = [...schema.contentTypes.values()].filter((type) => type.exposed);
  const types = exposed.map((type) => ({ type, routes: routesOf(type, parts) }));
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
    otherRoutes: otherRoutes(parts),
    pages: pagesOf(parts),
    docs: join(packageRoot(), 'docs'),
  };
}

/** The routes that a content-type has of its own. Those that files give it are among the routes of the project. */
const routesOf = (type: ContentType, { app, routeRules }: Parts): readonly RouteEntry[] =>
  routesIn(documentPaths(type, app.config.rest.prefix, (action) => !routeRules.replaces(type.uid, action)));

function otherRoutes({ app, schema }: Parts): readonly RouteEntry[] {
  const { prefix } = app.config.rest;
  return routesIn({ ...accountPaths(schema, prefix), ...pluginPaths(schema, prefix) });
}

const routesIn = (paths: Paths): readonly RouteEntry[] =>
  Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { summary }]) => ({
      method: method.toUpperCase(),
      path,
      about: summary,
    })),
  );

function pagesOf({ app: { config } }: Parts): AddressBook['pages'] {
  const { graphql, rest, openApiAccess } = config;
  return [
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
