import { readFile, writeFile } from 'node:fs/promises';
import type { AccessFiles, Applied } from '../../../application/access/file/access-file.js';
import { err, ok, type Result } from '../../../domain/result.js';
import type { Problem } from './describe-problem.js';
import { noted, printed, type Outcome } from './outcome.js';
import type { Command } from './parse-command.js';

export type AccessFileCommand = Extract<Command, { name: 'access export' | 'access apply' }>;

/** Moves roles, grants and tokens' definitions into a file, or out of one. */
export async function accessFileCommand(
  command: AccessFileCommand,
  files: AccessFiles,
): Promise<Result<Outcome, Problem>> {
  return command.name === 'access export' ? exportTo(command.file, files) : applyFrom(command, files);
}

async function exportTo(file: string | undefined, files: AccessFiles): Promise<Result<Outcome, Problem>> {
  const exported = await files.export();
  if (!exported.ok) return exported;
  const text = JSON.stringify(exported.value, null, 2);
  if (file === undefined) return printed(text);
  try {
    await writeFile(file, `${text}\n`);
  } catch (error) {
    return err({ message: `${file} cannot be written: ${reasonOf(error)}` });
  }
  const { roles, tokens } = exported.value;
  return noted(`${roles.length} roles and ${tokens.length} tokens are in ${file}.`);
}

async function applyFrom(
  { file, prune, dryRun }: Extract<AccessFileCommand, { name: 'access apply' }>,
  files: AccessFiles,
): Promise<Result<Outcome, Problem>> {
  const content = await readJson(file);
  if (!content.ok) return content;
  const applied = await files.apply(content.value, { prune, dryRun });
  if (applied.ok) return told(applied.value, dryRun);
  const { code, message } = applied.failure;
  // What is wrong is in the file, not in how the command is used.
  return code === 'INPUT.INVALID' ? err({ message: `${file}: ${message}` }) : applied;
}

async function readJson(file: string): Promise<Result<unknown, Problem>> {
  try {
    return ok(JSON.parse(await readFile(file, 'utf8')) as unknown);
  } catch (error) {
    return err({ message: `${file} cannot be read: ${reasonOf(error)}` });
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Secrets stand in the result, and nowhere else. */
function told({ changes, kept, made, unfinished }: Applied, dryRun: boolean): Result<Outcome, Problem> {
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
  return ok({ result: [...changes, ...secrets].join('\n'), note, done: unfinished === null });
}
