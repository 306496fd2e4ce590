import { actions } from '../../../domain/permission/permission.js';
import type { Command, Options } from './command.js';
import { commands } from './commands.js';

function optionUsage([name, { value, isRequired, isRepeated }]: [string, Options[string]]): string {
  const words = value === undefined ? `--${name}` : `--${name} ${value}`;
  return `${isRequired ? words : `[${words}]`}${isRepeated ? '…' : ''}`;
}

/** `quire grant ROLE UID ACTION… [--fields A,B] [--where FILTERS]` */
export const usageLine = ({ name, operands, options }: Command): string =>
  ['quire', name, ...operands, ...Object.entries(options).map(optionUsage)].join(' ');

/** Returns two lines for each command: its usage and its summary. */
export const describeCommands = (described: readonly Command[]): string =>
  described.map((command) => `${usageLine(command)}\n    ${command.summary}\n`).join('');

const indented = (lines: string): string => lines.replaceAll(/^(?=.)/gm, '  ');

/** Returns the usage of one command, which follows the message of a wrong use. */
export const commandUsage = (command: Command): string => `Usage: ${usageLine(command)} [--app DIR]\n`;

/** Returns the help of one command. */
export const commandHelp = (command: Command): string =>
  `${commandUsage(command)}\n${command.summary}\n(more: docs/${command.page}.md)\n`;

export const usage = `Usage: quire COMMAND [OPTIONS]

${indented(describeCommands(commands))}
  --app DIR   the app directory, unless it is the working directory
  --json      lists as JSON
  --help, --version
  quire help COMMAND explains one command

ROLE is the type of a role: public, authenticated, or one of your own. USER is a username or an e-mail address.
FILTERS are JSON as in a request: '{"author":{"documentId":"$me"}}', where $me is the user who asks.
Actions: ${actions.join(', ')}.
The environment (HOST, PORT, DATABASE_URL, JWT_SECRET, NODE_ENV) comes first, then config/*.js of the app directory.
`;
