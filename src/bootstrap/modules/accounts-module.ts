import { createIdentityProviders } from '../../adapters/identity/openid/create-identity-providers.js';
import { createSessionTokens, sessionKey } from '../../adapters/identity/create-session-tokens.js';
import { createLocalRateCounts } from '../../adapters/rate-limit/create-local-rate-counts.js';
import { createMailTransport } from '../../adapters/mail/create-mail-transport.js';
import { createMailer } from '../../adapters/mail/create-mailer.js';
import { createAccounts } from '../../application/accounts/accounts.js';
import { createAttempts } from '../../application/accounts/attempts.js';
import { createRateLimits } from '../../application/accounts/rate-limits.js';
import { createCodeSender } from '../../application/accounts/code-sender.js';
import { accountSettings, partiesOf } from '../app-settings.js';
import { initProviders } from '../../adapters/app-directory/provider-package.js';
import { partsModule } from '../parts.js';
import { sessionSecret } from '../session-secret.js';

/** Accounts of users. */
export const accountsModule = partsModule((define) => {
  define('sessionKey', ({ app, log }) => sessionKey(sessionSecret(app, log)));
  define('mails', ({ app: { config, directory }, log }) => {
    const { mailUrl: url, mailFrom: from, mailReplyTo: replyTo, mailProvider: provider } = config.accounts;
    const prints = config.environment !== 'production';
    const initProvider = initProviders(directory, 'email');
    return createMailTransport({ url, from, replyTo, provider, prints, initProvider, log });
  });
  define('mailer', ({ mails, log }) => createMailer(mails, log));
  define('codes', ({ storedDocuments: documents, secrets, mailer, attempts, clock, log }) =>
    createCodeSender({ documents, secrets, mailer, attempts, clock, log }),
  );
  define('attempts', ({ store: { rates }, keyedHash, log, app }) =>
    createAttempts({ counts: rates, keyedHash, limit: app.config.accounts.attempts, log }),
  );
  define('rateLimits', ({ app: { config }, store: { rates }, log }) => {
    const { enabled, max, windowMs } = config.rateLimit;
    return createRateLimits({ enabled, max, windowMs, shared: rates, local: createLocalRateCounts(), log });
  });
  define('accounts', (parts) => {
    const { app, documents, access, passwords, secrets, codes, attempts, clock, log, audit, reportDenied } =
      parts;
    return createAccounts({
      documents,
      access,
      passwords,
      tokens: createSessionTokens(parts.sessionKey, partiesOf(app)),
      secrets,
      codes,
      attempts,
      clock,
      log,
      audit,
      reportDenied,
      settings: accountSettings(app),
    });
  });
  define('identityProviders', ({ app: { config }, log }) =>
    createIdentityProviders({
      providers: config.accounts.providers,
      allowHttp: config.environment !== 'production',
      log,
    }),
  );
});
