import { err, ok, type Result } from '../domain/result.js';
import { buildSchema } from '../domain/schema/build-schema.js';
import type { SchemaFault } from '../domain/schema/schema-source.js';
import type { Schema } from '../domain/schema/schema.js';
import { decodeConfig, type Config } from '../adapters/app-directory/config.js';
import type { Environment } from '../adapters/app-directory/create-env.js';
import { readAppCode, type AppCode } from '../adapters/app-directory/read-app-code.js';
import { readAppParts, type LoadedParts } from '../adapters/app-directory/read-app-parts.js';
import { readConfig } from '../adapters/app-directory/read-config.js';
import { unrunCode } from '../adapters/app-directory/unrun-code.js';
import { unreadSettings } from '../adapters/app-directory/unread-settings.js';
import { readSchemaFiles } from '../adapters/app-directory/read-schema-files.js';
import { appFailure } from '../adapters/app-directory/app-failure.js';
import { createLog, type LogLevel } from '../adapters/host/create-log.js';
import type { Log } from '../application/ports/log.js';
import { checkAllowedFields } from '../application/accounts/check-allowed-fields.js';
import type { Problem } from '../adapters/delivery/cli/describe-problem.js';

/** The validated settings and content-types of an app directory. */
export interface App {
  readonly directory: string;
  readonly config: Config;
  readonly schema: Schema;
  /** Config files that are ignored because they are TypeScript. */
  readonly ignored: readonly string[];
  /** Settings that have no effect here, by file. */
  readonly unread: readonly string[];
  /** Warnings about options of schema files that have no effect. */
  readonly notes: readonly SchemaFault[];
  /** Code that is not run: one sentence for each kind. */
  readonly unrun: readonly string[];
}

/** The code of an app directory. */
export interface Code extends AppCode {
  readonly parts: LoadedParts;
}

/** Reads the app and its code. Fails with the faults of both. */
export async function readAppAndCode(
  directory: string,
  environment: Environment,
): Promise<Result<{ readonly app: App; readonly code: Code }, Problem>> {
  const [app, code, parts] = await Promise.all([
    readApp(directory, environment),
    readAppCode(directory),
    readAppParts(directory),
  ]);
  if (app.ok && code.ok && parts.ok)
    return ok({ app: app.value, code: { ...code.value, parts: parts.value } });
  return err(joinProblems([app, code, parts].flatMap((read) => (read.ok ? [] : [read.failure]))));
}

/** Reads settings and content-types. Fails with the faults of both. */
export async function readApp(directory: string, environment: Environment): Promise<Result<App, Problem>> {
  const [settings, schema, unrun] = await Promise.all([
    readSettings(directory, environment),
    readSchema(directory),
    unrunCode(directory),
  ]);
  if (settings.ok && schema.ok) return fitting({ directory, ...settings.value, ...schema.value, unrun });
  return err(joinProblems([settings, schema].flatMap((read) => (read.ok ? [] : [read.failure]))));
}

/** Checks settings that name attributes. */
function fitting(app: App): Result<App, Problem> {
  const refusals = checkAllowedFields(app.schema, app.config.accounts.allowedFields);
  const path = 'users-permissions.config.register.allowedFields';
  const faults = refusals.map((message) => ({ file: 'config/plugins', path, message }));
  return faults.length === 0 ? ok(app) : err(appFailure('wrong settings', faults));
}

async function readSettings(
  directory: string,
  environment: Environment,
): Promise<Result<Pick<App, 'config' | 'ignored' | 'unread'>, Problem>> {
  const files = await readConfig(directory, environment);
  if (!files.ok) return files;
  const config = decodeConfig(environment, files.value);
  return config.ok
    ? ok({
        config: config.value,
        ignored: files.value.ignored,
        unread: unreadSettings(files.value, config.value.middlewares),
      })
    : config;
}

async function readSchema(directory: string): Promise<Result<Pick<App, 'schema' | 'notes'>, Problem>> {
  const sources = await readSchemaFiles(directory);
  if (!sources.ok) return sources;
  const notes: SchemaFault[] = [];
  const schema = buildSchema(sources.value, notes);
  return schema.ok ? ok({ schema: schema.value, notes }) : schema;
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
