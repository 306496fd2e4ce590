import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { err, ok, type Result } from '../domain/result.js';
import { buildSchema } from '../domain/schema/build-schema.js';
import { withAttributesByCode } from '../domain/schema/built-in.js';
import type { ContentTypeSource, SchemaFault, SchemaSources } from '../domain/schema/schema-source.js';
import type { Schema } from '../domain/schema/schema.js';
import { withCustomFields } from '../adapters/app-directory/custom-fields.js';
import { decodeConfig } from '../adapters/app-directory/config.js';
import type { Environment } from '../adapters/app-directory/create-env.js';
import { readAppCode, type AppCode } from '../adapters/app-directory/read-app-code.js';
import { readAppParts, type LoadedParts } from '../adapters/app-directory/read-app-parts.js';
import { nameIn, type CodeDirectory } from '../adapters/app-directory/code-directory.js';
import { checkMigrations } from '../adapters/app-directory/check-migrations.js';
import { checkPlugins } from '../adapters/app-directory/plugin-list.js';
import { environmentName, readConfig } from '../adapters/app-directory/read-config.js';
import { misspeltVariables } from '../adapters/app-directory/read-environment.js';
import { unrunCode } from '../adapters/app-directory/unrun-code.js';
import { unreadSettings } from '../adapters/app-directory/unread-settings.js';
import { readSchemaFiles } from '../adapters/app-directory/read-schema-files.js';
import { appFailure } from '../adapters/app-directory/app-failure.js';
import { createLog, type LogLevel } from '../adapters/host/create-log.js';
import type { Log } from '../application/ports/log.js';
import { checkAllowedFields } from '../application/accounts/check-allowed-fields.js';
import type { Problem } from '../adapters/delivery/cli/describe-problem.js';
import { checkTemplates } from '../application/previews/fill-template.js';
import type { AppSettings } from './app-settings.js';
import { askCode } from './ask-code.js';
import { hookAppCode } from './hook-modules.js';
import { keepOutOfGit } from './keep-out-of-git.js';

/** The validated settings and content-types of an app directory. */
export interface App extends AppSettings {
  readonly schema: Schema;
  /** The schema files that it comes from, with what code adds. */
  readonly sources: SchemaSources;
  /** Attributes that extensions of plugins and `register` add in code. */
  readonly addedByCode: readonly ContentTypeSource[];
  /** Sentences for the log: code that could not be asked for attributes. */
  readonly unasked: readonly string[];
  /** Warnings about options of schema files that have no effect. */
  readonly notes: readonly SchemaFault[];
}

/** The code of an app directory. */
export interface Code extends AppCode {
  readonly parts: LoadedParts;
  /** Code that is not run: one sentence for each kind. */
  readonly unrun: readonly string[];
}

/** Reads settings and content-types. Fails with the faults of both. `object` becomes the app object. */
export async function readApp(
  directory: string,
  environment: Environment,
  object: object = {},
): Promise<Result<App, Problem>> {
  if (!existsSync(directory))
    return err({ message: `${directory}: no such directory; name the directory of your app with --app` });
  const code = await findCode(directory, environment);
  if (!code.ok) return code;
  const { path: codeDirectory, notes } = code.value;
  const [settings, files] = await Promise.all([
    readSettings(directory, codeDirectory, environment),
    readSchemaFiles(codeDirectory, directory),
  ]);
  if (!settings.ok || !files.ok) {
    const schema = files.ok ? schemaOf(files.value) : files;
    return err(joinProblems([settings, schema].flatMap((read) => (read.ok ? [] : [read.failure]))));
  }
  const place = { directory, codeDirectory, object, ...settings.value };
  const log = logFor(environment, 'warn');
  const added = await askCode(place, files.value, log);
  const joined = withAttributesByCode(files.value, added.sources);
  const schema = schemaOf(await withCustomFields(joined, codeDirectory));
  if (!schema.ok) return schema;
  const said = [...notes, ...settings.value.said];
  const { sources: addedByCode, notes: unasked } = added;
  return fitting({ ...place, ...schema.value, addedByCode, unasked, said });
}

