import { ContainerModule } from 'inversify';
import { createAuthenticate } from '../../adapters/identity/create-authenticate.js';
import { createCommonPasswords } from '../../adapters/identity/create-common-passwords.js';
import { createKeyedHash } from '../../adapters/identity/create-keyed-hash.js';
import { createPasswordHasher } from '../../adapters/identity/create-password-hasher.js';
import { createTokenSecrets } from '../../adapters/identity/create-token-secrets.js';
import { partiesOf } from './accounts-module.js';
import { tellUnreadOf } from '../development.js';
import { tokens } from '../tokens.js';

/** How callers prove who they are. */
export const identityModule = new ContainerModule(({ bind }) => {
  bind(tokens.passwords).toResolvedValue(createPasswordHasher).inSingletonScope();
  bind(tokens.keyedHash)
    .toDynamicValue((context) => createKeyedHash(() => context.get(tokens.sessionKey)))
    .inSingletonScope();
  bind(tokens.commonPasswords).toResolvedValue(createCommonPasswords).inSingletonScope();
  bind(tokens.secrets).toResolvedValue(createTokenSecrets).inSingletonScope();
  bind(tokens.authenticate)
    .toResolvedValue(
      (access, key, accounts, app, log) =>
        createAuthenticate(access, { key, accounts, parties: partiesOf(app) }, tellUnreadOf(app, log)),
      [tokens.access, tokens.sessionKey, tokens.accounts, tokens.app, tokens.log],
    )
    .inSingletonScope();
});
