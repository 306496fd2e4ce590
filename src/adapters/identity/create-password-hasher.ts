import type { PasswordHasher } from '../../application/ports/password-hasher.js';

/** argon2id with the parameters that OWASP recommends (19 MiB, two passes, one lane), off the main thread. */
export function createPasswordHasher(): PasswordHasher {
  return {
    hash: async (password) => {
      // Loaded on the first password: most servers start without one, and the native module takes its time.
      const argon2 = await import('@node-rs/argon2');
      return argon2.hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
    },
  };
}
