import type { PasswordHasher } from '../../application/ports/password-hasher.js';
import type { PasswordVerifier } from '../../application/ports/password-verifier.js';

const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * argon2id with the parameters that OWASP recommends (19 MiB, two passes, one lane), off the main thread. Hashes of
 * bcrypt are known too, of users who come from elsewhere.
 */
export function createPasswordHasher(): PasswordHasher & PasswordVerifier {
  let nobodys: Promise<string> | undefined;
  const bcrypt = createBcryptHashes();
  const hash = async (password: string): Promise<string> => {
    // Loaded on the first password: most servers start without one, and the native module takes its time.
    const argon2 = await import('@node-rs/argon2');
    return argon2.hash(password, parameters);
  };
  return {
    hash,
    isForeign: isBcrypt,
    async verify(known, password) {
      const argon2 = await import('@node-rs/argon2');
      nobodys ??= hash('the password of nobody');
      const foreign = known !== null && isBcrypt(known);
      const compared = known === null || foreign ? await nobodys : known;
      // What is of no form that is known here is no password.
      const same = await argon2.verify(compared, password).catch(() => false);
      if (foreign) return bcrypt.verify(known, password);
      if (same && known !== null) return true;
      // So that what fails takes as long, whoever it is about.
      await bcrypt.pretend(password);
      return false;
    },
  };
}

/** Hashes of passwords that another system has made: Strapi's are bcrypt of 10 rounds. */
interface BcryptHashes {
  /** Never of a password over 72 bytes: bcrypt would compare its beginning only. */
  verify(hash: string, password: string): Promise<boolean>;
  /** Does the work of a comparison, where this process has made one: then there are such users. */
  pretend(password: string): Promise<void>;
}

/** With more rounds a sign-in would hold the server up for seconds: each one more doubles the time. */
const form = /^\$2[aby]\$(0[4-9]|1[0-4])\$[./A-Za-z0-9]{53}$/;

const isBcrypt = (hash: string): boolean => form.test(hash);

function createBcryptHashes(): BcryptHashes {
  let seen: string | undefined;
  const compare = async (hash: string, password: string): Promise<boolean> => {
    // Loaded when it is first needed: most databases have no such hash.
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
