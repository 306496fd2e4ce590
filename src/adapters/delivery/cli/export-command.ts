import { ok, type Result } from '../../../domain/result.js';
import { command, flag } from './command.js';
import type { Problem } from './describe-problem.js';
import { inSession } from './in-session.js';
import { describeFindings } from './import-command.js';
import type { Outcome } from './outcome.js';
import { shownNumber } from './progress-view.js';
import type { Session } from './session.js';

export const exportCommand = command({
  name: 'export',
  operands: ['FILE|FOLDER'],
  options: { key: { value: 'KEY' }, 'no-compress': flag },
  summary: 'write everything as an export of Strapi 5, encrypted if there is a key',
  page: 'import',
  read: ([path], { key, 'no-compress': plain }) =>
    inSession((session) => runExport(session, path, { key, compress: !plain })),
});

async function runExport(
  { exportTo }: Session,
  path: string,
  form: { readonly key: string | undefined; readonly compress: boolean },
): Promise<Result<Outcome, Problem>> {
  const exported = await exportTo(path, form);
  if (!exported.ok) return exported;
  const { archive, rows, links, files, findings } = exported.value;
  const summary = `${shownNumber(rows)} rows, ${shownNumber(links)} links and ${shownNumber(files)} files are in ${archive}.`;
  return ok({
    result: '',
    note: [...describeFindings(findings, 'NOT EXPORTED'), summary].join('\n'),
    done: findings.every(({ kind }) => kind !== 'lost'),
  });
}
