import type { AccountSettings } from '../../../application/accounts/accounts.js';
import type { Json } from '../../../domain/schema/schema.js';
import type { StoredSetting } from './create-app-store.js';

/** The settings of accounts under the names that existing code reads with `strapi.store`. */
export interface AccountValues extends Pick<
  AccountSettings,
  'allowRegister' | 'defaultRole' | 'emailConfirmation' | 'resetPasswordUrl'
> {
  /** The page after a confirmation. */
  readonly confirmedUrl: string;
  readonly mailFrom: string;
  /** Providers of OpenID Connect by name. */
  readonly providers: Readonly<
    Record<
      string,
      { readonly clientId: string; readonly redirectTo?: string; readonly scopes?: readonly string[] }
    >
  >;
}

const config = 'plugins.users-permissions.config';

export const accountStoreSettings = (values: AccountValues): ReadonlyMap<string, StoredSetting> =>
  new Map([
    [
      'plugin_users-permissions_advanced',
      { read: () => advancedOf(values), where: `${config}.advanced in config/plugins` },
    ],
    [
      'plugin_users-permissions_grant',
      { read: () => providersOf(values), where: `${config}.providers in config/plugins` },
    ],
    [
      'plugin_users-permissions_email',
      { read: () => mailsOf(values), where: 'MAIL_FROM; the texts of these mails are fixed' },
    ],
  ]);

const advancedOf = (values: AccountValues): Json => ({
  unique_email: true,
  allow_register: values.allowRegister,
  email_confirmation: values.emailConfirmation,
  email_reset_password: values.resetPasswordUrl,
  email_confirmation_redirection: values.confirmedUrl,
  default_role: values.defaultRole,
});

/** Without the secrets of clients. */
const providersOf = ({ providers }: AccountValues): Json => ({
  email: { enabled: true, icon: 'envelope' },
  ...Object.fromEntries(
    Object.entries(providers)
      // Others are for administrators.
      .filter(([, { redirectTo }]) => redirectTo !== undefined)
      .map(([name, { clientId, redirectTo, scopes }]) => [
        name,
        { enabled: true, icon: '', key: clientId, callback: redirectTo, scope: [...(scopes ?? ['openid'])] },
      ]),
  ),
});

function mailsOf({ mailFrom }: AccountValues): Json {
  const [, name = '', email = mailFrom] = /^\s*(.*?)\s*<([^>]+)>\s*$/.exec(mailFrom) ?? [];
  const options = { from: { name, email }, response_email: '' };
  return {
    reset_password: { display: 'Email.template.reset_password', icon: 'sync', options },
    email_confirmation: { display: 'Email.template.email_confirmation', icon: 'check-square', options },
  };
}
