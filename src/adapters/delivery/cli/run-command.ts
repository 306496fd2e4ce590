import type { Access } from '../../../application/access/access.js';
import type { LocaleService } from '../../../application/locales/locale-service.js';
import type { SchemaStore } from '../../../application/ports/schema-store.js';
import type { Result } from '../../../domain/result.js';
import { accessCommand, type AccessCommand } from './access-command.js';
import type { Problem } from './describe-problem.js';
import { localeCommand, type LocaleCommand } from './locale-command.js';
import type { Outcome } from './outcome.js';
import { schemaCommand, type SchemaCommand } from './schema-command.js';
import type { Screen } from './screen.js';
import { transferCommand, type OpenTransfer, type TransferCommand } from './transfer-command.js';

/** What commands work on: the app's database, opened beside whichever servers run on it. */
export interface Session {
  readonly access: Access;
  readonly locales: LocaleService;
  readonly schema: SchemaStore;
  readonly openTransfer: OpenTransfer;
  close(): Promise<void>;
}

export type SessionCommand = AccessCommand | LocaleCommand | SchemaCommand | TransferCommand;

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
    return isSchemaCommand(command)
      ? await schemaCommand(command, session.schema)
      : await withTables(command, session);
  } finally {
    await session.close();
  }
}

const isSchemaCommand = (command: SessionCommand): command is SchemaCommand =>
  command.name.startsWith('schema ');

const isLocaleCommand = (command: SessionCommand): command is LocaleCommand =>
  command.name.startsWith('locale ');

/**
 * Before the first start there are no tables to keep access in. Changes that wait for a decision are no reason to
 * refuse ending a token.
 */
async function withTables(
  command: AccessCommand | LocaleCommand,
  { access, locales, schema }: Session,
): Promise<Result<Outcome>> {
  const applied = await schema.apply();
  if (!applied.ok && applied.failure.code !== 'SCHEMA.UNSAFE_CHANGE') return applied;
  if (isLocaleCommand(command)) {
    const read = await locales.load();
    return read.ok ? localeCommand(command, locales) : read;
  }
  const loaded = await access.load();
  return loaded.ok ? accessCommand(command, access) : loaded;
}
