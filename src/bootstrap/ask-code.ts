import type { AddedAttributes } from '../adapters/app-code/added-attributes/added-attributes.js';
import { askExtensions } from '../adapters/app-code/added-attributes/ask-extensions.js';
import { askRegister } from '../adapters/app-code/added-attributes/ask-register.js';
import { readTypeExtensions } from '../adapters/app-directory/read-app-parts.js';
import { readTypeRegister } from '../adapters/app-directory/read-type-register.js';
import type { Log } from '../application/ports/log.js';
import { withAttributesByCode } from '../domain/schema/built-in.js';
import type { SchemaSources } from '../domain/schema/schema-source.js';
import { appBaseOf } from './app-base.js';
import type { AppSettings } from './app-settings.js';

/** Code of apps finds the app object here, as existing projects expect. */
export const appGlobals = globalThis as { strapi?: object };

/** Asks the code of an app for the attributes that it adds to content-types. It finds `global.strapi` without a schema. */
export async function askCode(app: AppSettings, files: SchemaSources, log: Log): Promise<AddedAttributes> {
  const before = appGlobals.strapi;
  const base = appBaseOf(app, log);
  appGlobals.strapi = base;
  try {
    const { codeDirectory, directory } = app;
    const extensions = await readTypeExtensions(codeDirectory, directory);
    const byExtensions = await askExtensions(extensions, files.contentTypes);
    const register = await readTypeRegister(codeDirectory, directory);
    if (register === null) return byExtensions;
    const { contentTypes } = withAttributesByCode(files, byExtensions.sources);
    const byRegister = await askRegister(register, base, contentTypes, (strapi) => {
      appGlobals.strapi = strapi;
    });
    return {
      sources: [...byExtensions.sources, ...byRegister.sources],
      notes: [...byExtensions.notes, ...byRegister.notes],
    };
  } finally {
    if (before === undefined) delete appGlobals.strapi;
    else appGlobals.strapi = before;
  }
}
