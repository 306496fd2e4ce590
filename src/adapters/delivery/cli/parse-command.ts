import { nearestName } from '../../../domain/nearest-name.js';
import { err, ok, type Result } from '../../../domain/result.js';
import { readAuditCommand, type ParsedAudit } from './audit-command.js';
import { readAccessCommand, type ParsedAccess } from './parse-access.js';
import { parseWords, type Parsed, type Values } from './parse-words.js';
import { commands, optionTypes, usage, usageLine, type CommandUsage, type OptionName } from './usage.js';

/** What the command line asks for. */
export type Command = { readonly app: string } & (
  | { readonly name: 'help' | 'version' }
  | { readonly name: 'schema graphql' }
  | { readonly name: 'start'; readonly port?: string; readonly host?: string }
  | ParsedAccess
  | ParsedAudit
  | { readonly name: 'locale list'; readonly json: boolean }
  | { readonly name: 'transfer'; readonly to: string; readonly verify: boolean }
  | { readonly name: 'locale add'; readonly code: string; readonly title: string | undefined }
  | { readonly name: 'locale default'; readonly code: string }
  | { readonly name: 'locale remove'; readonly code: string; readonly withDocuments: boolean }
  | { readonly name: 'schema status' | 'schema apply'; readonly json: boolean }
  | {
      readonly name: 'schema drop';
      readonly what: readonly string[] | 'all';
      readonly yes: boolean;
      readonly json: boolean;
    }
);

/** Wrong use: what is wrong, and the usage to show. */
export interface WrongUse {
  readonly message: string;
  readonly usage: string;
}

/** Reads the arguments that follow the program's name. `directory` is the app directory unless `--app` says another. */
export function parseCommand(argv: readonly string[], directory: string): Result<Command, WrongUse> {
  let parsed: Parsed;
  try {
    parsed = parseWords(argv);
  } catch (error) {
    return err({ message: parseFault(error), usage: whereAllAre });
  }
  const { values, positionals } = parsed;
  const app = values.app ?? directory;
  if (values.help === true || positionals[0] === 'help') return ok({ name: 'help', app });
  if (values.version === true) return ok({ name: 'version', app });
  const known = commands.find(({ words }) => words.every((word, index) => positionals[index] === word));
  if (known === undefined) return err(unknownCommand(positionals));
  const command =
    checkOptions(known, values) ?? read(known.words.join(' '), positionals.slice(known.words.length), values);
  if (typeof command === 'string') return err({ message: command, usage: `Usage: ${usageLine(known)}\n` });
  return ok({ ...command, app });
}

const whereAllAre = 'quire --help lists all commands.\n';

function parseFault(error: unknown): string {
  const message = error instanceof Error ? (error.message.split('. ')[0] ?? '') : String(error);
  const option = /^Unknown option '--([^']+)'/.exec(message)?.[1];
  const nearest = option === undefined ? undefined : nearestName(option, Object.keys(optionTypes));
  return nearest === undefined ? message : `${message} (did you mean --${nearest}?)`;
}

function unknownCommand(words: readonly string[]): WrongUse {
  if (words.length === 0) return { message: 'No command given', usage };
  const group = commands.filter((command) => command.words.length > 1 && command.words[0] === words[0]);
  if (group.length === 0) {
    const all = commands.map((command) => command.words.join(' '));
    const asked = words.slice(0, 2).join(' ');
    const nearest = nearestName(asked, all) ?? nearestName(words[0] ?? '', [...all, ...groups]);
    return {
      message: `Unknown command ${JSON.stringify(words[0])}${nearest === undefined ? '' : `: did you mean quire ${nearest}?`}`,
      usage: whereAllAre,
    };
  }
  const choice = group.map((command) => command.words[1]).join(', ');
  const message =
    words.length === 1
      ? `${words[0]} needs one of: ${choice}`
      : `Unknown command ${JSON.stringify(words.slice(0, 2).join(' '))}; there are: ${choice}`;
  return { message, usage: `Usage:\n${group.map((command) => `  ${usageLine(command)}\n`).join('')}` };
}

const groups: readonly string[] = [
  ...new Set(commands.flatMap(({ words: [first], words }) => (words.length > 1 ? [first] : []))),
];

function checkOptions(command: CommandUsage, values: Values): string | undefined {
  const allowed = new Set<string>([...command.options, 'app']);
  const stray = Object.keys(values).find((name) => !allowed.has(name)) as OptionName | undefined;
  return stray && `Option --${stray} does not belong to quire ${command.words.join(' ')}`;
}

type Unplaced<C> = C extends unknown ? Omit<C, 'app'> : never;

/** The command, or what is wrong. */
function read(name: string, operands: readonly string[], values: Values): Unplaced<Command> | string {
  const json = values.json === true;
  const access = readAccessCommand(name, operands, values);
  if (access !== undefined) return access;
  switch (name) {
    case 'locale add':
    case 'locale default':
    case 'locale remove':
      return readLocale(name, operands, values['with-documents'] === true);
    case 'schema drop':
      return readDrop(operands, values.all === true, values.yes === true, json);
  }
  if (operands.length > 0) return `Unexpected ${JSON.stringify(operands[0])}`;
  switch (name) {
    case 'schema graphql':
      return { name };
    case 'start':
      return readStart(values);
    case 'audit':
      return readAuditCommand(values);
    case 'transfer':
      return values.to === undefined
        ? '--to is missing'
        : { name: 'transfer', to: values.to, verify: values.verify === true };
    default:
      return { name: name as 'locale list', json };
  }
}

function readStart({ port, host }: Values): Unplaced<Command> | string {
  if (port !== undefined && !(/^\d{1,5}$/.test(port) && Number(port) <= 65_535)) {
    return `--port ${JSON.stringify(port)} is not a port from 0 to 65535`;
  }
  if (host === '') return '--host is empty';
  return { name: 'start', ...(port !== undefined && { port }), ...(host !== undefined && { host }) };
}

function readLocale(
  name: 'locale add' | 'locale default' | 'locale remove',
  [code, title, extra]: readonly string[],
  withDocuments: boolean,
): Unplaced<Command> | string {
  if (code === undefined) return 'The CODE of the locale is missing';
  const stray = name === 'locale add' ? extra : title;
  if (stray !== undefined) return `Unexpected ${JSON.stringify(stray)}`;
  if (name === 'locale add') return { name, code, title };
  return name === 'locale remove' ? { name, code, withDocuments } : { name, code };
}

function readDrop(
  names: readonly string[],
  all: boolean,
  yes: boolean,
  json: boolean,
): Unplaced<Command> | string {
  if (all && names.length > 0) return 'Give names or --all, not both';
  if (!all && names.length === 0)
    return 'Name what to drop, or --all; `quire schema status` lists what is left over';
  return { name: 'schema drop', what: all ? 'all' : names, yes, json };
}
