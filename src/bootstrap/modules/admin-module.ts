import { randomUUID } from 'node:crypto';
import { createGrantFilters } from '../../adapters/delivery/codec/create-grant-filters.js';
import { createPreviewTokens } from '../../adapters/identity/create-preview-tokens.js';
import { createPreviewAddresses } from '../../adapters/app-code/create-preview-addresses.js';
import { createPasswordHasher } from '../../adapters/identity/create-password-hasher.js';
import { createSecondFactors } from '../../adapters/identity/create-second-factors.js';
import { withGrowingDelays } from '../../application/accounts/growing-delays.js';
import { createPasswordPolicy } from '../../application/accounts/password-policy.js';
import { createAdministration } from '../../application/administration/administration.js';
import { createViews } from '../../application/administration/views.js';
import { createPresence } from '../../application/presence/presence.js';
import { createPreviews } from '../../application/previews/previews.js';
import { partsModule } from '../parts.js';
import { serveAdmin } from '../serve-admin.js';

const minLength = 12;

/** Administrators, and their page. */
export const adminModule = partsModule((define) => {
  define('administration', (parts) => {
    const { schema, rowDocuments: documents, secrets, attempts, clock, audit, commonPasswords } = parts;
    const { accounts } = parts.app.config;
    return createAdministration({
      schema,
      documents,
      units: parts.store.units,
      values: parts.store.values,
      passwords: createPasswordHasher('argon2id'),
      policy: createPasswordPolicy({ minLength, refuseCommon: true }, commonPasswords),
      secrets,
      attempts: withGrowingDelays(attempts, {
        counts: parts.store.rates,
        keyedHash: parts.keyedHash,
        limit: accounts.attempts,
      }),
      filters: createGrantFilters(),
      secondFactors: createSecondFactors(() => parts.sessionKey),
      clock,
      audit,
      providers: {
        names: parts.app.config.admin.providers ?? [],
        addresses: (parts.app.config.admin.providerAddresses ?? []).map((one) => one.toLowerCase()),
        links: parts.app.config.admin.providerLinks,
      },
      contentGrantsOf: (type) => parts.access.grantsOf(type),
      mails: {
        areOffered: accounts.mailUrl !== null || accounts.mailProvider !== null,
        mailer: parts.mailer,
        background: parts.codes,
      },
    });
  });
  define('views', ({ schema, rowDocuments: documents, store: { units, values }, clock }) =>
    createViews({ schema, documents, units, values, clock, filters: createGrantFilters() }),
  );
  define('presence', ({ store: { values }, clock, log }) =>
    createPresence({ values, clock, log }, randomUUID()),
  );
  define('previews', (parts) => {
    const { schema, documents, administration, clock, log } = parts;
    const { enabled, preview } = parts.app.config.admin;
    if (!enabled || !preview.enabled) return null;
    return createPreviews({
      schema,
      documents,
      administration,
      addresses: createPreviewAddresses(preview, log),
      tokens: createPreviewTokens(() => parts.sessionKey),
      clock,
      lifetimeSeconds: preview.lifetimeSeconds,
    });
  });
  define('admin', (parts) => (parts.app.config.admin.enabled ? serveAdmin(parts) : null));
});
