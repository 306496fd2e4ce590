import type { SettingsOfAccounts } from './setting-notes.js';

/** Returns the rows of settings that Strapi keeps in its database and this server reads from files. */
export const exportedSettings = (defaultLocale: string, accounts: SettingsOfAccounts): readonly object[] => [
  stored(1, 'plugin_i18n_default_locale', defaultLocale),
  stored(2, 'plugin_users-permissions_advanced', {
    unique_email: true,
    allow_register: accounts.allowRegister,
    email_confirmation: accounts.emailConfirmation,
    email_reset_password: accounts.resetPasswordUrl,
    email_confirmation_redirection: null,
    default_role: accounts.defaultRole,
  }),
];

const stored = (id: number, key: string, value: string | object): object => ({
  type: 'core-store',
  value: { id, key, value, type: typeof value, environment: null, tag: null },
});
