import type { Express } from 'express';
import { ok } from '../../../../domain/result.js';
import type { Authenticate } from '../authenticate.js';
import { serveApiPage } from './api-page.js';
import { serveDescription, type DescriptionAccess } from './serve-description.js';

export interface OpenApiDelivery {
  /** Makes the document in JSON. Called once, for the first request. */
  readonly document: () => string;
  readonly access: DescriptionAccess;
  /** Whether browsers get a page to read and try the API. */
  readonly page: boolean;
}

/** Serves `<prefix>/openapi.json`, and the page `<prefix>/openapi.html`. No content-type can have these names. */
export function mountOpenApi(
  app: Express,
  { document, access, page }: OpenApiDelivery,
  { authenticate, prefix }: { readonly authenticate: Authenticate; readonly prefix: string },
): void {
  if (access === 'off') return;
  let made: string | undefined;
  app.all(
    `${prefix}/openapi.json`,
    serveDescription(() => ok((made ??= document())), access, authenticate),
  );
  if (page) app.get(`${prefix}/openapi.:file([a-z.]+)`, serveApiPage);
}
