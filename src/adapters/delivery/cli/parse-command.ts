import { parseArgs } from 'node:util';
import { nearestName } from '../../../domain/nearest-name.js';
import { err, ok, type Result } from '../../../domain/result.js';
import type { Command, Run } from './command.js';
import { commands } from './commands.js';
import { commandHelp, commandUsage, describeCommands, usage, usageLine } from './usage.js';

/** A parsed command line. */
export type Request =
  | { readonly kind: 'help'; readonly text: string }
  | { readonly kind: 'version' }
  | { readonly kind: 'run'; readonly command: Command; readonly app: string; readonly run: Run };

/** What is wrong with a command line, and the usage to show. */
export interface WrongUse {
  readonly message: string;
  readonly usage: string;
}

/** Parses the arguments after the program's name. `directory` is the app directory if `--app` is missing. */
export function parseCommand(argv: readonly string[], directory: string): Result<Request, WrongUse> {
  let parsed: ReturnType<typeof parseWords>;
  try {
    parsed = parseWords(argv);
  } catch (error) {
    return err({ message: parseFault(error), usage: howToListAll });
  }
  const { values, positionals } = parsed;
  const { app = directory, help, version, ...options } = values;
  if (help === true) return helpOn(positionals);
  if (positionals[0] === 'help') return helpOn(positionals.slice(1));
  if (version === true) return ok({ kind: 'version' });
  const command = commandIn(positionals);
  if (command === undefined) return err(unknownCommand(positionals));
  const operands = positionals.slice(wordsOf(command).length);
  const run =
    strayOption(command, options) ??
    operandFault(command, operands) ??
    missingOption(command, options) ??
    command.read(operands, withDefaults(command, options));
  return typeof run === 'string'
    ? err({ message: run, usage: commandUsage(command) })
    : ok({ kind: 'run', command, app, run });
}

type Values = Readonly<Record<string, unknown>>;

const everyOption = new Map(commands.flatMap(({ options }) => Object.entries(options)));

/** Separates operands from options. Throws if no command has an option, or if its value is missing. */
const parseWords = (argv: readonly string[]) =>
  parseArgs({
    args: [...argv],
    options: {
      app: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
      version: { type: 'boolean' },
      ...Object.fromEntries(
        [...everyOption].map(([name, { value, isRepeated = false }]) => [
          name,
          { type: value === undefined ? ('boolean' as const) : ('string' as const), multiple: isRepeated },
        ]),
      ),
    },
    allowPositionals: true,
    strict: true,
  });

const howToListAll = 'quire --help lists all commands.\n';

function parseFault(error: unknown): string {
  const message = error instanceof Error ? (error.message.split('. ')[0] ?? '') : String(error);
  const option = /^Unknown option '--([^']+)'/.exec(message)?.[1];
  const names = ['app', 'help', 'version', ...everyOption.keys()];
  const nearest = option === undefined ? undefined : nearestName(option, names);
  return nearest === undefined ? message : `${message} (did you mean --${nearest}?)`;
}

const wordsOf = ({ name }: Command): readonly string[] => name.split(' ');

/** Returns the longest command that the words begin with: `followers skip` rather than `followers`. */
const commandIn = (words: readonly string[]): Command | undefined =>
  commands
    .filter((command) => wordsOf(command).every((word, at) => words[at] === word))
    .toSorted((a, b) => wordsOf(b).length - wordsOf(a).length)[0];

/** Returns the commands of a group such as `token`; none if there is no such group. */
const groupOf = (word: string | undefined): readonly Command[] =>
  commands.filter(({ name }) => name.startsWith(`${word} `));

/** Returns the other command of its group that lists what a command may name: `token list` for `token revoke`. */
export function listOf(command: Command): Command | undefined {
  const [group] = wordsOf(command);
  return commands.find((other) => other !== command && other.name === `${group} list`);
}

function helpOn(words: readonly string[]): Result<Request, WrongUse> {
  if (words.length === 0) return ok({ kind: 'help', text: usage });
  const command = commandIn(words);
  if (command !== undefined) return ok({ kind: 'help', text: commandHelp(command) });
  const group = words.length === 1 ? groupOf(words[0]) : [];
  if (group.length === 0) return err(unknownCommand(words));
  return ok({ kind: 'help', text: describeCommands(group) });
}

function unknownCommand(words: readonly string[]): WrongUse {
  const [first] = words;
  if (first === undefined) return { message: 'No command given', usage };
  const group = groupOf(first);
  if (group.length === 0) {
    const names = commands.map(({ name }) => name);
    const groups = commands.flatMap((command) => wordsOf(command).slice(0, -1));
    const nearest =
      nearestName(words.slice(0, 2).join(' '), names) ?? nearestName(first, [...names, ...groups]);
    const advice = nearest === undefined ? '' : `: did you mean quire ${nearest}?`;
    return { message: `Unknown command ${JSON.stringify(first)}${advice}`, usage: howToListAll };
  }
  const choice = group.map((command) => wordsOf(command)[1]).join(', ');
  const message =
    words.length === 1
      ? `${first} needs one of: ${choice}`
      : `Unknown command ${JSON.stringify(words.slice(0, 2).join(' '))}; there are: ${choice}`;
  return { message, usage: `Usage:\n${group.map((command) => `  ${usageLine(command)}\n`).join('')}` };
}

function strayOption({ name, options }: Command, values: Values): string | undefined {
  const stray = Object.keys(values).find((option) => !Object.hasOwn(options, option));
  return stray && `Option --${stray} does not belong to quire ${name}`;
}

function missingOption({ options }: Command, values: Values): string | undefined {
  const missing = Object.keys(options).find(
    (name) => options[name]?.isRequired === true && values[name] === undefined,
  );
  return missing && `--${missing} is missing`;
}

/** Missing flags become false, and missing repeatable options become empty lists. */
const withDefaults = ({ options }: Command, values: Values): Values =>
  Object.fromEntries(
    Object.entries(options).map(([name, { value, isRepeated }]) => [
      name,
      values[name] ?? (value === undefined ? false : isRepeated === true ? [] : undefined),
    ]),
  );

function operandFault({ operands }: Command, given: readonly string[]): string | undefined {
  const missing = operands.filter((name) => !name.startsWith('[')).slice(given.length);
  if (missing.length > 0) return missingText(missing.map((name) => name.replace('…', '')));
  const isOpen = operands.at(-1)?.includes('…') === true;
  return isOpen || given.length <= operands.length
    ? undefined
    : `Unexpected ${JSON.stringify(given[operands.length])}`;
}

function missingText(names: readonly string[]): string {
  const last = names.at(-1);
  return names.length === 1
    ? `${last} is missing`
    : `${names.slice(0, -1).join(', ')} and ${last} are missing`;
}
