import type { CommonPasswords } from '../../application/ports/common-passwords.js';

/** About 49,000 passwords, the most common first, from the dictionary of zxcvbn-ts. Loaded at the first lookup. */
export function createCommonPasswords(): CommonPasswords {
  let known: Promise<ReadonlySet<string>> | undefined;
  return {
    async includes(password) {
      known ??= load();
      return (await known).has(password.toLowerCase());
    },
  };
}

async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].map((word) => word.toLowerCase()));
}
