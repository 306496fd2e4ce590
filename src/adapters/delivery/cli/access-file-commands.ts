import { readFile } from 'node:fs/promises';
import type { AccessFiles, Applied } from '../../../application/access/file/access-file.js';
import { err, ok, type Result } from '../../../domain/result.js';
import { command, flag } from './command.js';
import type { Problem } from './describe-problem.js';
import type { Outcome } from './outcome.js';
import { withRoles } from './in-session.js';
import { printedTo, reasonOf } from './printed-to.js';

const page = 'access';

export const accessFileCommands = [
  command({
    name: 'access export',
    operands: ['[FILE]'],
    summary: 'write roles, grants and tokens, without secrets, as JSON',
    page,
    read: ([file]) => withRoles(({ accessFiles }) => exportTo(file, accessFiles)),
  }),
  command({
    name: 'access apply',
    operands: ['FILE'],
    options: { prune: flag, 'dry-run': flag },
    summary: 'make roles, grants and tokens what a file says; --prune removes what it lacks',
    page,
    read: ([file], { prune, 'dry-run': dryRun }) =>
      withRoles(({ accessFiles }) => applyFrom(file, { prune, dryRun }, accessFiles)),
  }),
];

async function exportTo(file: string | undefined, files: AccessFiles): Promise<Result<Outcome, Problem>> {
  const exported = await files.export();
  if (!exported.ok) return exported;
  const { roles, tokens } = exported.value;
  const what = `${roles.length} roles and ${tokens.length} tokens are`;
  return printedTo(file, JSON.stringify(exported.value, null, 2), what);
}

async function applyFrom(
  file: string,
  options: { readonly prune: boolean; readonly dryRun: boolean },
  files: AccessFiles,
): Promise<Result<Outcome, Problem>> {
  const content = await readJson(file);
  if (!content.ok) return content;
  const applied = await files.apply(content.value, options);
  if (applied.ok) return ok(outcomeOf(applied.value, options.dryRun));
  const { code, message } = applied.failure;
  // Without the code, because the fault is in the file and the usage of the command would not help.
  return code === 'INPUT.INVALID' ? err({ message: `${file}: ${message}` }) : applied;
}

async function readJson(file: string): Promise<Result<unknown, Problem>> {
  try {
    return ok(JSON.parse(await readFile(file, 'utf8')) as unknown);
  } catch (error) {
    return err({ message: `${file} cannot be read: ${reasonOf(error)}` });
  }
}

/** Secrets of new tokens are printed only to standard output. */
function outcomeOf({ changes, kept, made, unfinished }: Applied, dryRun: boolean): Outcome {
  const secrets = made.map(({ name, token }) => `secret of token ${JSON.stringify(name)}: ${token}`);
  const state =
    changes.length === 0
      ? 'Nothing to change.'
      : dryRun
        ? 'Nothing was changed: without --dry-run this would be.'
        : `Applied: ${changes.length} ${changes.length === 1 ? 'change' : 'changes'}.`;
  const left =
    unfinished === null
      ? []
      : [`Names and removals of roles are not done: ${unfinished}. Apply the file again.`];
  const note = [...kept.map((line) => `kept: ${line}`), state, ...left].join('\n');
  return { result: [...changes, ...secrets].join('\n'), note, done: unfinished === null };
}
