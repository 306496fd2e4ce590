import type { PasswordHasher } from '../../application/ports/password-hasher.js';
import type { PasswordVerifier } from '../../application/ports/password-verifier.js';

const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** argon2id with the parameters that OWASP recommends (19 MiB, two passes, one lane), off the main thread. */
export function createPasswordHasher(): PasswordHasher & PasswordVerifier {
  let nobodys: Promise<string> | undefined;
  const hash = async (password: string): Promise<string> => {
    // Loaded on the first password: most servers start without one, and the native module takes its time.
    const argon2 = await import('@node-rs/argon2');
    return argon2.hash(password, parameters);
  };
  return {
    hash,
    async verify(known, password) {
      const argon2 = await import('@node-rs/argon2');
      nobodys ??= hash('the password of nobody');
      const compared = known ?? (await nobodys);
      // What is not of this form (an imported account of another system) is no password here.
      const same = await argon2.verify(compared, password).catch(() => false);
      return same && known !== null;
    },
  };
}
