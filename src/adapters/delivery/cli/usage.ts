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
  fields: { type: 'string' },
  where: { type: 'string' },
  description: { type: 'string' },
  type: { type: 'string' },
  role: { type: 'string' },
  password: { type: 'string' },
  prune: { type: 'boolean' },
  'dry-run': { type: 'boolean' },
  user: { type: 'string' },
  document: { type: 'string' },
  action: { type: 'string' },
  since: { type: 'string' },
  until: { type: 'string' },
  limit: { type: 'string' },
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
  fields: '[--fields A,B]',
  where: '[--where FILTERS]',
  description: '[--description TEXT]',
  type: '[--type TYPE]',
  role: '[--role ROLE]',
  password: '[--password P]',
  prune: '[--prune]',
  'dry-run': '[--dry-run]',
  user: '[--user NAME]',
  document: '[--document ID]',
  action: '[--action A]',
  since: '[--since DATE]',
  until: '[--until DATE]',
  limit: '[--limit N]',
};

export const commands = [
  { words: ['start'], operands: '', options: ['port', 'host'], summary: 'serve the content API' },
  {
    words: ['token', 'create'],
    operands: '',
    options: ['name', 'access', 'grant', 'fields', 'where', 'expires'],
    summary: 'make an API token; it is shown once',
  },
  { words: ['token', 'list'], operands: '', options: ['json'], summary: 'list the API tokens' },
  { words: ['token', 'revoke'], operands: 'NAME', options: [], summary: 'end an API token' },
  {
    words: ['grant'],
    operands: 'ROLE UID ACTION…',
    options: ['fields', 'where'],
    summary: 'let a role do actions, also with some attributes or documents only',
  },
  { words: ['revoke'], operands: 'ROLE UID ACTION…', options: [], summary: 'take actions from a role' },
  { words: ['grants'], operands: '', options: ['json'], summary: 'list what roles may do' },
  { words: ['role', 'list'], operands: '', options: ['json'], summary: 'list the roles' },
  {
    words: ['role', 'create'],
    operands: 'NAME',
    options: ['description', 'type'],
    summary: 'make a role; its type follows from its name unless told',
  },
  {
    words: ['role', 'update'],
    operands: 'ROLE [NAME]',
    options: ['description'],
    summary: 'give a role another name or description',
  },
  {
    words: ['role', 'delete'],
    operands: 'ROLE',
    options: [],
    summary: 'remove a role; its users become authenticated',
  },
  { words: ['user', 'list'], operands: '', options: ['json'], summary: 'list the users' },
  {
    words: ['user', 'create'],
    operands: 'USERNAME EMAIL',
    options: ['role', 'password'],
    summary: 'make a user; without --password one is made and shown once',
  },
  {
    words: ['user', 'block'],
    operands: 'USER',
    options: [],
    summary: 'let a user in no longer, and end their sessions',
  },
  { words: ['user', 'unblock'], operands: 'USER', options: [], summary: 'let a user in again' },
  { words: ['user', 'role'], operands: 'USER ROLE', options: [], summary: 'give a user another role' },
  { words: ['user', 'delete'], operands: 'USER', options: [], summary: 'remove a user' },
  {
    words: ['user', 'password'],
    operands: 'USER',
    options: ['password'],
    summary: 'give a user another password, made and shown once unless told',
  },
  {
    words: ['access', 'export'],
    operands: '[FILE]',
    options: [],
    summary: 'write roles, grants and tokens, without secrets, as JSON',
  },
  {
    words: ['access', 'apply'],
    operands: 'FILE',
    options: ['prune', 'dry-run'],
    summary: 'make roles, grants and tokens what a file says; --prune removes what it lacks',
  },
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
  {
    words: ['audit'],
    operands: '',
    options: ['user', 'type', 'document', 'action', 'since', 'until', 'limit', 'json'],
    summary: 'list who did what, when and from where, the newest first',
  },
  { words: ['schema', 'status'], operands: '', options: ['json'], summary: 'what differs in the database' },
  { words: ['schema', 'apply'], operands: '', options: ['json'], summary: 'apply what is safe' },
  { words: ['schema', 'graphql'], operands: '', options: [], summary: 'print the GraphQL schema' },
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

/** How a command is used; of one that is none, how all are. */
export function usageOf(name: string): string {
  const command = commands.find(({ words }) => words.join(' ') === name);
  return command === undefined ? usage : `Usage: ${usageLine(command)}\n`;
}

const summaryOf = (command: CommandUsage): string => `  ${usageLine(command)}\n      ${command.summary}`;

export const usage = `Usage: quire COMMAND [OPTIONS]

${commands.map(summaryOf).join('\n')}

  --app DIR   the app directory (the working directory unless told)
  --json      lists as JSON
  --help, --version

ROLE is the type of a role: public, authenticated, or one of your own. USER is a username or an e-mail address.
FILTERS are JSON as in a request: '{"author":{"documentId":"$me"}}', where $me is the user who asks.
Actions: find, findOne, findDrafts, create, update, delete, publish, unpublish, discardDraft.
The environment (HOST, PORT, DATABASE_URL, JWT_SECRET, NODE_ENV) comes first, then config/*.js of the app directory.
`;
