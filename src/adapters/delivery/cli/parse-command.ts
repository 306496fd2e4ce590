import { parseArgs } from 'node:util';
import { err, ok, type Result } from '../../../domain/result.js';
import { commands, optionTypes, usage, usageLine, type CommandUsage, type OptionName } from './usage.js';

/** What the command line asks for. */
export type Command = { readonly app: string } & (
  | { readonly name: 'help' | 'version' }
  | { readonly name: 'start'; readonly port?: string; readonly host?: string }
  | { readonly name: 'token create'; readonly request: TokenOptions }
  | { readonly name: 'token list' | 'grants'; readonly json: boolean }
  | { readonly name: 'locale list'; readonly json: boolean }
  | { readonly name: 'transfer'; readonly to: string; readonly verify: boolean }
  | { readonly name: 'locale add'; readonly code: string; readonly title: string | undefined }
  | { readonly name: 'locale default'; readonly code: string }
  | { readonly name: 'locale remove'; readonly code: string; readonly withDocuments: boolean }
  | { readonly name: 'schema status' | 'schema apply'; readonly json: boolean }
  | { readonly name: 'token revoke'; readonly token: string }
  | {
      readonly name: 'grant' | 'revoke';
      readonly role: string;
      readonly uid: string;
      readonly actions: readonly string[];
    }
  | {
      readonly name: 'schema drop';
      readonly what: readonly string[] | 'all';
      readonly yes: boolean;
      readonly json: boolean;
    }
);

interface TokenOptions {
  readonly name: string;
  readonly access: string;
  readonly grants: readonly string[];
  readonly expiresIn: string | undefined;
}

/** Wrong use: what is wrong, and the usage to show. */
export interface WrongUse {
  readonly message: string;
  readonly usage: string;
}

type Parsed = ReturnType<typeof parse>;
type Values = Parsed['values'];

const parse = (argv: readonly string[]) =>
  parseArgs({ args: [...argv], options: optionTypes, allowPositionals: true, strict: true });

/** Reads the arguments that follow the program's name. `directory` is the app directory unless `--app` says another. */
export function parseCommand(argv: readonly string[], directory: string): Result<Command, WrongUse> {
  let parsed: Parsed;
  try {
    parsed = parse(argv);
  } catch (error) {
    return err({ message: parseFault(error), usage });
  }
  const { values, positionals } = parsed;
  const app = values.app ?? directory;
  if (values.help === true || positionals[0] === 'help') return ok({ name: 'help', app });
  if (values.version === true) return ok({ name: 'version', app });
  const known = commands.find(({ words }) => words.every((word, index) => positionals[index] === word));
  if (known === undefined) return err({ message: unknownCommand(positionals), usage });
  const command =
    checkOptions(known, values) ?? read(known.words.join(' '), positionals.slice(known.words.length), values);
  if (typeof command === 'string') return err({ message: command, usage: `Usage: ${usageLine(known)}\n` });
  return ok({ ...command, app });
}

const parseFault = (error: unknown): string =>
  error instanceof Error ? (error.message.split('. ')[0] ?? '') : String(error);

function unknownCommand(words: readonly string[]): string {
  if (words.length === 0) return 'No command given';
  const group = commands.filter((command) => command.words.length > 1 && command.words[0] === words[0]);
  if (group.length === 0) return `Unknown command ${JSON.stringify(words[0])}`;
  const choice = group.map((command) => command.words[1]).join(', ');
  return words.length === 1
    ? `${words[0]} needs one of: ${choice}`
    : `Unknown command ${JSON.stringify(words.slice(0, 2).join(' '))}; there are: ${choice}`;
}

function checkOptions(command: CommandUsage, values: Values): string | undefined {
  const allowed = new Set<string>([...command.options, 'app']);
  const stray = Object.keys(values).find((name) => !allowed.has(name)) as OptionName | undefined;
  return stray && `Option --${stray} does not belong to quire ${command.words.join(' ')}`;
}

type Unplaced<C> = C extends unknown ? Omit<C, 'app'> : never;

/** The command, or what is wrong. */
function read(name: string, operands: readonly string[], values: Values): Unplaced<Command> | string {
  const json = values.json === true;
  switch (name) {
    case 'token revoke':
      return readRevokedToken(operands);
    case 'grant':
    case 'revoke':
      return readGrant(name, operands);
    case 'locale add':
    case 'locale default':
    case 'locale remove':
      return readLocale(name, operands, values['with-documents'] === true);
    case 'schema drop':
      return readDrop(operands, values.all === true, values.yes === true, json);
  }
  if (operands.length > 0) return `Unexpected ${JSON.stringify(operands[0])}`;
  switch (name) {
    case 'start':
      return readStart(values);
    case 'token create':
      return readToken(values);
    case 'transfer':
      return values.to === undefined
        ? '--to is missing'
        : { name: 'transfer', to: values.to, verify: values.verify === true };
    default:
      return { name: name as 'grants', json };
  }
}

function readStart({ port, host }: Values): Unplaced<Command> | string {
  if (port !== undefined && !(/^\d{1,5}$/.test(port) && Number(port) <= 65_535)) {
    return `--port ${JSON.stringify(port)} is not a port from 0 to 65535`;
  }
  if (host === '') return '--host is empty';
  return { name: 'start', ...(port !== undefined && { port }), ...(host !== undefined && { host }) };
}

function readToken({ name, access, grant, expires }: Values): Unplaced<Command> | string {
  if (name === undefined) return '--name is missing';
  if (access === undefined) return '--access is missing';
  return { name: 'token create', request: { name, access, grants: grant ?? [], expiresIn: expires } };
}

function readRevokedToken(operands: readonly string[]): Unplaced<Command> | string {
  const [token, extra] = operands;
  if (token === undefined) return 'The NAME of the token is missing';
  return extra === undefined ? { name: 'token revoke', token } : `Unexpected ${JSON.stringify(extra)}`;
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

function readGrant(name: 'grant' | 'revoke', operands: readonly string[]): Unplaced<Command> | string {
  const [role, uid, ...actions] = operands;
  if (role === undefined || uid === undefined || actions.length === 0) {
    return `${role === undefined ? 'ROLE, UID and ACTION are' : uid === undefined ? 'UID and ACTION are' : 'ACTION is'} missing`;
  }
  return { name, role, uid, actions: actions.flatMap((action) => action.split(',')) };
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
