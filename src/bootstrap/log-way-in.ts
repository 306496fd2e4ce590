import { adminUrl } from './app-settings.js';
import type { Parts } from './parts.js';

/** Says so where there is no administrator, or no owner who can sign in. */
export async function logWayIn(parts: Parts, url: string, isTerminal?: boolean): Promise<void> {
  if (!parts.app.config.admin.enabled) return;
  await offerFirstLink(parts, url, isTerminal);
  const noOwner = await parts.administration.noOwnerCanSignIn();
  if (noOwner.ok && noOwner.value) parts.log.warn(noOwnerCanSignIn);
}

const noOwnerCanSignIn =
  'No owner can sign in: none has a password, or both a provider that ADMIN_PROVIDERS names and an address that ' +
  'ADMIN_PROVIDER_ADDRESSES lets in. Set these, or make a link for one of them: quire admin list, ' +
  'quire admin reset EMAIL';

/**
 * While there is no administrator, prints a link that makes the first one. Only a terminal gets it: logs that are collected have
 * many readers, so they get the name of the command.
 */
async function offerFirstLink(
  { app, administration, log }: Parts,
  url: string,
  isTerminal = process.stderr.isTTY,
): Promise<void> {
  if (!isTerminal) {
    const has = await administration.hasAdministrator();
    if (has.ok && !has.value) log.info('There is no administrator yet: quire admin link makes one');
    return;
  }
  const link = await administration.makeFirstLink();
  if (link.ok && link.value !== null)
    log.info(`Make the first administrator: ${adminUrl(app, url)}/welcome?code=${link.value.code}`);
}
