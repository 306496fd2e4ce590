import { adminUrl } from './app-settings.js';
import type { Parts } from './parts.js';

/**
 * While there is no administrator, prints a link that makes the first one. Only a terminal gets it: logs that are collected have
 * many readers, so they get the name of the command.
 */
export async function offerFirstLink(
  { app, administration, log }: Parts,
  url: string,
  isTerminal = process.stderr.isTTY,
): Promise<void> {
  if (!app.config.admin.enabled) return;
  if (!isTerminal) {
    const has = await administration.hasAdministrator();
    if (has.ok && !has.value) log.info('There is no administrator yet: quire admin link makes one');
    return;
  }
  const link = await administration.makeFirstLink();
  if (link.ok && link.value !== null)
    log.info(`Make the first administrator: ${adminUrl(app, url)}/welcome?code=${link.value.code}`);
}
