import type { Result } from '../../../domain/result.js';
import { describeProblem, describeRefusal, type Problem } from './describe-problem.js';
import { parseCommand, type Command } from './parse-command.js';
import { runCommand, type Session } from './run-command.js';
import { usage, usageOf } from './usage.js';

export interface CommandLine {
  /** What follows the program's name. */
  readonly argv: readonly string[];
  /** The app directory where `--app` names none. */
  readonly directory: string;
  readonly version: string;
  /** Results, and nothing else. */
  readonly out: (text: string) => void;
  /** Everything else. */
  readonly note: (text: string) => void;
  /** How wide the terminal is that notes go to; null: they go elsewhere. */
  readonly noteWidth: number | null;
  /** Serves until told to end. */
  readonly start: (command: Extract<Command, { name: 'start' }>) => Promise<Result<void, Problem>>;
  /** The GraphQL schema in its own language. Asks no database. */
  readonly printGraphql: (app: string) => Promise<Result<string, Problem>>;
  readonly open: (app: string) => Promise<Result<Session, Problem>>;
}

/** Runs one command line. Answers the exit code: 0 done, 1 it could not be done, 2 wrong use. */
export async function runCommandLine(line: CommandLine): Promise<number> {
  const parsed = parseCommand(line.argv, line.directory);
  if (!parsed.ok) return wrongUse(line, parsed.failure.message, parsed.failure.usage);
  const command = parsed.value;
  switch (command.name) {
    case 'help':
      line.out(usage);
      return 0;
    case 'version':
      line.out(`${line.version}\n`);
      return 0;
    case 'start': {
      const started = await line.start(command);
      return started.ok ? 0 : failed(line, command, started.failure);
    }
    case 'schema graphql': {
      const printed = await line.printGraphql(command.app);
      if (!printed.ok) return failed(line, command, printed.failure);
      line.out(`${printed.value}\n`);
      return 0;
    }
  }
  const outcome = await runCommand(command, line.open, line);
  if (!outcome.ok) return failed(line, command, outcome.failure);
  if (outcome.value.result !== '') line.out(`${outcome.value.result}\n`);
  if (outcome.value.note !== undefined) line.note(`${outcome.value.note}\n`);
  return outcome.value.done ? 0 : 1;
}

function failed(line: CommandLine, { name }: Command, problem: Problem): number {
  if (problem.code === 'INPUT.INVALID') return wrongUse(line, describeRefusal(problem), usageOf(name));
  line.note(`quire: ${describeProblem(problem)}\n`);
  return 1;
}

function wrongUse(line: CommandLine, message: string, shown: string): number {
  line.note(`quire: ${message}\n\n${shown}`);
  return 2;
}
