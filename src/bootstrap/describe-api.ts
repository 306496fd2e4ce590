import type { AppRouteEntry } from '../adapters/delivery/openapi/app-paths.js';
import {
  createOpenApiDocument,
  type ServerPathOptions,
} from '../adapters/delivery/openapi/create-openapi-document.js';
import type { OpenApiDocument } from '../adapters/delivery/openapi/openapi.js';
import type { AppRoute } from '../adapters/delivery/rest/routes/app-route.js';
import { findsWithoutCode } from '../adapters/delivery/rest/routes/find-access.js';
import type { ContentType } from '../domain/schema/schema.js';
import { openApiOptions } from './app-settings.js';
import type { Parts } from './parts.js';

/** Describes the REST API of an app as OpenAPI, with the routes that its code has at the time. */
export function describeApi(parts: Parts, url?: string): OpenApiDocument {
  const { app, schema, routeRules } = parts;
  return createOpenApiDocument(schema, {
    ...openApiOptions(app),
    ...serverPathOptions(parts),
    ...(url !== undefined && { url }),
    routes: routeRules.declared().map((route) => entryOf(route, parts)),
  });
}

/** Which routes the server has of its own, beside the code of the app. */
export function serverPathOptions({ app, routeRules, liveChanges }: Parts): ServerPathOptions {
  const isPlain = (type: ContentType): boolean => findsWithoutCode(type, routeRules);
  return {
    prefix: app.config.rest.prefix,
    replaces: (type, action) => routeRules.replaces(type, action),
    isAggregated: isPlain,
    ...(liveChanges !== null && { isLive: isPlain }),
  };
}

function entryOf(route: AppRoute, { app, routeRules }: Parts): AppRouteEntry {
  const { method, path, isAtRoot, handler, auth, core, servedBy, config } = route;
  const { openapi } = config;
  const described = typeof openapi === 'object' && openapi !== null ? openapi : {};
  return {
    method,
    path: isAtRoot ? path : `${app.config.rest.prefix}${path}`,
    handler,
    isOpen: auth.isOpen,
    answeredBy: servedBy,
    described: openapi === false ? false : { ...described },
    isCore: core !== undefined && routeRules.controllers().isPlain(core.type.uid, core.action),
    ...(core !== undefined && { core }),
  };
}
