import { failure, type Failure } from '../../domain/failure.js';
import { err, ok, type Result } from '../../domain/result.js';
import { localeType, roleType } from '../../domain/schema/built-in-uids.js';
import { mediaLeftOut } from '../access/missing-grants.js';
import type { Clock } from '../ports/clock.js';
import type { FileStore } from '../ports/file-store.js';
import type { ForeignArchive, Scratch } from '../ports/foreign-archive.js';
import { ThrownFailure } from '../thrown-failure.js';
import type { Ids } from '../ports/ids.js';
import type { Store } from '../ports/store.js';
import { storeFile } from '../transfer/store-file.js';
import { createTransfer } from '../transfer/create-transfer.js';
import type { OnProgress } from '../transfer/transfer.js';
import { archiveSource, noteLosses } from './archive-source.js';
import { Faults, Findings, type Finding } from './findings.js';
import type { ServingApp } from './imported-access.js';
import { planImport, type ImportPlan } from './plan-import.js';
import { readArchive } from './read-archive.js';
import { noteSettings, type SettingsOfAccounts } from './setting-notes.js';

/** The parts of an archive that can be left out. */
export const stages = ['content', 'files', 'config'] as const;
export type Stage = (typeof stages)[number];

export interface ImportDependencies extends ServingApp {
  readonly target: Store;
  readonly files: FileStore;
  readonly scratch: Scratch;
  readonly settings: SettingsOfAccounts;
  /** Used if only the configuration is imported; content brings its locales along. */
  readonly setDefaultLocale: (code: string) => Promise<Result<unknown>>;
  readonly clock: Clock;
  readonly ids: Ids;
}

export interface ImportRequest {
  readonly archive: ForeignArchive;
  readonly stages: ReadonlySet<Stage>;
  /** Checks everything and writes nothing. */
  readonly dryRun: boolean;
  /** Replaces what the target contains. */
  readonly force: boolean;
}

export interface ImportProgress {
  /** While the archive is read and checked; `rows` lines so far. */
  readonly onRead: (rows: number) => void;
  /** While files and rows are written. */
  readonly onWritten: OnProgress;
}

export interface ImportReport {
  /** The version of Strapi that exported the archive. */
  readonly version: string;
  readonly exportedAt: string;
  /** The types that the archive has rows of. */
  readonly types: readonly { readonly type: string; readonly documents: number; readonly versions: number }[];
  readonly links: number;
  readonly roles: number;
  readonly files: { readonly count: number; readonly bytes: number };
  /** Rows that an interrupted run has written before. */
  readonly before: number;
  readonly findings: readonly Finding[];
}

/**
 * Imports an export of Strapi. Fails with `INPUT.MISMATCH`, and changes nothing, if the archive is damaged, does not fit
 * the schema, or the target contains something and `force` is false.
 */
export async function importArchive(
  dependencies: ImportDependencies,
  request: ImportRequest,
  progress: ImportProgress,
): Promise<Result<ImportReport>> {
  try {
    return await run(dependencies, request, progress);
  } catch (error) {
    if (!(error instanceof ThrownFailure)) throw error;
    const { failure: found } = error;
    return err({ ...found, message: `${found.message} Nothing was imported.` });
  }
}

async function run(
  dependencies: ImportDependencies,
  request: ImportRequest,
  { onRead, onWritten }: ImportProgress,
): Promise<Result<ImportReport>> {
  const { scratch, files, settings, schema, controllers, extendedPlugins } = dependencies;
  const [faults, findings] = [new Faults(), new Findings()];
  const { archive } = request;
  const content = await readArchive({ schema, archive, scratch, faults, findings, onRead });
  if (faults.any) return err(unfit(archive.name, faults));
  const takesConfiguration = request.stages.has('config');
  const app = { schema, controllers, extendedPlugins };
  const planning = { ...app, scratch, faults, findings, files, takesConfiguration };
  const plan = planImport({ ...planning, defaultRole: settings.defaultRole }, content);
  if (faults.any) return err(unfit(archive.name, faults));
  if (takesConfiguration) noteSettings(content, settings, findings);
  if (request.stages.has('content')) {
    noteLosses(schema, plan, findings);
    for (const sentence of mediaLeftOut(schema, plan.roles)) findings.note(sentence);
  }
  if (content.version.startsWith('4.'))
    findings.note(
      'The archive is of Strapi 4: documentIds are new, and what is published is a draft as well. Compare the numbers below: exports before 4.12 can lack links of components',
    );
  if (content.assets.size === 0 && (plan.rows.get('plugin::upload.file')?.versions ?? 0) > 0)
    findings.note('The archive has file records and no files: copy the uploads, or export with files');
  const written = request.dryRun ? ok(0) : await write(dependencies, request, plan, findings, onWritten);
  return written.ok ? ok(reportOf(plan, request, written.value, findings)) : written;
}

