import * as t from 'io-ts';
import { decodeSetting, section, setting, type Decoded } from './config-section.js';
import { Count, Flag, PublicUrl, Secret, Text } from './setting-codecs.js';

/** What `config/plugins.js` says of accounts, under `users-permissions.config`, in the words that projects have. */
export interface AccountsFile {
  readonly jwtSecret?: string;
  /** Seconds. */
  readonly sessionLifetime?: number;
  readonly refresh?: boolean;
  readonly refreshLifetime?: number;
  readonly allowedFields?: readonly string[];
  readonly allowRegister?: boolean;
  readonly defaultRole?: string;
  readonly emailConfirmation?: boolean;
  readonly confirmedUrl?: string;
  readonly resetPasswordUrl?: string;
  readonly providers?: Readonly<Record<string, ProviderConfig>>;
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

const units: Readonly<Record<string, number>> = {
  s: 1,
  m: 60,
  h: 3600,
  d: 86_400,
  w: 604_800,
  y: 31_557_600,
};

/** As jsonwebtoken takes them: a number is of seconds. */
const Duration = setting('a whole number of seconds, or such as "7d", "12h" or "30m"', (raw) => {
  const { value } = decodeSetting(Count, raw);
  if (value !== undefined) return value;
  const [, amount, unit = ''] = (typeof raw === 'string' && /^(\d{1,6}) ?([smhdwy])$/.exec(raw)) || [];
  const seconds = Number(amount) * (units[unit] ?? Number.NaN);
  return Number.isInteger(seconds) && seconds > 0 ? seconds : undefined;
});

const Names = setting('a list of names', (raw) =>
  Array.isArray(raw) && raw.every((name) => typeof name === 'string' && name !== '')
    ? (raw as readonly string[])
    : undefined,
);

/** Where a browser is sent: another site, or a path of this one. */
const Page = setting('a URL, or a path such as "/welcome"', (raw) =>
  typeof raw === 'string' && (/^\/(?!\/)/.test(raw) || (raw !== '' && PublicUrl.is(raw))) ? raw : undefined,
);

const Advanced = section(
  {
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
  },
  ['unique_email', 'uniqueEmail'],
);

const Provider = section({
  issuer: PublicUrl,
  clientId: Text,
  clientSecret: Secret,
  scopes: Names,
  redirectTo: PublicUrl,
});

const Providers = t.record(t.string, Provider);

const Management = setting('"legacy-support" or "refresh"', (raw) =>
  raw === 'legacy-support' || raw === 'refresh' ? raw : undefined,
);

const Settings = section(
  {
    jwtSecret: Secret,
    jwt: section({ expiresIn: Duration }, ['issuer', 'audience', 'algorithm']),
    jwtManagement: Management,
    sessions: section({ accessTokenLifespan: Duration, maxRefreshTokenLifespan: Duration }, [
      'idleRefreshTokenLifespan',
      'maxSessionLifespan',
      'idleSessionLifespan',
      'httpOnly',
      'cookie',
    ]),
    register: section({ allowedFields: Names }),
    advanced: Advanced,
    providers: Providers,
  },
  ['ratelimit', 'callback', 'layout', 'validationRules', 'enabled'],
);

/** What has a name but no secret is no provider. */
const needed = ['issuer', 'clientId', 'clientSecret', 'redirectTo'] as const;

export function decodeAccounts(raw: unknown): Decoded<AccountsFile> {
  const plugin = t.UnknownRecord.is(raw) ? raw['users-permissions'] : undefined;
  const found = t.UnknownRecord.is(plugin) ? plugin['config'] : undefined;
  if (found === undefined || found === null) return { value: {}, refusals: [] };
  const { value, refusals } = decodeSetting(Settings, found);
  const at = refusals.map(({ path, message }) => ({ path: `users-permissions.config.${path}`, message }));
  if (value === undefined) return { refusals: at };
  const missing = Object.entries(value.providers ?? {}).flatMap(([name, provider]) =>
    needed
      .filter((key) => provider[key] === undefined || provider[key] === '')
      .map((key) => ({
        path: `users-permissions.config.providers.${name}.${key}`,
        message: 'is missing',
      })),
  );
  return { value: fileOf(value), refusals: [...at, ...missing] };
}

function fileOf({
  jwtSecret,
  jwt = {},
  jwtManagement,
  sessions = {},
  register = {},
  advanced = {},
  providers,
}: t.TypeOf<typeof Settings>): AccountsFile {
  const said = {
    jwtSecret,
    sessionLifetime: jwtManagement === 'refresh' ? sessions.accessTokenLifespan : jwt.expiresIn,
    refresh: jwtManagement === 'refresh',
    refreshLifetime: sessions.maxRefreshTokenLifespan,
    allowedFields: register.allowedFields,
    allowRegister: advanced.allowRegister ?? advanced.allow_register,
    defaultRole: advanced.defaultRole ?? advanced.default_role,
    emailConfirmation: advanced.emailConfirmation ?? advanced.email_confirmation,
    confirmedUrl: advanced.emailConfirmationRedirection ?? advanced.email_confirmation_redirection,
    resetPasswordUrl: advanced.emailResetPassword ?? advanced.email_reset_password,
    providers,
  };
  return Object.fromEntries(Object.entries(said).filter(([, one]) => one !== undefined && one !== ''));
}
