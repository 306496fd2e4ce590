import type { BackupReport } from '../../../application/backup/back-up.js';
import type { CheckedBackup } from '../../../application/backup/check-backup.js';
import type { RestoreReport } from '../../../application/backup/restore-backup.js';
import { totalOf } from '../../../application/transfer/parts.js';
import { ok, type Result } from '../../../domain/result.js';
import { command, flag, type Context, type Screen } from './command.js';
import type { Problem } from './describe-problem.js';
import { inSession } from './in-session.js';
import { harmless, noted, type Outcome } from './outcome.js';
import { createProgressView, readingLine, shownBytes, shownNumber } from './progress-view.js';
import type { Session } from './session.js';
import { comparison } from './transfer-command.js';

const backupCommand = command({
  name: 'backup',
  operands: ['FILE'],
  options: { 'without-media': flag, force: flag, verify: flag },
  summary: 'write everything to a file, or to standard output (-); or check such a file',
  page: 'backups',
  read: ([path], { 'without-media': withoutMedia, force, verify }) => {
    if (!verify)
      return inSession((session, screen) =>
        runBackup(session, screen, path, { withMedia: !withoutMedia, replace: force }),
      );
    return withoutMedia || force ? '--verify stands alone' : (context) => runCheck(context, path);
  },
});

const restoreCommand = command({
  name: 'restore',
  operands: ['FILE'],
  options: { verify: flag },
  summary: 'fill an empty database from a backup; or compare the database with it',
  page: 'backups',
  read: ([path], { verify }) =>
    inSession((session, screen) => runRestore(session, screen, path, verify ? compareAll : restoreAll)),
});

export const backupCommands = [backupCommand, restoreCommand];

async function runBackup(
  { backUp }: Session,
  screen: Screen,
  path: string,
  options: { readonly withMedia: boolean; readonly replace: boolean },
): Promise<Result<Outcome, Problem>> {
  const view = createProgressView(screen);
  const seconds = stopwatch();
  const written = await backUp(path, options, view.show);
  view.end();
  return written.ok ? noted(backupSummary(written.value, seconds())) : written;
}

function stopwatch(): () => number {
  const started = performance.now();
  return () => Math.max(1, Math.round((performance.now() - started) / 1000));
}

function backupSummary(
  { file, rows, media, leftOut, changedMeanwhile }: BackupReport,
  seconds: number,
): string {
  const { files, bytes, missing, missingFiles } = media;
  const notThere =
    missingFiles === 0
      ? []
      : [
          `${shownNumber(missingFiles)} files of the media library are not there: ${missing.join(', ')}${missingFiles > missing.length ? ', …' : ''}`,
        ];
  const changed =
    changedMeanwhile.length === 0
      ? []
      : [`Written to meanwhile, which the backup does not have: ${changedMeanwhile.join(', ')}.`];
  const done = `${shownNumber(rows)} versions and links and ${shownNumber(files)} files (${shownBytes(bytes)}) are in ${file} (${seconds} s).`;
  return [...leftOut.map((message) => `Left out: ${message}`), ...notThere, ...changed, done].join('\n');
}

async function runCheck(context: Context, path: string): Promise<Result<Outcome, Problem>> {
  const checked = await context.checkBackup(path, readingLine(context));
  if (!checked.ok) return checked;
  return ok({ result: contentsOf(checked.value), note: 'The backup is complete.', done: true });
}

/** Names in a file may have control characters. */
function contentsOf({ manifest, access, values, ending }: CheckedBackup): string {
  const { version, createdAt, source, hasMedia, inventory, schemaDigest } = manifest;
  const { count, bytes } = ending.sections['media'] ?? { count: 0, bytes: 0 };
  const filled = Object.entries(inventory).filter(([, { rows }]) => rows > 0);
  const missing =
    ending.missingFiles === 0 ? '' : `, ${shownNumber(ending.missingFiles)} were missing when it was made`;
  return [
    `Made at ${createdAt} by Quire ${version} from ${source}`,
    `Schema ${schemaDigest}`,
    ...filled.map(([part, { rows }]) => `${part}: ${shownNumber(rows)}`),
    `${shownNumber(totalOf(inventory))} versions and links in all`,
    `${shownNumber(access.roles.length)} roles, ${shownNumber(access.tokens.length)} tokens, ${shownNumber(values.length)} values`,
    hasMedia
      ? `${shownNumber(count)} files, ${shownBytes(bytes)}${missing}`
      : 'without the files of the media library',
  ]
    .map(harmless)
    .join('\n');
}

type Restoring = Extract<Awaited<ReturnType<Session['openRestore']>>, { readonly ok: true }>['value'];

async function runRestore(
  { openRestore }: Session,
  screen: Screen,
  path: string,
  work: (opened: Restoring, screen: Screen) => Promise<Result<Outcome, Problem>>,
): Promise<Result<Outcome, Problem>> {
  const opened = await openRestore(path);
  if (!opened.ok) return opened;
  try {
    return await work(opened.value, screen);
  } finally {
    opened.value.close();
  }
}

async function restoreAll({ restore }: Restoring, screen: Screen): Promise<Result<Outcome, Problem>> {
  const view = createProgressView(screen);
  const seconds = stopwatch();
  const restored = await restore({ onRead: readingLine(screen), onWritten: view.show });
  view.end();
  return restored.ok ? noted(restoreSummary(restored.value, seconds())) : restored;
}

function restoreSummary(
  { manifest, rows, before, leftOut, files, missingFiles }: RestoreReport,
  seconds: number,
): string {
  const earlier = before === 0 ? '' : `, ${shownNumber(before)} of them earlier`;
  const missing =
    missingFiles === 0 ? [] : [`${shownNumber(missingFiles)} files were missing when the backup was made.`];
  const media = manifest.hasMedia ? '' : ' The backup has no files of the media library.';
  const done = `${shownNumber(rows)} versions and links${earlier} and ${shownNumber(files)} files are restored from the backup of ${manifest.createdAt} (${seconds} s).${media}`;
  return [...leftOut.map((message) => `Left out: ${message}`), ...missing, done].map(harmless).join('\n');
}

async function compareAll({ compare }: Restoring, screen: Screen): Promise<Result<Outcome, Problem>> {
  const view = createProgressView(screen);
  const verified = await compare({ onRead: readingLine(screen), onWritten: view.show }, (line) => {
    view.clear();
    screen.out(`${line}\n`);
  });
  view.end();
  return verified.ok ? comparison(verified.value) : verified;
}
