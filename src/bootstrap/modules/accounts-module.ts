import { ContainerModule } from 'inversify';
import { createIdentityProviders } from '../../adapters/identity/openid/create-identity-providers.js';
import {
  createSessionTokens,
  sessionKey,
  type SessionParties,
} from '../../adapters/identity/create-session-tokens.js';
import type { RefreshCookie } from '../../adapters/delivery/rest/accounts/refresh-cookie.js';
import { createLocalRateCounts } from '../../adapters/rate-limit/create-local-rate-counts.js';
import { createMailer } from '../../adapters/mail/create-mailer.js';
import { createAccounts } from '../../application/accounts/accounts.js';
import { createAttempts } from '../../application/accounts/attempts.js';
import { createRateLimits } from '../../application/accounts/rate-limits.js';
import { createCodeSender } from '../../application/accounts/code-sender.js';
import { accountSettings } from '../account-settings.js';
import type { App } from '../read-app.js';
import { sessionSecret } from '../session-secret.js';
import { tokens } from '../tokens.js';

/** Accounts of users. */
export const accountsModule = new ContainerModule(({ bind }) => {
  bind(tokens.sessionKey)
    .toResolvedValue((app, log) => sessionKey(sessionSecret(app, log)), [tokens.app, tokens.log])
    .inSingletonScope();
  bind(tokens.mailer)
    .toResolvedValue(
      ({ config: { accounts, environment } }, log) =>
        createMailer({
          url: accounts.mailUrl,
          from: accounts.mailFrom,
          prints: environment !== 'production',
          log,
        }),
      [tokens.app, tokens.log],
    )
    .inSingletonScope();
  bind(tokens.codes)
    .toResolvedValue(
      (documents, secrets, mailer, clock, log) =>
        createCodeSender({ documents, secrets, mailer, clock, log }),
      [tokens.storedDocuments, tokens.secrets, tokens.mailer, tokens.clock, tokens.log],
    )
    .inSingletonScope();
  bind(tokens.attempts)
    .toResolvedValue(
      ({ rates }, keyedHash, log, { config }) =>
        createAttempts({ counts: rates, keyedHash, limit: config.accounts.attempts, log }),
      [tokens.store, tokens.keyedHash, tokens.log, tokens.app],
    )
    .inSingletonScope();
  bind(tokens.rateLimits)
    .toResolvedValue(
      ({ config: { rateLimit } }, { rates }, log) =>
        createRateLimits({
          enabled: rateLimit.enabled,
          max: rateLimit.max,
          windowMs: rateLimit.interval,
          shared: rates,
          local: createLocalRateCounts(),
          log,
        }),
      [tokens.app, tokens.store, tokens.log],
    )
    .inSingletonScope();
  bind(tokens.accounts)
    .toResolvedValue(
      (documents, access, passwords, key, secrets, codes, attempts, clock, log, audit, tellDenied, app) =>
        createAccounts({
          documents,
          access,
          passwords,
          tokens: createSessionTokens(key, partiesOf(app)),
          secrets,
          codes,
          attempts,
          clock,
          log,
          audit,
          tellDenied,
          settings: accountSettings(app),
        }),
      [
        tokens.documents,
        tokens.access,
        tokens.passwords,
        tokens.sessionKey,
        tokens.secrets,
        tokens.codes,
        tokens.attempts,
        tokens.clock,
        tokens.log,
        tokens.audit,
        tokens.tellDenied,
        tokens.app,
      ],
    )
    .inSingletonScope();
  bind(tokens.identityProviders)
    .toResolvedValue(
      ({ config: { accounts, environment } }, log) =>
        createIdentityProviders({
          providers: accounts.providers,
          allowHttp: environment !== 'production',
          log,
        }),
      [tokens.app, tokens.log],
    )
    .inSingletonScope();
});

/**
 * The cookie for refresh tokens; over TLS only in production, unless configured. Over TLS a name that begins with
 * `__Host-` (RFC 6265bis) keeps neighbouring sites of the domain from putting theirs in its place.
 */
export function refreshCookieOf({ config: { accounts, environment, cors } }: App): RefreshCookie | null {
  const { refreshCookie: cookie, refresh } = accounts;
  if (cookie === null || refresh === null) return null;
  const secure = cookie.secure ?? (environment === 'production' || cookie.sameSite === 'none');
  const isOfHost = secure && cookie.path === '/' && cookie.domain === undefined;
  return {
    ...cookie,
    name: isOfHost ? `__Host-${cookie.name}` : cookie.name,
    secure,
    seconds: Math.min(refresh.idle, refresh.lifetime),
    origins: cors.credentials ? (cors.origins ?? []) : [],
  };
}

/** Whom sessions name. */
export const partiesOf = ({ config: { accounts } }: App): SessionParties => ({
  issuer: accounts.jwtIssuer,
  audience: accounts.jwtAudience,
});
