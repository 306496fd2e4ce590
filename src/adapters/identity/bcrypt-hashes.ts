/** Hashes of passwords that another system has made: Strapi's are bcrypt of 10 rounds. */
export interface BcryptHashes {
  /** Never of a password over 72 bytes: bcrypt would compare its beginning only. */
  verify(hash: string, password: string): Promise<boolean>;
  /** Does the work of a comparison, where this process has made one: then there are such users. */
  pretend(password: string): Promise<void>;
}

/** With more rounds a sign-in would hold the server up for seconds: each one more doubles the time. */
const form = /^\$2[aby]\$(0[4-9]|1[0-4])\$[./A-Za-z0-9]{53}$/;

export const isBcrypt = (hash: string): boolean => form.test(hash);

export function createBcryptHashes(): BcryptHashes {
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
