import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createAppConfig } from '../adapters/app-code/create-app-config.js';
import { createAppBase, foldersOf, type AppBase } from '../adapters/app-code/create-app-base.js';
import { describeSchema } from '../adapters/app-code/describe-schema.js';
import type { Schema } from '../domain/schema/schema.js';
import type { ContentTypeSource, SchemaSources } from '../domain/schema/schema-source.js';
import type { Log } from '../application/ports/log.js';
import { publicAddress, type AppSettings } from './app-settings.js';
import { sessionSecret } from './session-secret.js';

/** The version of Strapi whose code this program runs, for code that asks. */
export const strapiVersion = '5.54.0';

/** Creates the part of the app object that code at the top of a module may use, on `app.object`. It may have no types yet. */
export function appBaseOf(
  app: AppSettings & {
    readonly schema?: Schema;
    readonly sources?: SchemaSources;
    readonly addedByCode?: readonly ContentTypeSource[];
  },
  log: Log,
): AppBase {
  const { directory, codeDirectory, config, schema, sources, addedByCode } = app;
  const { tree } = config;
  const server = { absoluteUrl: publicAddress(app), ...(tree['server'] as object) };
  const users = {
    ...(tree['plugin::users-permissions'] as object),
    // Found when somebody asks for it, because a generated one is stored.
    get jwtSecret() {
      return sessionSecret(app, log);
    },
  };
  const info = { ...readPackage(directory), strapi: strapiVersion };
  const base = createAppBase({
    views:
      schema && sources ? describeSchema(schema, sources, addedByCode) : { contentTypes: {}, components: {} },
    config: createAppConfig({ ...tree, server, info, 'plugin::users-permissions': users }, (message) =>
      log.warn(message),
    ),
    dirs: {
      app: foldersOf(directory),
      dist: foldersOf(codeDirectory),
      static: { public: publicFolder(app) },
    },
    log,
  });
  return Object.assign(app.object, base);
}

/** The folder whose files are served at `/`. */
export const publicFolder = ({ directory }: AppSettings): string => join(directory, 'public');

function readPackage(directory: string): object {
  try {
    return JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as object;
  } catch {
    return {};
  }
}
