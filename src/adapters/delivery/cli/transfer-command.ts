import type { Copied, Transfer, Verified } from '../../../application/transfer/transfer.js';
import { ok, type Result } from '../../../domain/result.js';
import { command, flag, type Screen } from './command.js';
import { noted, type Outcome } from './outcome.js';
import { createProgressView, shownNumber } from './progress-view.js';
import { inSession } from './in-session.js';

export const transferCommand = command({
  name: 'transfer',
  options: { to: { value: 'URL', isRequired: true }, verify: flag },
  summary: 'copy everything into another, empty database; or compare both',
  page: 'transfer',
  read: (_, { to, verify }) =>
    inSession(async ({ openTransfer }, screen) => {
      const opened = await openTransfer(to);
      if (!opened.ok) return opened;
      const { transfer, targetName, close } = opened.value;
      try {
        return verify ? await verifyBoth(transfer, screen) : await copyAll(transfer, targetName, screen);
      } finally {
        await close();
      }
    }),
});

async function copyAll(transfer: Transfer, targetName: string, screen: Screen): Promise<Result<Outcome>> {
  const view = createProgressView(screen);
  const started = performance.now();
  const copied = await transfer.copy(view.show);
  view.end();
  if (!copied.ok) return copied;
  const seconds = Math.max(1, Math.round((performance.now() - started) / 1000));
  return noted(summary(copied.value, targetName, seconds));
}

function summary({ rows, before, leftOut, changedMeanwhile }: Copied, to: string, seconds: number): string {
  const earlier = before === 0 ? '' : `, ${shownNumber(before)} of them earlier`;
  const done = `${shownNumber(rows)} versions and links are in ${to}${earlier} (${seconds} s). Compare both: the same command with --verify.`;
  const changed =
    changedMeanwhile.length === 0
      ? []
      : [
          `The source was written to meanwhile, which the copy does not have: ${changedMeanwhile.join(', ')}.`,
        ];
  return [...leftOut.map((message) => `Left out: ${message}`), ...changed, done].join('\n');
}

async function verifyBoth(transfer: Transfer, screen: Screen): Promise<Result<Outcome>> {
  const view = createProgressView(screen);
  const verified = await transfer.verify((line) => {
    view.clear();
    screen.out(`${line}\n`);
  }, view.show);
  view.end();
  return verified.ok ? comparison(verified.value) : verified;
}

/** Says how many rows were compared. Differences fail the command. */
export function comparison({ rows, differences }: Verified): Result<Outcome, never> {
  const found =
    differences === 0
      ? 'no difference'
      : differences === 1
        ? '1 difference'
        : `${shownNumber(differences)} differences`;
  const note = `${shownNumber(rows)} versions and links compared: ${found}.`;
  return ok({ result: '', note, done: differences === 0 });
}
