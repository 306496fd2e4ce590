import type { Access } from '../../../application/access/access.js';
import type { AuditTrail } from '../../../application/audit/audit-trail.js';
import type { LocaleService } from '../../../application/locales/locale-service.js';
import type { SchemaStore } from '../../../application/ports/schema-store.js';
import type { Result } from '../../../domain/result.js';
import type { AccessFiles } from '../../../application/access/file/access-file.js';
import type { RoleService } from '../../../application/access/roles/role-service.js';
import type { Users } from '../../../application/accounts/users.js';
import { auditCommand } from './audit-command.js';
import type { Command } from './parse-command.js';
import { accessCommand, type AccessCommand } from './access-command.js';
import { accessFileCommand, type AccessFileCommand } from './access-file-command.js';
import type { Problem } from './describe-problem.js';
import { localeCommand, type LocaleCommand } from './locale-command.js';
import type { Outcome } from './outcome.js';
import { roleCommand, type RoleCommand } from './role-command.js';
import { userCommand, type UserCommand } from './user-command.js';
import { schemaCommand, type SchemaCommand } from './schema-command.js';
import type { Screen } from './screen.js';
import { transferCommand, type OpenTransfer, type TransferCommand } from './transfer-command.js';

/** What commands work on: the app's database, opened beside whichever servers run on it. */
export interface Session {
  readonly access: Access;
  readonly roles: RoleService;
  readonly users: Users;
  readonly accessFiles: AccessFiles;
  readonly locales: LocaleService;
  readonly schema: SchemaStore;
  readonly audit: Pick<AuditTrail, 'find'>;
  readonly openTransfer: OpenTransfer;
  close(): Promise<void>;
}

type TableCommand = AccessCommand | AccessFileCommand | RoleCommand | UserCommand | LocaleCommand;

type AuditCommand = Extract<Command, { readonly name: 'audit' }>;

export type SessionCommand = TableCommand | AuditCommand | SchemaCommand | TransferCommand;

/** Runs a command of those that end by themselves, and closes what it opened. */
export async function runCommand(
  command: SessionCommand,
  open: (app: string) => Promise<Result<Session, Problem>>,
  screen: Screen,
): Promise<Result<Outcome, Problem>> {
  const opened = await open(command.app);
  if (!opened.ok) return opened;
  const session = opened.value;
  try {
    if (command.name === 'transfer') return await transferCommand(command, session.openTransfer, screen);
    if (command.name === 'audit') return await withTrail(command, session);
    return isSchemaCommand(command)
      ? await schemaCommand(command, session.schema)
      : await withTables(command, session);
  } finally {
    await session.close();
  }
}

const isSchemaCommand = (command: SessionCommand): command is SchemaCommand =>
  command.name.startsWith('schema ');

/**
 * Before the first start there are no tables to keep access in. Changes that wait for a decision are no reason to
 * refuse ending a token.
 */
async function withTables(command: TableCommand, session: Session): Promise<Result<Outcome, Problem>> {
  const { access, locales, roles, schema } = session;
  const applied = await schema.apply();
  if (!applied.ok && applied.failure.code !== 'SCHEMA.UNSAFE_CHANGE') return applied;
  if (isLocaleCommand(command)) {
    const read = await locales.load();
    return read.ok ? localeCommand(command, locales) : read;
  }
  // Ending a token asks for nothing but the tokens.
  const loaded = command.name.startsWith('token ') ? await access.load() : await roles.load();
  if (!loaded.ok) return loaded;
  if (isRoleCommand(command)) return roleCommand(command, roles);
  if (isUserCommand(command)) return userCommand(command, session.users);
  if (isAccessFileCommand(command)) return accessFileCommand(command, session.accessFiles);
  return accessCommand(command, access);
}

/** Tables that wait for a decision may be those of a version that kept no trail. */
async function withTrail(command: AuditCommand, { schema, audit }: Session): Promise<Result<Outcome>> {
  const applied = await schema.apply();
  return applied.ok ? auditCommand(command, audit) : applied;
}

const isLocaleCommand = (command: TableCommand): command is LocaleCommand =>
  command.name.startsWith('locale ');

const isRoleCommand = (command: TableCommand): command is RoleCommand => command.name.startsWith('role ');

const isUserCommand = (command: TableCommand): command is UserCommand => command.name.startsWith('user ');

const isAccessFileCommand = (command: TableCommand): command is AccessFileCommand =>
  command.name.startsWith('access ');