async function findCode(
  directory: string,
  environment: Environment,
): Promise<Result<CodeDirectory, Problem>> {
  try {
    return ok(await hookAppCode(directory, environmentName(environment) === 'production'));
  } catch (error) {
    const fault = { file: 'tsconfig.json', path: '', message: (error as Error).message };
    return err(appFailure('the code of the app cannot be found', [fault]));
  }
}

/** Loads the code of an app, which may use `global.strapi`. Fails with every file that cannot be loaded. */
export async function readCode({ directory, codeDirectory }: App): Promise<Result<Code, Problem>> {
  const folder = nameIn(directory, `${codeDirectory}/src`);
  const parts = await readAppParts(codeDirectory, directory);
  const notes: string[] = [];
  const code = await readAppCode(`${codeDirectory}/src`, folder, true, notes);
  keepOutOfGit(join(directory, '.quire'));
  if (parts.ok && code.ok) {
    const unrun = await unrunCode(directory, codeDirectory);
    const said = [...parts.value.notes, ...notes];
    return ok({ ...code.value, parts: { ...parts.value, notes: said }, unrun });
  }
  return err(joinProblems([parts, code].flatMap((read) => (read.ok ? [] : [read.failure]))));
}

/** Checks settings that name attributes. */
function fitting(app: App): Result<App, Problem> {
  const { accounts, admin } = app.config;
  const refusals = checkAllowedFields(app.schema, accounts.allowedFields);
  const path = 'users-permissions.config.register.allowedFields';
  const faults = [
    ...refusals.map((message) => ({ file: 'config/plugins', path, message })),
    ...checkTemplates(app.schema, admin.preview.templates ?? {}).map(({ type, message }) => ({
      file: 'config/admin',
      path: `preview.config.templates.${type}`,
      message,
    })),
  ];
  return faults.length === 0 ? ok(app) : err(appFailure('wrong settings', faults));
}

async function readSettings(
  directory: string,
  codeDirectory: string,
  environment: Environment,
): Promise<Result<Pick<App, 'config' | 'said' | 'unread'>, Problem>> {
  const files = await readConfig(codeDirectory, environment, directory);
  if (!files.ok) return files;
  const config = decodeConfig(environment, files.value);
  const { faults: refused, warnings } = await checkPlugins(directory, files.value);
  const faults = [...refused, ...(await checkMigrations(directory))];
  if (faults.length > 0) {
    const plugins = appFailure('parts of the project cannot be run', faults);
    return err(config.ok ? plugins : joinProblems([config.failure, plugins]));
  }
  const { notes, variables } = files.value;
  return config.ok
    ? ok({
        config: config.value,
        said: [...notes, ...warnings, ...misspeltVariables(directory, environment, variables)],
        unread: unreadSettings(files.value, config.value.middlewares),
      })
    : config;
}

function schemaOf(sources: SchemaSources): Result<Pick<App, 'schema' | 'sources' | 'notes'>, Problem> {
  const notes: SchemaFault[] = [];
  const schema = buildSchema(sources, notes);
  return schema.ok ? ok({ schema: schema.value, sources, notes }) : schema;
}

function joinProblems(problems: readonly Problem[]): Problem {
  const [first] = problems;
  if (first !== undefined && problems.length === 1) return first;
  return {
    message: problems.map(({ message }) => message).join('; '),
    details: { faults: problems.flatMap(faultsOf) },
  };
}

const faultsOf = ({ details }: Problem): readonly unknown[] => {
  const faults = details?.['faults'];
  return Array.isArray(faults) ? faults : [];
};

/** A log on standard error. Created before the settings are read, because reading them may log. */
export const logFor = ({ NODE_ENV }: Environment, level: LogLevel): Log =>
  createLog({ level, json: NODE_ENV === 'production' });
