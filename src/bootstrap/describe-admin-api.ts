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
