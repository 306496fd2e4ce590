import { accessFileCommands } from './access-file-commands.js';
import { adminCommands } from './admin-command.js';
import { auditCommand } from './audit-command.js';
import { backupCommands } from './backup-commands.js';
import type { Command } from './command.js';
import { exportCommand } from './export-command.js';
import { followerCommands } from './follower-commands.js';
import { grantCommands } from './grant-commands.js';
import { historyCommands } from './history-commands.js';
import { importCommand } from './import-command.js';
import { indexCommands } from './index-commands.js';
import { initCommand } from './init-command.js';
import { linkCommand } from './link-command.js';
import { localeCommands } from './locale-commands.js';
import { jobCommands } from './job-commands.js';
import { releaseCommands } from './release-commands.js';
import { roleCommands } from './role-commands.js';
import { schemaCommands } from './schema-commands.js';
import { developCommand, startCommand } from './start-command.js';
import { tokenCommands } from './token-commands.js';
import { transferCommand } from './transfer-command.js';
import { typesCommand } from './types-command.js';
import { userCommands } from './user-commands.js';
import { verifyCommand } from './verify-command.js';
import { webhookCommands } from './webhook-commands.js';

/** Every command, in the order of the usage and of docs/command-line.md. */
export const commands: readonly Command[] = [
  initCommand,
  developCommand,
  startCommand,
  linkCommand,
  typesCommand,
  ...tokenCommands,
  ...grantCommands,
  ...releaseCommands,
  ...jobCommands,
  ...historyCommands,
  ...roleCommands,
  ...userCommands,
  ...adminCommands,
  ...webhookCommands,
  ...accessFileCommands,
  ...localeCommands,
  auditCommand,
  ...followerCommands,
  ...schemaCommands,
  verifyCommand,
  ...indexCommands,
  ...backupCommands,
  transferCommand,
  importCommand,
  exportCommand,
];
