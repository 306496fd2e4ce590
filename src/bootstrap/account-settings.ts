import type { AccountSettings } from '../application/accounts/accounts.js';
import type { App } from './read-app.js';

/** The address that clients use. */
export const publicAddress = ({ config: { publicUrl, host, port } }: App): string =>
  (publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`).replace(/\/+$/, '');

/** The settings as the accounts module takes them. */
export function accountSettings(app: App): AccountSettings {
  const { accounts, rest } = app.config;
  const address = publicAddress(app);
  return {
    allowRegister: accounts.allowRegister,
    defaultRole: accounts.defaultRole,
    allowedFields: accounts.allowedFields,
    emailConfirmation: accounts.emailConfirmation,
    resetPasswordUrl: accounts.resetPasswordUrl ?? `${address}/reset-password`,
    confirmationUrl: `${address}${rest.prefix}/auth/email-confirmation`,
    sessionLifetime: accounts.sessionLifetime,
    refresh: accounts.refresh,
  };
}
