import { textOf } from '../../domain/document/text-of.js';
import { err, ok, type Result } from '../../domain/result.js';
import {
  fileType,
  internalTypes,
  localeType,
  roleType,
  userType,
} from '../../domain/schema/built-in-uids.js';
import type { ContentType, Schema, Uid } from '../../domain/schema/schema.js';
import type { AccessState } from '../ports/access-store.js';
import type { ArchivedLink, ArchivedVersion, ArchiveReader } from '../ports/archive-store.js';
import type { Clock } from '../ports/clock.js';
import type { FileStore } from '../ports/file-store.js';
import type { ArchiveWriter, Scratch } from '../ports/foreign-archive.js';
import type { Ids } from '../ports/ids.js';
import type { Store } from '../ports/store.js';
import { ThrownFailure } from '../thrown-failure.js';
import { checkFinished } from '../transfer/check-finished.js';
import { leftoversOf } from '../transfer/check-schemas.js';
import { exportFiles, onePiece, type FileLine } from './exported-files.js';
import { createItemLinks, exportedItemLinks } from './exported-items.js';
import { createVersionIds, exportedLinks, type VersionIds } from './exported-links.js';
import { exportedPermissions } from './exported-permissions.js';
import { createRowExport } from './exported-rows.js';
import { exportedFolders } from './exported-folders.js';
import { exportedSchemas } from './exported-schemas.js';
import { exportedSettings } from './exported-settings.js';
import { Findings, type Finding } from './findings.js';
import type { SettingsOfAccounts } from './setting-notes.js';
import { createStageFiles, type StageFiles } from './stage-files.js';

export interface ExportDependencies {
  readonly schema: Schema;
  readonly source: Store;
  readonly files: FileStore;
  readonly scratch: Scratch;
  readonly writer: ArchiveWriter;
  readonly accounts: SettingsOfAccounts;
  readonly clock: Clock;
  readonly ids: Ids;
}

export interface ExportReport {
  /** The path of the archive. */
  readonly archive: string;
  readonly rows: number;
  readonly links: number;
  readonly files: number;
  readonly findings: readonly Finding[];
}

/** The version whose format is written. */
const version = '5.54.0';

/** Writes all content, files, users and access as an export of Strapi 5. */
export async function exportArchive(dependencies: ExportDependencies): Promise<Result<ExportReport>> {
  const { source, writer } = dependencies;
  const whole = await checkFinished(source.archive);
  const fits = whole.ok ? await leftoversOf(source, 'The database') : whole;
  const access = fits.ok ? await source.access.load() : fits;
  if (!access.ok) {
    await writer.abandon();
    return access;
  }
  try {
    const written = await source.archive.read((reader) => writeAll(dependencies, reader, access.value));
    if (!written.ok) await writer.abandon();
    return written;
  } catch (error) {
    await writer.abandon();
    if (error instanceof ThrownFailure) return err(error.failure);
    throw error;
  }
}

interface Exporting extends ExportDependencies {
  readonly reader: ArchiveReader;
  readonly findings: Findings;
  readonly ids: Ids;
  readonly versionIds: VersionIds;
  readonly entities: StageFiles;
  readonly links: StageFiles;
}

