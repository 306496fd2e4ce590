import type { PasswordHasher } from '../../application/ports/password-hasher.js';
import type { PasswordVerifier } from '../../application/ports/password-verifier.js';

export type HashKind = 'argon2id' | 'bcrypt';

const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * argon2id with the parameters that OWASP recommends (19 MiB, two passes, one lane), off the main thread, or bcrypt for
 * apps whose code compares bcrypt hashes itself. Verifies both.
 */
/** `kind` is that of new hashes. */
export function createPasswordHasher(kind: HashKind = 'argon2id'): PasswordHasher & PasswordVerifier {
  let nobodys: Promise<string> | undefined;
  const bcrypt = createBcryptHashes(kind === 'bcrypt');
  const hash = async (password: string): Promise<string> => {
    // Imported for the first password: most servers start without one, and the native module is slow to load.
    const argon2 = await import('@node-rs/argon2');
    return argon2.hash(password, parameters);
  };
  return {
    hash: kind === 'bcrypt' ? hashWithBcrypt : hash,
    isHash: (text) => isBcrypt(text) || text.startsWith('$argon2id$'),
    isForeign: (known) => isBcrypt(known) !== (kind === 'bcrypt'),
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

/** As many rounds as Strapi's. */
const rounds = 10;

/** bcrypt would ignore what follows the first 72 bytes of a password; the rules for new ones refuse it. */
export const bcryptMaxBytes = 72;

async function hashWithBcrypt(password: string): Promise<string> {
  const { default: bcrypt } = await import('bcryptjs');
  if (bcrypt.truncates(password)) throw new Error(`bcrypt takes at most ${bcryptMaxBytes} bytes`);
  return bcrypt.hash(password, rounds);
}

/** `isUsual`: users with such hashes exist, though none was seen yet. */
function createBcryptHashes(isUsual: boolean): BcryptHashes {
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
      if (isUsual) seen ??= await hashWithBcrypt('the password of nobody');
      if (seen !== undefined) await compare(seen, password);
    },
  };
}
