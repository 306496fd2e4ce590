import { createAuthenticate } from '../../adapters/identity/create-authenticate.js';
import { createCommonPasswords } from '../../adapters/identity/create-common-passwords.js';
import { createKeyedHash } from '../../adapters/identity/create-keyed-hash.js';
import { createPasswordHasher } from '../../adapters/identity/create-password-hasher.js';
import { createTokenSecrets } from '../../adapters/identity/create-token-secrets.js';
import { ok } from '../../domain/result.js';
import { createClock } from '../../adapters/host/create-clock.js';
import { createIds } from '../../adapters/host/create-ids.js';
import { partiesOf } from '../app-settings.js';
import { partsModule } from '../parts.js';

const headerWithoutBearer =
  'an Authorization header without "Bearer" counts as none: send "Authorization: Bearer <token>" (docs/access.md)';

/** Authentication, and the clock and random ids of this machine. */
export const identityModule = partsModule((define) => {
  define('clock', createClock);
  define('ids', createIds);
  define('passwords', ({ app }) => createPasswordHasher(app.config.accounts.passwords.hash));
  define('keyedHash', (parts) => createKeyedHash(() => parts.sessionKey));
  define('commonPasswords', createCommonPasswords);
  define('secrets', createTokenSecrets);
  define('authenticate', (parts) => {
    const { access, sessionKey: key, accounts, app, log } = parts;
    const isDevelopment = app.config.environment === 'development';
    const tellUnread = isDevelopment ? () => log.warn(headerWithoutBearer) : undefined;
    const ofPreview = async (token: string) => (await parts.previews?.principalOf(token)) ?? ok(null);
    return createAuthenticate(access, { key, accounts, parties: partiesOf(app) }, tellUnread, ofPreview);
  });
});
