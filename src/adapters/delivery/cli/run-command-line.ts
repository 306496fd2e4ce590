import type { Command, Screen, Services } from './command.js';
import { describeInputErrors, describeProblem, type Problem } from './describe-problem.js';
import { listOf, parseCommand } from './parse-command.js';
import { commandUsage } from './usage.js';

/** One call of the program. Results are written with `out`, everything else with `note`. */
export interface CommandLine extends Screen, Services {
  /** The arguments after the program's name. */
  readonly argv: readonly string[];
  /** The app directory if `--app` is missing. */
  readonly directory: string;
  readonly version: string;
}

/** Runs one command line. Returns the exit code: 0 for success, 1 for failure, 2 for wrong use. */
export async function runCommandLine(line: CommandLine): Promise<number> {
  const parsed = parseCommand(line.argv, line.directory);
  if (!parsed.ok) return wrongUse(line, parsed.failure.message, parsed.failure.usage);
  const request = parsed.value;
  if (request.kind !== 'run') {
    line.out(request.kind === 'help' ? request.text : `${line.version}\n`);
    return 0;
  }
  const outcome = await request.run({ ...line, app: request.app });
  if (!outcome.ok) {
    const problem = outcome.failure;
    if (problem.code === 'INPUT.INVALID')
      return wrongUse(line, describeInputErrors(problem), commandUsage(request.command));
    line.note(`quire: ${describeProblem(problem)}${whatThereIs(request.command, problem)}\n`);
    return 1;
  }
  const { result, note, done } = outcome.value;
  if (result !== '') line.out(`${result}\n`);
  if (note !== undefined) line.note(`${note}\n`);
  return done ? 0 : 1;
}

/** Names the command that lists what there is, after a name of which there is none, unless the message says where to look. */
function whatThereIs(command: Command, { code, message }: Problem): string {
  const list = code === 'DOCUMENT.NOT_FOUND' && !/\bsee\b/.test(message) ? listOf(command) : undefined;
  return list === undefined ? '' : ` (see: quire ${list.name})`;
}

function wrongUse(line: CommandLine, message: string, shown: string): number {
  line.note(`quire: ${message}\n\n${shown}`);
  return 2;
}
