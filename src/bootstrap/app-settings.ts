import type { Config } from '../adapters/app-directory/config.js';
import type { AccountSettings } from '../application/accounts/accounts.js';
import { defaultAdviceLimits, type AdviceLimits } from '../application/indexes/advise.js';
import type { OpenApiOptions } from '../adapters/delivery/openapi/create-openapi-document.js';
import type { RefreshCookie } from '../adapters/delivery/rest/accounts/refresh-cookie.js';
import type { SessionParties } from '../adapters/identity/create-session-tokens.js';

/** The validated settings of an app directory. */
export interface AppSettings {
  readonly directory: string;
  readonly config: Config;
  /** Absolute: where configuration and code are read, `directory` or the folder of its compiled files. */
  readonly codeDirectory: string;
  /** Sentences for the log: what is read from where, and files that have no effect. */
  readonly said: readonly string[];
  /** Settings that have no effect here, by file. */
  readonly unread: readonly string[];
  /** What becomes the app object. */
  readonly object: object;
}

/** Settings in the form that several parts use. */

/** The URL path of files that the server stores itself. */
export const filesPath = '/uploads';

/** Returns the URL that clients use. */
export const publicAddress = ({ config: { publicUrl, host, port } }: AppSettings): string =>
  (publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`).replace(/\/+$/, '');

/** Returns the address of the page for administrators; that of a server that listens is more exact. */
export const adminUrl = (app: AppSettings, url = publicAddress(app)): string =>
  `${(app.config.publicUrl ?? url).replace(/\/+$/, '')}${app.config.admin.path}`;

/** Returns when indexes are made and removed. */
export const indexLimits = ({ config: { indexes } }: AppSettings): AdviceLimits => ({
  ...defaultAdviceLimits,
  perType: indexes.perType,
});

export function accountSettings(app: AppSettings): AccountSettings {
  const { accounts, rest } = app.config;
  const address = publicAddress(app);
  return {
    allowRegister: accounts.allowRegister,
    defaultRole: accounts.defaultRole,
    allowedFields: accounts.allowedFields,
    emailConfirmation: accounts.emailConfirmation,
    resetPasswordUrl: accounts.resetPasswordUrl ?? `${address}/reset-password`,
    confirmationUrl: `${address}${rest.prefix}/auth/email-confirmation`,
    sessionLifetimeSeconds: accounts.sessionLifetimeSeconds,
    refresh: accounts.refresh,
  };
}

/**
 * Returns the cookie for refresh tokens. By default it is restricted to TLS in production only. A cookie over TLS gets
 * the name prefix `__Host-` (RFC 6265bis), so that other sites of the same domain cannot overwrite it.
 */
export function refreshCookieOf({ config }: AppSettings): RefreshCookie | null {
  const { accounts, environment, cors, publicUrl } = config;
  const { refreshCookie: cookie, refresh } = accounts;
  if (cookie === null || refresh === null) return null;
  const secure = cookie.secure ?? (environment === 'production' || cookie.sameSite === 'none');
  const isOfHost = secure && cookie.path === '/' && cookie.domain === undefined;
  return {
    ...cookie,
    name: isOfHost ? `__Host-${cookie.name}` : cookie.name,
    secure,
    seconds: Math.min(refresh.idleSeconds, refresh.lifetimeSeconds),
    publicUrl,
    cors,
  };
}

/** The issuer and audience of session tokens. */
export const partiesOf = ({ config: { accounts } }: AppSettings): SessionParties => ({
  issuer: accounts.jwtIssuer,
  audience: accounts.jwtAudience,
});

/** What the OpenAPI document says beside the content-types. */
export const openApiOptions = ({ config }: AppSettings): Omit<OpenApiOptions, 'url'> => ({
  title: 'Content API',
  version: '1.0.0',
  prefix: config.rest.prefix,
});

/** `app.keys` of `config/server`, with which cookies of app code are signed. */
export function cookieKeys({ config }: AppSettings): readonly string[] | undefined {
  const { app } = (config.tree['server'] ?? {}) as { readonly app?: { readonly keys?: unknown } };
  const keys = app?.keys;
  const isList = Array.isArray(keys) && keys.length > 0 && keys.every((key) => typeof key === 'string');
  return isList ? keys : undefined;
}