async function writeAll(
  dependencies: ExportDependencies,
  reader: ArchiveReader,
  access: AccessState,
): Promise<Result<ExportReport>> {
  const { schema, scratch, writer, clock } = dependencies;
  const findings = new Findings();
  const stage = (name: string): StageFiles => createStageFiles(scratch, name);
  const exporting: Exporting = {
    ...dependencies,
    reader,
    findings,
    versionIds: createVersionIds(),
    entities: stage('entities'),
    links: stage('links'),
  };
  const schemas = stage('schemas');
  for (const line of exportedSchemas(schema)) schemas.add(line);
  const written = await collectRows(exporting);
  await collectLinks(exporting);
  const { ids } = dependencies;
  for (const { row, link } of exportedPermissions(access, written.roles, ids, clock.now(), findings)) {
    exporting.entities.add(row);
    exporting.links.add(link);
  }
  await schemas.write(writer);
  await exporting.entities.write(writer);
  const files = await exportFiles(exporting, written.files);
  await exporting.links.write(writer);
  const configuration = stage('configuration');
  for (const line of exportedSettings(written.defaultLocale, dependencies.accounts)) configuration.add(line);
  await configuration.write(writer);
  const metadata = new TextEncoder().encode(
    JSON.stringify({ createdAt: clock.now(), strapi: { version } }, null, 2),
  );
  await writer.write('metadata.json', metadata.length, onePiece(metadata));
  return ok({
    archive: await writer.finish(),
    rows: exporting.entities.count,
    links: exporting.links.count,
    files,
    findings: findings.list(),
  });
}

async function collectLinks({ schema, reader, links, versionIds }: Exporting): Promise<void> {
  for (const link of schema.links) {
    const rows: ArchivedLink[] = [];
    for await (const batch of reader.links(link, 0)) rows.push(...batch);
    for (const line of exportedLinks(schema, link, rows, versionIds)) links.add(line);
  }
}

interface WrittenRows {
  /** The ids of roles by their type. */
  readonly roles: ReadonlyMap<string, number>;
  /** The lines of file records. */
  readonly files: readonly FileLine[];
  readonly defaultLocale: string;
}

async function collectRows(exporting: Exporting): Promise<WrittenRows> {
  const { schema, scratch, reader, versionIds, entities } = exporting;
  const noted = new NotedRows(schema.defaultLocale, exporting.findings);
  const items = createItemLinks(scratch.file('item links'));
  let at: ArchivedVersion | undefined;
  const { itemId } = await reader.counters();
  const folders = await exportedFolders(schema, reader);
  const rows = createRowExport(schema, folders, itemId, (component, id, relation, targets) => {
    if (targets.length > 0 && at !== undefined)
      items.add({ component, id, relation: relation.name, targets, locale: at.locale, layer: at.layer });
  });
  for await (const { type, row } of exportedVersions(schema, reader)) {
    at = row;
    const data = rows.data(row, type);
    entities.add({ type: type.uid, id: row.id, data });
    versionIds.add(type.uid, row.documentId, row.layer, row.locale, row.id);
    noted.note(type.uid, row, data);
  }
  for (const line of exportedItemLinks(schema, items, versionIds)) exporting.links.add(line);
  return noted;
}

async function* exportedVersions(
  schema: Schema,
  reader: ArchiveReader,
): AsyncGenerator<{ readonly type: ContentType; readonly row: ArchivedVersion }, void, void> {
  for (const type of schema.contentTypes.values()) {
    if (internalTypes.has(type.uid)) continue;
    for await (const batch of reader.versions(type, 0)) for (const row of batch) yield { type, row };
  }
}

/** What other parts of the archive need of the rows. */
class NotedRows implements WrittenRows {
  readonly roles = new Map<string, number>();
  readonly files: FileLine[] = [];
  private defaultSince = '';

  constructor(
    public defaultLocale: string,
    private readonly findings: Findings,
  ) {}

  note(uid: Uid, { id, values }: ArchivedVersion, data: FileLine[1]): void {
    switch (uid) {
      case roleType:
        this.roles.set(textOf(values['type']), id);
        break;
      case fileType:
        this.files.push([id, data]);
        break;
      case localeType: {
        const since = values['defaultSince'];
        if (typeof since !== 'string' || since <= this.defaultSince) return;
        this.defaultSince = since;
        this.defaultLocale = textOf(values['code']);
        break;
      }
      case userType:
        if (textOf(values['password']).startsWith('$argon2')) this.findings.note(unverifiable);
    }
  }
}

const unverifiable =
  'Users whose passwords Strapi cannot verify, as they are hashed with argon2id: they need new ones';
