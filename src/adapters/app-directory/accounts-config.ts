import type * as t from 'io-ts';
import type { section } from './config-section.js';
import type { AccountsFile, ProviderConfig } from './decode-accounts.js';
import { Count, CountOrNone, Flag, MailUrl, PasswordLength, Secret, Text } from './setting-codecs.js';

export interface AccountsConfig {
  /** Absent: one is made, and kept for as long as it can be. */
  readonly jwtSecret?: string;
  /** Seconds. */
  readonly sessionLifetime: number;
  /** Who issues sessions, and for whom. */
  readonly jwtIssuer: string;
  readonly jwtAudience: string;
  /** Seconds from the sign-in on, and without a refresh; null: sessions are not refreshed. */
  readonly refresh: { readonly lifetime: number; readonly idle: number } | null;
  /** Null: refresh tokens are answered in the body. `secure` is absent where nothing says. */
  readonly refreshCookie: RefreshCookieConfig | null;
  readonly allowedFields: readonly string[];
  /** What new passwords have to satisfy: a length, and not to be among the most common. */
  readonly passwords: { readonly minLength: number; readonly refuseCommon: boolean };
  /** How often the password of one account may be tried; `max` 0: any number of times. */
  readonly attempts: { readonly max: number; readonly windowMs: number };
  readonly allowRegister: boolean;
  readonly defaultRole: string;
  readonly emailConfirmation: boolean;
  readonly confirmedUrl: string;
  /** Absent: a page of this server's address. */
  readonly resetPasswordUrl?: string;
  readonly providers: Readonly<Record<string, ProviderConfig>>;
  /** Null: mails are written to the log. */
  readonly mailUrl: string | null;
  readonly mailFrom: string;
}

interface RefreshCookieConfig {
  readonly name: string;
  readonly path: string;
  readonly sameSite: 'strict' | 'lax' | 'none';
  readonly domain?: string;
  readonly secure?: boolean;
}

export const accountsVariables = {
  JWT_SECRET: Secret,
  MAIL_URL: MailUrl,
  MAIL_FROM: Text,
  PASSWORD_MIN_LENGTH: PasswordLength,
  PASSWORD_REFUSE_COMMON: Flag,
  SIGN_IN_ATTEMPTS: CountOrNone,
  SIGN_IN_ATTEMPTS_INTERVAL: Count,
};

type Set = t.TypeOf<ReturnType<typeof section<typeof accountsVariables>>>;

const day = 86_400;

/** What clients know. */
const cookie = { name: 'strapi_up_refresh', path: '/', sameSite: 'lax' } as const;

/** The environment first, the file second. */
export function combineAccounts(set: Set, file: AccountsFile): AccountsConfig {
  const jwtSecret = set.JWT_SECRET ?? file.jwtSecret;
  const refresh = file.refresh === true;
  return {
    ...(jwtSecret !== undefined && { jwtSecret }),
    sessionLifetime: file.sessionLifetime ?? (refresh ? 1800 : 7 * day),
    jwtIssuer: file.jwtIssuer ?? 'quire',
    jwtAudience: file.jwtAudience ?? 'quire',
    refresh: refresh
      ? { lifetime: file.refreshLifetime ?? 30 * day, idle: file.refreshIdle ?? 7 * day }
      : null,
    refreshCookie: file.refreshCookie === undefined ? null : { ...cookie, ...file.refreshCookie },
    allowedFields: file.allowedFields ?? [],
    passwords: {
      minLength: set.PASSWORD_MIN_LENGTH ?? file.passwords?.minLength ?? 8,
      refuseCommon: set.PASSWORD_REFUSE_COMMON ?? file.passwords?.refuseCommon ?? true,
    },
    attempts: {
      max: set.SIGN_IN_ATTEMPTS ?? file.attempts?.max ?? 10,
      windowMs: set.SIGN_IN_ATTEMPTS_INTERVAL ?? file.attempts?.interval ?? 15 * 60_000,
    },
    allowRegister: file.allowRegister ?? true,
    defaultRole: file.defaultRole ?? 'authenticated',
    emailConfirmation: file.emailConfirmation ?? false,
    confirmedUrl: file.confirmedUrl ?? '/',
    ...(file.resetPasswordUrl !== undefined && { resetPasswordUrl: file.resetPasswordUrl }),
    providers: file.providers ?? {},
    mailUrl: set.MAIL_URL ?? null,
    mailFrom: set.MAIL_FROM ?? 'Quire <no-reply@localhost>',
  };
}
