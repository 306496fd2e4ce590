import type { CommonPasswords } from '../../application/ports/common-passwords.js';

/** A few characters again and again: the dictionary leaves such passwords out, as its owner finds them otherwise. */
const repeats = /^(?=.{1,20}$)(.{1,4})\1+$/su;

/** A word with digits behind it: each may be common where the dictionary does not have them together. */
const numbered = /^(\D+)(\d+)$/su;

/** About 49,000 passwords, the most common first, from the dictionary of zxcvbn-ts. Loaded at the first lookup. */
export function createCommonPasswords(): CommonPasswords {
  let known: Promise<ReadonlySet<string>> | undefined;
  return {
    async includes(password) {
      known ??= load();
      const words = await known;
      const isCommon = (text: string): boolean => repeats.test(text) || words.has(text);
      const plain = password.toLowerCase();
      const [, word = '', digits = ''] = numbered.exec(plain) ?? [];
      return isCommon(plain) || (isCommon(word) && isCommon(digits));
    },
  };
}

async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].map((word) => word.toLowerCase()));
}
