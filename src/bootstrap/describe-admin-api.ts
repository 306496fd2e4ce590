import { LRUCache } from 'lru-cache';
import { cookieName } from '../adapters/delivery/admin/cookies.js';
import type { SeenSchema } from '../adapters/delivery/admin/call.js';
import { FailureAnswer } from '../adapters/delivery/admin/contract/failures.js';
import { NestedPartBody } from '../adapters/delivery/admin/contract/links.js';
import { csrfHeader, paths } from '../adapters/delivery/admin/contract/paths.js';
import { describeRoutes } from '../adapters/delivery/admin/describe-routes.js';
import { createAdminDocument } from '../adapters/delivery/openapi/create-admin-document.js';
import type { OpenApiDocument } from '../adapters/delivery/openapi/openapi.js';
import { publicAddress } from './app-settings.js';
import type { Parts } from './parts.js';

/** Describes the API of the admin page as OpenAPI, with these content-types; by default all of the app. */
export function describeAdminApi(
  { app, schema }: Pick<Parts, 'app' | 'schema'>,
  seen?: SeenSchema,
): OpenApiDocument {
  const url = publicAddress(app);
  return createAdminDocument(schema, {
    path: `${app.config.admin.path}${paths.api}`,
    types: seen?.types ?? [...schema.contentTypes.values()].filter(({ exposed }) => exposed),
    routes: describeRoutes(),
    codecs: [NestedPartBody],
    failure: FailureAnswer,
    cookie: cookieName('admin', seen?.isSecure ?? url.startsWith('https:')),
    csrfHeader,
    ...(seen === undefined && { url }),
  });
}

/** Administrators with the same grants have the same description. */
const maxDescriptions = 10;

/**
 * Returns a function that gives the description as JSON, and keeps the latest ones. Types with the same names and attributes
 * must be the same types.
 */
export function keepDescriptions(
  describe: (seen: SeenSchema) => OpenApiDocument,
): (seen: SeenSchema) => string {
  const kept = new LRUCache<string, string>({ max: maxDescriptions });
  return (seen) => {
    const names = seen.types.map(({ uid, attributes }) => [uid, ...attributes.keys()]);
    const key = JSON.stringify([seen.isSecure, names]);
    const text = kept.get(key) ?? JSON.stringify(describe(seen));
    kept.set(key, text);
    return text;
  };
}
