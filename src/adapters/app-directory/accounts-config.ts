import { defaultSender, type accountsSettings } from './accounts-settings.js';
import type { InvalidSetting } from './config-codec.js';
import { defaultCookie, defaultSeconds, type sessionSettings } from './session-settings.js';
import type { Values } from './setting.js';

type Accounts = Values<typeof accountsSettings>['accounts'];
type Sessions = Values<typeof sessionSettings>;

export interface AccountsConfig extends Omit<
  Accounts,
  | 'allowedFields'
  | 'providers'
  | 'mailUrl'
  | 'mailProvider'
  | 'mailProviderOptions'
  | 'mailSettings'
  | 'mailFrom'
> {
  /** Absent: a secret is generated, and stored if possible. */
  readonly jwtSecret?: string;
  readonly sessionLifetimeSeconds: number;
  readonly jwtIssuer: string;
  readonly jwtAudience: string;
  /** Times from the sign-in, and from the last refresh; null: sessions are not refreshed. */
  readonly refresh: { readonly lifetimeSeconds: number; readonly idleSeconds: number } | null;
  /** Null: refresh tokens are returned in the body. */
  readonly refreshCookie: RefreshCookieConfig | null;
  readonly allowedFields: readonly string[];
  readonly providers: Readonly<Record<string, ProviderConfig>>;
  /** Null: mails are written to the log. */
  readonly mailUrl: string | null;
  readonly mailFrom: string;
  readonly mailReplyTo?: string;
  /** Null: none is set. */
  readonly mailProvider: {
    readonly name: string;
    readonly options: unknown;
    readonly settings: Readonly<Record<string, unknown>>;
  } | null;
}

interface RefreshCookieConfig {
  readonly name: string;
  readonly path: string;
  readonly sameSite: 'strict' | 'lax' | 'none';
  readonly domain?: string;
  readonly secure?: boolean;
}

/** A provider of OpenID Connect. */
export interface ProviderConfig {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scopes?: readonly string[];
  /** The page of the front end that users return to, with `?code=`. Absent: it is for administrators only. */
  readonly redirectTo?: string;
}

export function accountsConfig(accounts: Accounts, sessions: Sessions): AccountsConfig {
  const { allowedFields = [], providers = {}, mailUrl = null, resetPasswordUrl, ...rest } = accounts;
  const { mailFrom, mailProvider: name, mailProviderOptions: options, mailSettings, ...others } = rest;
  const settings = mailSettings ?? {};
  const [sender, replyTo] = [settings['defaultFrom'], settings['defaultReplyTo']] as (string | undefined)[];
  const { jwtSecret, jwtIssuer, jwtAudience, httpOnly, cookie } = sessions;
  const seconds = { ...defaultSeconds, ...sessions };
  const isRefreshed = sessions.management === 'refresh';
  return {
    ...others,
    ...(resetPasswordUrl && { resetPasswordUrl }),
    allowedFields,
    // Every provider is complete: `accountsRefusals` is empty.
    providers: providers as Readonly<Record<string, ProviderConfig>>,
    mailUrl,
    mailFrom: mailFrom ?? sender ?? defaultSender,
    ...(replyTo !== undefined && { mailReplyTo: replyTo }),
    mailProvider: name === undefined ? null : { name, options, settings },
    ...(jwtSecret !== undefined && { jwtSecret }),
    jwtIssuer,
    jwtAudience,
    sessionLifetimeSeconds: isRefreshed ? seconds.accessTokenLifespan : seconds.expiresIn,
    refresh: isRefreshed
      ? { lifetimeSeconds: seconds.maxRefreshTokenLifespan, idleSeconds: seconds.idleRefreshTokenLifespan }
      : null,
    refreshCookie: httpOnly === true ? { ...defaultCookie, ...cookie } : null,
  };
}

const needed = ['issuer', 'clientId', 'clientSecret', 'redirectTo'] as const;

const exceptFor = (key: string): string =>
  key === 'redirectTo' ? ', but for one of ADMIN_PROVIDERS, which has to be set for commands too' : '';

/** Reasons that depend on several settings. Providers of administrators need no page of a front end. */
export function accountsRefusals(
  { providers = {} }: Accounts,
  sessions: Sessions,
  ofAdministrators: readonly string[] = [],
): readonly InvalidSetting[] {
  const { management, expiresIn, httpOnly, cookie } = sessions;
  const { accessTokenLifespan, maxRefreshTokenLifespan, idleRefreshTokenLifespan } = sessions;
  const refreshing = { accessTokenLifespan, maxRefreshTokenLifespan, idleRefreshTokenLifespan, httpOnly };
  const said = Object.entries(refreshing).flatMap(([key, value]) => (value === undefined ? [] : [key]));
  const unused = [...said, ...(Object.keys(cookie).length > 0 ? ['cookie'] : [])];
  const withoutEffect =
    management === 'refresh'
      ? expiresIn === undefined
        ? []
        : [{ path: 'jwt.expiresIn', message: 'has no effect here: see sessions.accessTokenLifespan' }]
      : unused.map((key) => ({
          path: `sessions.${key}`,
          message: 'has no effect here: sessions are not refreshed: see jwtManagement',
        }));
  const missing = Object.entries(providers).flatMap(([name, provider]) =>
    needed
      .filter((key) => provider[key] === undefined || provider[key] === '')
      .filter((key) => key !== 'redirectTo' || !ofAdministrators.includes(name))
      .map((key) => ({
        path: `providers.${name}.${key}`,
        message: `is missing: each provider needs it${exceptFor(key)}`,
      })),
  );
  const open =
    cookie.sameSite === 'none' && cookie.secure === false
      ? [{ path: 'sessions.cookie.secure', message: 'must be true where sameSite is "none"' }]
      : [];
  return [...open, ...withoutEffect, ...missing].map(({ path, message }) => ({
    path: `users-permissions.config.${path}`,
    message,
  }));
}
