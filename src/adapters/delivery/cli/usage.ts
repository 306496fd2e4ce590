/** Every command, as its usage shows it and as it is parsed. */
export interface CommandUsage {
  readonly words: readonly string[];
  readonly operands: string;
  readonly options: readonly OptionName[];
  readonly summary: string;
}

export type OptionName = keyof typeof optionTypes;

/** Every option of every command. */
export const optionTypes = {
  app: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
  json: { type: 'boolean' },
  port: { type: 'string' },
  host: { type: 'string' },
  name: { type: 'string' },
  access: { type: 'string' },
  grant: { type: 'string', multiple: true },
  expires: { type: 'string' },
  all: { type: 'boolean' },
  yes: { type: 'boolean' },
  to: { type: 'string' },
  verify: { type: 'boolean' },
  'with-documents': { type: 'boolean' },
} as const;

const optionUsage: Readonly<Record<OptionName, string>> = {
  app: '[--app DIR]',
  help: '[--help]',
  version: '[--version]',
  json: '[--json]',
  port: '[--port N]',
  host: '[--host H]',
  name: '--name N',
  access: '--access full-access|read-only|custom',
  grant: '[--grant UID:ACTION[,ACTION]]…',
  expires: '[--expires 30d]',
  all: '[--all]',
  yes: '[--yes]',
  to: '--to URL',
  verify: '[--verify]',
  'with-documents': '[--with-documents]',
};

export const commands = [
  { words: ['start'], operands: '', options: ['port', 'host'], summary: 'serve the content API' },
  {
    words: ['token', 'create'],
    operands: '',
    options: ['name', 'access', 'grant', 'expires'],
    summary: 'make an API token; it is shown once',
  },
  { words: ['token', 'list'], operands: '', options: ['json'], summary: 'list the API tokens' },
  { words: ['token', 'revoke'], operands: 'NAME', options: [], summary: 'end an API token' },
  { words: ['grant'], operands: 'ROLE UID ACTION…', options: [], summary: 'let a role do actions' },
  { words: ['revoke'], operands: 'ROLE UID ACTION…', options: [], summary: 'take actions from a role' },
  { words: ['grants'], operands: '', options: ['json'], summary: 'list what roles may do' },
  { words: ['locale', 'list'], operands: '', options: ['json'], summary: 'list the locales of content' },
  {
    words: ['locale', 'add'],
    operands: 'CODE [NAME]',
    options: [],
    summary: 'let content be written in a locale',
  },
  {
    words: ['locale', 'remove'],
    operands: 'CODE',
    options: ['with-documents'],
    summary: 'remove a locale; the documents in it only when told',
  },
  {
    words: ['locale', 'default'],
    operands: 'CODE',
    options: [],
    summary: 'the locale of requests that name none',
  },
  { words: ['schema', 'status'], operands: '', options: ['json'], summary: 'what differs in the database' },
  { words: ['schema', 'apply'], operands: '', options: ['json'], summary: 'apply what is safe' },
  {
    words: ['schema', 'drop'],
    operands: '[NAME…]',
    options: ['all', 'yes', 'json'],
    summary: 'remove leftover tables and columns, with their data',
  },
  {
    words: ['transfer'],
    operands: '',
    options: ['to', 'verify'],
    summary: 'copy everything into another, empty database; or compare both',
  },
] as const satisfies readonly CommandUsage[];

/** `quire grant ROLE UID ACTION… [--app DIR]` */
export function usageLine({ words, operands, options }: CommandUsage): string {
  const parts = [...words, operands, ...options.map((name) => optionUsage[name]), optionUsage.app];
  return `quire ${parts.filter((part) => part !== '').join(' ')}`;
}

const summaryOf = (command: CommandUsage): string => `  ${usageLine(command)}\n      ${command.summary}`;

export const usage = `Usage: quire COMMAND [OPTIONS]

${commands.map(summaryOf).join('\n')}

  --app DIR   the app directory (the working directory unless told)
  --json      lists as JSON
  --help, --version

Roles: public, authenticated. Actions: find, findOne, create, update, delete, publish, unpublish, discardDraft.
The environment (HOST, PORT, DATABASE_URL, JWT_SECRET, NODE_ENV) comes first, then config/*.js of the app directory.
`;
