import type { Principal } from '../../../domain/permission/permission.js';
import type { Result } from '../../../domain/result.js';

/** Returns who sends an Authorization header; without one it is the public. Fails for a wrong token. */
export type Authenticate = (
  authorizationHeader: string | undefined,
) => Promise<Result<Principal>> | Result<Principal>;
