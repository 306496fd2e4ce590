import type { KeyObject } from 'node:crypto';
import type { SignOptions } from 'jsonwebtoken';
import type { AppTokens } from '../../application/ports/app-tokens.js';
import { loadJwt, type SessionParties } from './create-session-tokens.js';

const algorithm = 'HS256';

/** Tokens that app code issues. One with the numeric id of a user signs that user in. */
export const createAppTokens = (
  key: () => KeyObject,
  parties: SessionParties,
  lifetimeSeconds: number,
): AppTokens => ({
  issue: (payload, options = {}) =>
    // The algorithm is last: a token with another one would never be accepted.
    loadJwt().sign({ ...payload }, key(), {
      ...parties,
      expiresIn: lifetimeSeconds,
      ...(options as SignOptions),
      algorithm,
    }),
  async verify(token) {
    try {
      return loadJwt().verify(token, key(), { algorithms: [algorithm] }) as Readonly<Record<string, unknown>>;
    } catch {
      throw new Error('Invalid token.');
    }
  },
});
