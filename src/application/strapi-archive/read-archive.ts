import { isPlainObject, own, type PlainObject } from '../../domain/document/plain-object.js';
import { failure } from '../../domain/failure.js';
import type { ArchivedFile } from '../ports/foreign-archive.js';
import { ThrownFailure } from '../thrown-failure.js';
import type { ArchiveContent, ArchivedSchema } from './archive-content.js';
import type { Reading } from './reading.js';
import { linesOf, parseLine, refusedLine, type JsonLine } from '../transfer/json-lines.js';
import { createLinkShapes } from './link-shapes.js';
import { createRowReader } from './read-rows.js';

/**
 * Reads the whole archive once, and checks every line. Throws `ThrownFailure` at the first one that cannot be read;
 * what can be read and does not fit is added to `faults`.
 */
export async function readArchive(reading: Reading): Promise<ArchiveContent> {
  const { archive, scratch } = reading;
  const rows = createRowReader(reading);
  const links = createLinkShapes(scratch);
  const schemas = new Map<string, ArchivedSchema>();
  const settings = new Map<string, unknown>();
  const webhooks: PlainObject[] = [];
  const assets = new Map<string, number>();
  let metadata: PlainObject | undefined;
  const stages: Readonly<Record<string, (line: JsonLine) => void>> = {
    schemas: (line) => readSchema(line, schemas),
    entities: (line) => rows.add(line),
    links: (line) => links.add(line, parseLine(line)),
    configuration: (line) => readSetting(line, settings, webhooks),
  };
  let count = 0;
  const each = async (file: ArchivedFile, read: (line: JsonLine) => void): Promise<void> => {
    for await (const lines of linesOf(file)) {
      for (const line of lines) read(line);
      count += lines.length;
      reading.onRead(count);
    }
  };
  const paths = new Set<string>();
  for await (const file of archive.files()) {
    if (paths.has(file.path))
      throw new ThrownFailure(
        failure('INPUT.MISMATCH', `The entry ${JSON.stringify(file.path.slice(0, 200))} is there twice.`),
      );
    paths.add(file.path);
    const [stage = '', folder, name] = file.path.split('/');
    if (file.path === 'metadata.json') metadata = await readMetadata(file);
    else if (stage === 'assets' && folder === 'uploads' && name !== undefined)
      assets.set(file.path.slice('assets/uploads/'.length), file.size);
    else if (Object.hasOwn(stages, stage) && file.path.endsWith('.jsonl'))
      await each(file, stages[stage] as (line: JsonLine) => void);
    else if (stage !== 'assets')
      reading.findings.note('Files that no export of Strapi has were skipped', file.path);
  }
  const { version, createdAt } = checkMetadata(archive.name, metadata);
  return {
    version,
    createdAt,
    schemas,
    links,
    settings,
    webhooks,
    assets,
    ...rows.finish(version),
  };
}

async function readMetadata(file: ArchivedFile): Promise<PlainObject> {
  const parts: Uint8Array[] = [];
  if (file.size > 1024 * 1024) throw refusedLine({ file: file.path, number: 1 }, 'is longer than 1 MB');
  for await (const part of file.content) parts.push(part);
  const bytes = Uint8Array.from(parts.flatMap((part) => [...part]));
  return parseLine({ file: file.path, number: 1, bytes });
}

function checkMetadata(
  name: string,
  metadata: PlainObject | undefined,
): { version: string; createdAt: string } {
  if (metadata === undefined)
    throw new ThrownFailure(
      failure('INPUT.MISMATCH', `${name} has no metadata.json: it is cut off, or no export of Strapi.`),
    );
  const strapi = own(metadata, 'strapi');
  const version = isPlainObject(strapi) ? own(strapi, 'version') : undefined;
  const createdAt = own(metadata, 'createdAt');
  const major = typeof version === 'string' ? /^([45])\./.exec(version)?.[1] : undefined;
  if (typeof version !== 'string' || major === undefined)
    throw new ThrownFailure(
      failure(
        'INPUT.MISMATCH',
        `${name} is of Strapi ${JSON.stringify(version) ?? 'without a version'}: only exports of Strapi 4 and 5 can be read.`,
      ),
    );
  const time = typeof createdAt === 'string' ? Date.parse(createdAt) : NaN;
  return { version, createdAt: new Date(Number.isNaN(time) ? 0 : time).toISOString() };
}

function readSchema(line: JsonLine, schemas: Map<string, ArchivedSchema>): void {
  const schema = parseLine(line);
  const [uid, attributes] = [own(schema, 'uid'), own(schema, 'attributes')];
  if (typeof uid !== 'string' || !isPlainObject(attributes))
    throw refusedLine(line, 'is a schema without "uid" or "attributes"');
  schemas.set(uid, {
    draftAndPublish: flagAt(schema, 'options', 'draftAndPublish'),
    localized: flagAt(schema, 'pluginOptions', 'i18n', 'localized'),
    attributes: new Map(
      Object.entries(attributes).flatMap(([name, attribute]): [string, PlainObject][] =>
        isPlainObject(attribute) ? [[name, attribute]] : [],
      ),
    ),
  });
}

function flagAt(object: PlainObject, ...keys: readonly string[]): boolean {
  const value = keys.reduce<unknown>((at, key) => (isPlainObject(at) ? own(at, key) : undefined), object);
  return value === true;
}

function readSetting(line: JsonLine, settings: Map<string, unknown>, webhooks: PlainObject[]): void {
  const setting = parseLine(line);
  const value = own(setting, 'value');
  if (!isPlainObject(value)) throw refusedLine(line, 'is a setting without a value');
  if (own(setting, 'type') === 'webhook') webhooks.push(value);
  const key = own(value, 'key');
  if (typeof key === 'string' && wantedSettings.has(key)) settings.set(key, own(value, 'value'));
}

/** The others describe how Strapi's editor shows content. */
const wantedSettings = new Set([
  'plugin_i18n_default_locale',
  'plugin_users-permissions_advanced',
  'plugin_users-permissions_grant',
  'plugin_users-permissions_email',
]);
