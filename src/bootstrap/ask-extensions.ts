import {
  addedAttributes,
  type AddedAttributes,
} from '../adapters/app-code/plugins/extensions/added-attributes.js';
import type { AppBase } from '../adapters/app-code/create-app-base.js';
import { readTypeExtensions } from '../adapters/app-directory/read-app-parts.js';
import type { Log } from '../application/ports/log.js';
import type { SchemaSources } from '../domain/schema/schema-source.js';
import { appBaseOf } from './app-base.js';
import type { AppSettings } from './app-settings.js';

/** Code of apps finds the app object here, as existing projects expect. */
export const appGlobals = globalThis as { strapi?: AppBase };

/** Asks the extensions of an app for the attributes that they add to content-types. They find `global.strapi` without types. */
export async function askExtensions(
  app: AppSettings,
  { contentTypes }: SchemaSources,
  log: Log,
): Promise<AddedAttributes> {
  const before = appGlobals.strapi;
  appGlobals.strapi = appBaseOf(app, log);
  try {
    const extensions = await readTypeExtensions(app.codeDirectory, app.directory);
    return await addedAttributes(extensions, contentTypes);
  } finally {
    if (before === undefined) delete appGlobals.strapi;
    else appGlobals.strapi = before;
  }
}