const unfit = (name: string, faults: Faults): Failure =>
  failure('INPUT.MISMATCH', `${name} does not fit this app. Nothing was imported.`, {
    faults: faults.list(),
  });

/** Returns the number of rows that an interrupted run has written before. */
async function write(
  dependencies: ImportDependencies,
  request: ImportRequest,
  plan: ImportPlan,
  findings: Findings,
  onWritten: OnProgress,
): Promise<Result<number>> {
  const { schema, target, clock, ids } = dependencies;
  const { archive, force } = request;
  const copyFiles = (): Promise<Result<void>> =>
    request.stages.has('files')
      ? storeFiles(dependencies, archive, plan, onWritten)
      : Promise.resolve(ok(undefined));
  if (!request.stages.has('content')) {
    if (request.stages.has('config')) await setDefaultLocale(dependencies, plan, findings);
    const copied = await copyFiles();
    return copied.ok ? ok(0) : copied;
  }
  const applied = await target.schema.apply();
  if (!applied.ok) return applied;
  const access = await target.access.load();
  if (!access.ok) return access;
  const transfer = createTransfer({
    schema,
    source: archiveSource(schema, plan, access.value.tokens),
    target,
    sourceName: `the archive ${archive.name}`,
    clock,
    ids,
    replacement: {
      mayReplace: () => mayReplace(target, force),
      replacesUnfinished: force,
      prepare: copyFiles,
    },
  });
  const copied = await transfer.copy(onWritten);
  return copied.ok ? ok(copied.value.before) : copied;
}

async function setDefaultLocale(
  dependencies: ImportDependencies,
  { defaultLocale }: ImportPlan,
  findings: Findings,
): Promise<void> {
  const set = await dependencies.setDefaultLocale(defaultLocale);
  if (!set.ok) findings.lost('The default locale', set.failure.message);
}

/** What every server has after its first start. */
const ofFirstStart = new Set([`versions ${localeType}`, `versions ${roleType}`]);

async function mayReplace(target: Store, force: boolean): Promise<Result<boolean>> {
  if (force) return ok(true);
  const inventory = await target.archive.read(async (reader) => ok(await reader.inventory()));
  if (!inventory.ok) return inventory;
  const filled = Object.entries(inventory.value)
    .filter(([part, { rows }]) => rows > 0 && !ofFirstStart.has(part))
    .map(([part, { rows }]) => `${part} (${rows})`);
  if (filled.length === 0) return ok(true);
  const more = filled.length > 5 ? ` and ${filled.length - 5} more` : '';
  return err(
    failure(
      'INPUT.MISMATCH',
      `The database is not empty: it has ${filled.slice(0, 5).join(', ')}${more}. Nothing was changed. To delete all of its content and access and import this archive instead, add --force.`,
    ),
  );
}

/** Copies the files that records name. Those that are there already, from an interrupted run, are kept. */
async function storeFiles(
  { files }: ImportDependencies,
  archive: ForeignArchive,
  { files: { keys } }: ImportPlan,
  onWritten: OnProgress,
): Promise<Result<void>> {
  if (keys.size === 0) return ok(undefined);
  let count = 0;
  const folder = 'assets/uploads/';
  const show = (isPartDone: boolean): void =>
    onWritten({ part: 'files', isPartDone, partRows: count, rows: count, total: keys.size });
  for await (const { path, size, content } of archive.files()) {
    const key = path.startsWith(folder) ? keys.get(path.slice(folder.length)) : undefined;
    if (key === undefined) continue;
    count++;
    show(false);
    const there = await files.open(key);
    await there?.close();
    if (there?.size === size) continue;
    const stored = await storeFile(files, key, { content, size });
    if (!stored.ok) return stored;
  }
  show(true);
  return ok(undefined);
}

function reportOf(
  { content, rows, links, roles, files }: ImportPlan,
  request: ImportRequest,
  before: number,
  findings: Findings,
): ImportReport {
  const takesContent = request.stages.has('content');
  const filled = takesContent ? [...rows].filter(([, plan]) => plan.versions > 0) : [];
  const names = request.stages.has('files') ? [...files.keys.keys()] : [];
  return {
    version: content.version,
    exportedAt: content.createdAt,
    types: filled.map(([type, { documents, versions }]) => ({ type, documents, versions })),
    links: takesContent ? [...links.values()].reduce((sum, { inventory }) => sum + inventory.rows, 0) : 0,
    roles: takesContent ? roles.length : 0,
    files: {
      count: names.length,
      bytes: names.reduce((sum, name) => sum + (content.assets.get(name) ?? 0), 0),
    },
    before,
    findings: findings.list(),
  };
}
