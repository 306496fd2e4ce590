import type { PasswordHasher } from '../../application/ports/password-hasher.js';
import type { PasswordVerifier } from '../../application/ports/password-verifier.js';

const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * argon2id with the parameters that OWASP recommends (19 MiB, two passes, one lane), off the main thread. Also verifies
 * bcrypt hashes of users from other systems.
 */
export function createPasswordHasher(): PasswordHasher & PasswordVerifier {
  let nobodys: Promise<string> | undefined;
  const bcrypt = createBcryptHashes();
  const hash = async (password: string): Promise<string> => {
    // Imported for the first password: most servers start without one, and the native module is slow to load.
    const argon2 = await import('@node-rs/argon2');
    return argon2.hash(password, parameters);
  };
  return {
    hash,
    isHash: (text) => isBcrypt(text) || /^\$argon2id\$/.test(text),
    isForeign: isBcrypt,
    async verify(known, password) {
      const argon2 = await import('@node-rs/argon2');
      nobodys ??= hash('the password of nobody');
      const foreign = known !== null && isBcrypt(known);
      const compared = known === null || foreign ? await nobodys : known;
      // A hash of an unknown form matches no password.
      const same = await argon2.verify(compared, password).catch(() => false);
      if (foreign) return bcrypt.verify(known, password);
      if (same && known !== null) return true;
      // Makes a failed sign-in take the same time for users with either kind of hash.
      await bcrypt.pretend(password);
      return false;
    },
  };
}

/** Hashes from another system: Strapi's are bcrypt with 10 rounds. */
interface BcryptHashes {
  /** False for passwords over 72 bytes, of which bcrypt would compare only the beginning. */
  verify(hash: string, password: string): Promise<boolean>;
  /** Takes the time of a comparison, if this process has made one: then users with such hashes exist. */
  pretend(password: string): Promise<void>;
}

/** Each further round doubles the time: with more than 14 a sign-in would block the server for seconds. */
const form = /^\$2[aby]\$(0[4-9]|1[0-4])\$[./A-Za-z0-9]{53}$/;

const isBcrypt = (hash: string): boolean => form.test(hash);

function createBcryptHashes(): BcryptHashes {
  let seen: string | undefined;
  const compare = async (hash: string, password: string): Promise<boolean> => {
    // Imported on first use: most databases have no such hash.
    const { default: bcrypt } = await import('bcryptjs');
    const same = await bcrypt.compare(password, hash);
    return same && !bcrypt.truncates(password);
  };
  return {
    verify(hash, password) {
      seen = hash;
      return compare(hash, password);
    },
    async pretend(password) {
      if (seen !== undefined) await compare(seen, password);
    },
  };
}
