import { stages, type ImportReport, type Stage } from '../../../application/strapi-archive/import-archive.js';
import type { Finding } from '../../../application/strapi-archive/findings.js';
import { ok, type Result } from '../../../domain/result.js';
import { command, flag, type Screen } from './command.js';
import type { Problem } from './describe-problem.js';
import { inSession } from './in-session.js';
import { harmless, type Outcome } from './outcome.js';
import { createProgressView, readingLine, shownBytes, shownNumber } from './progress-view.js';
import type { Session } from './session.js';

const options = {
  key: { value: 'KEY' },
  only: { value: 'PARTS' },
  exclude: { value: 'PARTS' },
  'dry-run': flag,
  force: flag,
  json: flag,
};

export const importCommand = command({
  name: 'import',
  operands: ['FILE|FOLDER'],
  options,
  summary: 'take over an export of Strapi 5; PARTS are content, files, config',
  page: 'import',
  read: ([path], { key, only, exclude, 'dry-run': dryRun, force, json }) => {
    const chosen = chosenStages(only, exclude);
    if (typeof chosen === 'string') return chosen;
    const request = { stages: chosen, dryRun, force };
    return inSession((session, screen) => runImport(session, screen, { path, key, request, json }));
  },
});

interface Asked {
  readonly path: string;
  readonly key: string | undefined;
  readonly request: {
    readonly stages: ReadonlySet<Stage>;
    readonly dryRun: boolean;
    readonly force: boolean;
  };
  readonly json: boolean;
}

/** Returns the parts to import, or a message. */
function chosenStages(only: string | undefined, exclude: string | undefined): ReadonlySet<Stage> | string {
  const named = (option: string, text: string | undefined): readonly Stage[] | string => {
    const parts = (text ?? '').split(',').filter((part) => part !== '');
    const stranger = parts.find((part) => !(stages as readonly string[]).includes(part));
    return stranger === undefined
      ? (parts as Stage[])
      : `--${option}: there is no part ${JSON.stringify(stranger)}; there are: ${stages.join(', ')}`;
  };
  const [kept, left] = [named('only', only), named('exclude', exclude)];
  if (typeof kept === 'string') return kept;
  if (typeof left === 'string') return left;
  const chosen = (only === undefined ? stages : kept).filter((stage) => !left.includes(stage));
  return chosen.length === 0 ? 'There is nothing left to import' : new Set(chosen);
}

async function runImport(
  { openImport }: Session,
  screen: Screen,
  { path, key, request, json }: Asked,
): Promise<Result<Outcome, Problem>> {
  const opened = await openImport(path, key);
  if (!opened.ok) return opened;
  const view = createProgressView(screen);
  const started = performance.now();
  try {
    const imported = await opened.value.run(request, {
      onRead: readingLine(screen),
      onWritten: view.show,
    });
    view.end();
    if (!imported.ok) return imported;
    const report = imported.value;
    const seconds = Math.max(1, Math.round((performance.now() - started) / 1000));
    const done = report.findings.every(({ kind }) => kind !== 'lost');
    const result = json ? JSON.stringify({ dryRun: request.dryRun, ...report }, null, 2) : tableOf(report);
    return ok({ result, note: noteOf(report, request.dryRun, seconds, json), done });
  } finally {
    view.end();
    opened.value.close();
  }
}

function tableOf({ types, links, roles, files }: ImportReport): string {
  const lines = types.map(
    ({ type, documents, versions }) =>
      `${type}  ${counted(documents, 'document')}, ${counted(versions, 'version')}`,
  );
  return [
    ...lines,
    counted(links, 'link'),
    counted(roles, 'role'),
    `${counted(files.count, 'stored file')}, ${shownBytes(files.bytes)}`,
  ].join('\n');
}

const counted = (count: number, what: string): string =>
  `${shownNumber(count)} ${what}${count === 1 ? '' : 's'}`;

function noteOf(
  { version, before, findings }: ImportReport,
  dryRun: boolean,
  seconds: number,
  json: boolean,
): string {
  const lines = json ? [] : describeFindings(findings, 'NOT IMPORTED');
  const earlier = before === 0 ? '' : ` ${shownNumber(before)} rows were there from an earlier run.`;
  const summary = dryRun
    ? `The archive of Strapi ${version} can be imported. Nothing was changed: without --dry-run this would be.`
    : `The archive of Strapi ${version} is imported (${seconds} s).${earlier}`;
  return [...lines, summary, neverThere].join('\n');
}

/** Returns a line for each finding; `lost` begins those about something that is missing. */
export const describeFindings = (findings: readonly Finding[], lost: string): readonly string[] =>
  findings.map(({ kind, message, count, examples }) => {
    const number = count === 1 && examples.length <= 1 ? '' : ` (${shownNumber(count)})`;
    const shown =
      examples.length === 0 ? '' : `: ${examples.join('; ')}${count > examples.length ? '; …' : ''}`;
    return harmless(`${kind === 'lost' ? `${lost}: ` : ''}${message}${number}${shown}`);
  });

const neverThere =
  'An archive never has: administrators and their roles, API and transfer tokens, releases, history, and who is signed in.';
