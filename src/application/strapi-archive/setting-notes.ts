import { isPlainObject, own } from '../../domain/document/plain-object.js';
import type { ArchiveContent } from './archive-content.js';
import type { Findings } from './findings.js';

/** Settings of the app that Strapi keeps in its database. */
export interface SettingsOfAccounts {
  readonly allowRegister: boolean;
  readonly defaultRole: string;
  readonly emailConfirmation: boolean;
  readonly resetPasswordUrl: string | null;
}

/** Notes what the configuration of an archive says and this server is told in files. Prints no secrets. */
export function noteSettings(
  content: Pick<ArchiveContent, 'settings' | 'webhooks' | 'otherTypes' | 'permissions'>,
  app: SettingsOfAccounts,
  findings: Findings,
): void {
  const { settings, webhooks, otherTypes, permissions } = content;
  for (const webhook of webhooks)
    findings.note(
      'Webhooks are not taken over',
      `${String(own(webhook, 'name'))} to ${String(own(webhook, 'url'))}`,
    );
  noteAdvanced(settings.get('plugin_users-permissions_advanced'), app, findings);
  noteRegistration(permissions, app, findings);
  noteProviders(settings.get('plugin_users-permissions_grant'), findings);
  noteMails(settings.get('plugin_users-permissions_email'), findings);
  for (const [uid, rows] of otherTypes)
    findings.note(`Rows of ${uid} are not taken over: that type belongs to a plugin`, undefined, rows);
}

function noteAdvanced(advanced: unknown, app: SettingsOfAccounts, findings: Findings): void {
  if (!isPlainObject(advanced)) return;
  const compared: readonly (readonly [key: string, here: unknown])[] = [
    ['allow_register', app.allowRegister],
    ['default_role', app.defaultRole],
    ['email_confirmation', app.emailConfirmation],
    ['email_reset_password', app.resetPasswordUrl],
  ];
  for (const [key, here] of compared) {
    const there = own(advanced, key) ?? null;
    if (there === here || (there === null && here === null)) continue;
    findings.note(
      'Settings that differ: set them in config/plugins under users-permissions.config.advanced',
      `${key} is ${JSON.stringify(there)} in the archive, ${JSON.stringify(here)} here`,
    );
  }
}

/** In Strapi, taking a permission away closes registration too. */
function noteRegistration(
  permissions: ArchiveContent['permissions'],
  { allowRegister }: SettingsOfAccounts,
  findings: Findings,
): void {
  const isOpen = [...permissions.values()].includes('plugin::users-permissions.auth.register');
  if (permissions.size > 0 && !isOpen && allowRegister)
    findings.note(
      'Nobody has the permission auth.register in the archive, and here everybody may register: set allow_register to false in config/plugins under users-permissions.config.advanced',
    );
}

function noteProviders(providers: unknown, findings: Findings): void {
  if (!isPlainObject(providers)) return;
  for (const [name, provider] of Object.entries(providers)) {
    if (name === 'email' || !isPlainObject(provider) || own(provider, 'enabled') !== true) continue;
    findings.note('Sign-in providers that are enabled in the archive: configure them here as well', name);
  }
}

/** The templates that Strapi ships begin like this. */
const shippedMails: Readonly<Record<string, string>> = {
  reset_password: '<p>We heard that you lost your password. Sorry about that!</p>',
  email_confirmation: '<p>Thank you for registering!</p>',
};

function noteMails(mails: unknown, findings: Findings): void {
  if (!isPlainObject(mails)) return;
  for (const [name, mail] of Object.entries(mails)) {
    const options = isPlainObject(mail) ? own(mail, 'options') : undefined;
    const message = isPlainObject(options) ? own(options, 'message') : undefined;
    const shipped = shippedMails[name];
    if (typeof message === 'string' && (shipped === undefined || !message.startsWith(shipped)))
      findings.note('Mail templates that were changed are not taken over', name);
  }
}
