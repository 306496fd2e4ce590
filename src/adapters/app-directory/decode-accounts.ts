import * as t from 'io-ts';
import { decodeSetting, section, setting, type Decoded, type Refusal } from './config-section.js';
import { Jwt, Management, Sessions } from './session-settings.js';
import { Interval } from './decode-rate-limit.js';
import { CountOrNone, Flag, PasswordLength, PublicUrl, Secret, Text } from './setting-codecs.js';
import { withoutEffect } from './without-effect.js';

/** What `config/plugins.js` says of accounts, under `users-permissions.config`, in the words that projects have. */
export interface AccountsFile {
  readonly jwtSecret?: string;
  /** Seconds. */
  readonly sessionLifetime?: number;
  readonly refresh?: boolean;
  readonly jwtIssuer?: string;
  readonly jwtAudience?: string;
  /** Seconds from the sign-in on. */
  readonly refreshLifetime?: number;
  /** Seconds without a refresh. */
  readonly refreshIdle?: number;
  /** Absent: refresh tokens are answered in the body. */
  readonly refreshCookie?: CookieFile;
  readonly allowedFields?: readonly string[];
  readonly passwords?: { readonly minLength?: number; readonly refuseCommon?: boolean };
  readonly attempts?: { readonly max?: number; readonly interval?: number };
  readonly allowRegister?: boolean;
  readonly defaultRole?: string;
  readonly emailConfirmation?: boolean;
  readonly confirmedUrl?: string;
  readonly resetPasswordUrl?: string;
  readonly providers?: Readonly<Record<string, ProviderConfig>>;
}

export interface CookieFile {
  readonly name?: string;
  readonly path?: string;
  readonly domain?: string;
  readonly sameSite?: 'strict' | 'lax' | 'none';
  readonly secure?: boolean;
}

/** A provider of OpenID Connect. */
export interface ProviderConfig {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scopes?: readonly string[];
  /** The page of the front end that people come back to, with `?code=`. */
  readonly redirectTo: string;
}

const Names = setting('a list of names', (raw) =>
  Array.isArray(raw) && raw.every((name) => typeof name === 'string' && name !== '')
    ? (raw as readonly string[])
    : undefined,
);

/** Where a browser is sent: another site, or a path of this one. */
const Page = setting('a URL, or a path such as "/welcome"', (raw) =>
  typeof raw === 'string' && (/^\/(?!\/)/.test(raw) || (raw !== '' && PublicUrl.is(raw))) ? raw : undefined,
);

const UniqueEmail = withoutEffect('no two users have one address', true, 'true');

const Advanced = section({
  allowRegister: Flag,
  allow_register: Flag,
  defaultRole: Text,
  default_role: Text,
  emailConfirmation: Flag,
  email_confirmation: Flag,
  emailConfirmationRedirection: Page,
  email_confirmation_redirection: Page,
  emailResetPassword: PublicUrl,
  email_reset_password: PublicUrl,
  uniqueEmail: UniqueEmail,
  unique_email: UniqueEmail,
});

const Provider = section({
  issuer: PublicUrl,
  clientId: Text,
  clientSecret: Secret,
  scopes: Names,
  redirectTo: PublicUrl,
});

const Providers = t.record(t.string, Provider);

const Settings = section(
  {
    jwtSecret: Secret,
    jwt: Jwt,
    jwtManagement: Management,
    sessions: Sessions,
    register: section({ allowedFields: Names }),
    advanced: Advanced,
    providers: Providers,
    passwords: section({ minLength: PasswordLength, refuseCommon: Flag }),
    attempts: section({ max: CountOrNone, interval: Interval }),
    callback: withoutEffect(
      'people who sign in come back to the redirectTo of their provider, and nowhere else',
    ),
    layout: withoutEffect('there is no admin panel'),
    validationRules: withoutEffect(
      'say what a password has to be with passwords.minLength, or in src/extensions/users-permissions/content-types/user/schema.json, with minLength, maxLength and regex',
    ),
  },
  // Read by itself.
  ['ratelimit'],
);

