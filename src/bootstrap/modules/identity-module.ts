import { ContainerModule } from 'inversify';
import { createAuthenticate } from '../../adapters/identity/create-authenticate.js';
import { createPasswordHasher } from '../../adapters/identity/create-password-hasher.js';
import { createTokenSecrets } from '../../adapters/identity/create-token-secrets.js';
import { tokens } from '../tokens.js';

/** How callers prove who they are. */
export const identityModule = new ContainerModule(({ bind }) => {
  bind(tokens.passwords).toResolvedValue(createPasswordHasher).inSingletonScope();
  bind(tokens.secrets).toResolvedValue(createTokenSecrets).inSingletonScope();
  bind(tokens.authenticate)
    .toResolvedValue(
      (access, key, accounts) => createAuthenticate(access, { key, accounts }),
      [tokens.access, tokens.sessionKey, tokens.accounts],
    )
    .inSingletonScope();
});