const Plugin = section({ enabled: withoutEffect('accounts cannot be switched off', true, 'true') }, [
  'config',
  'resolve',
]);

/** What has a name but no secret is no provider. */
const needed = ['issuer', 'clientId', 'clientSecret', 'redirectTo'] as const;

export function decodeAccounts(raw: unknown): Decoded<AccountsFile> {
  const plugin = t.UnknownRecord.is(raw) ? raw['users-permissions'] : undefined;
  if (plugin === undefined || plugin === null || typeof plugin === 'boolean') return decodeSwitch(plugin);
  const around = below('users-permissions', decodeSetting(Plugin, plugin).refusals);
  const found = t.UnknownRecord.is(plugin) ? (plugin['config'] ?? {}) : {};
  const { value, refusals } = decodeSetting(Settings, found);
  const at = [...around, ...below(place, refusals)];
  if (value === undefined) return { refusals: at };
  return { value: fileOf(value), refusals: [...at, ...below(place, refusalsOf(value))] };
}

const place = 'users-permissions.config';

/** `true` and `false` are short for an object with `enabled`. */
const decodeSwitch = (enabled: unknown): Decoded<AccountsFile> => ({
  value: {},
  refusals: enabled === false ? below('users-permissions', decodeSetting(Plugin, { enabled }).refusals) : [],
});

const below = (path: string, refusals: readonly Refusal[]): readonly Refusal[] =>
  refusals.map((refusal) => ({ ...refusal, path: refusal.path === '' ? path : `${path}.${refusal.path}` }));

/** What is no setting only because of what another one says. */
function refusalsOf({
  jwt = {},
  jwtManagement,
  sessions = {},
  providers = {},
}: t.TypeOf<typeof Settings>): readonly Refusal[] {
  const [unread, message] =
    jwtManagement === 'refresh'
      ? [jwt.expiresIn === undefined ? [] : ['jwt.expiresIn'], 'see sessions.accessTokenLifespan']
      : [
          Object.keys(sessions).map((key) => `sessions.${key}`),
          'sessions are not refreshed: see jwtManagement',
        ];
  const missing = Object.entries(providers).flatMap(([name, provider]) =>
    needed
      .filter((key) => provider[key] === undefined || provider[key] === '')
      .map((key) => ({ path: `providers.${name}.${key}`, message: 'is missing' })),
  );
  const isOpen = sessions.cookie?.sameSite === 'none' && sessions.cookie.secure === false;
  const open = isOpen
    ? [{ path: 'sessions.cookie.secure', message: 'must be true where sameSite is "none"' }]
    : [];
  return [
    ...open,
    ...unread.map((path) => ({ path, message: `has no effect here: ${message}` })),
    ...missing,
  ];
}

function fileOf({
  jwtSecret,
  jwt = {},
  jwtManagement,
  sessions = {},
  register = {},
  advanced = {},
  providers,
  attempts,
  passwords,
}: t.TypeOf<typeof Settings>): AccountsFile {
  const said = {
    jwtSecret,
    sessionLifetime: jwtManagement === 'refresh' ? sessions.accessTokenLifespan : jwt.expiresIn,
    refresh: jwtManagement === 'refresh',
    jwtIssuer: jwt.issuer,
    jwtAudience: jwt.audience,
    refreshLifetime: sessions.maxRefreshTokenLifespan,
    refreshIdle: sessions.idleRefreshTokenLifespan,
    refreshCookie: sessions.httpOnly === true ? (sessions.cookie ?? {}) : undefined,
    allowedFields: register.allowedFields,
    allowRegister: advanced.allowRegister ?? advanced.allow_register,
    defaultRole: advanced.defaultRole ?? advanced.default_role,
    emailConfirmation: advanced.emailConfirmation ?? advanced.email_confirmation,
    confirmedUrl: advanced.emailConfirmationRedirection ?? advanced.email_confirmation_redirection,
    resetPasswordUrl: advanced.emailResetPassword ?? advanced.email_reset_password,
    providers,
    attempts,
    passwords,
  };
  return Object.fromEntries(Object.entries(said).filter(([, one]) => one !== undefined && one !== ''));
}
