/** Forms of a username that find names that look like it, after RFC 8265 and Unicode TS #39. */

/** As usernames are kept: compatibility characters, such as wide or mathematical letters, become the plain ones. */
export const normalUsername = (username: string): string => username.normalize('NFKC');

/** Invisible characters, and spaces other than the plain one. */
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]|(?! )\p{Zs}|^ | $/u;

/** Joiners after letters of scripts that are spelt with them (RFC 5892, appendix A). */
const spelling =
  /(?<=[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}]\p{M}*)[\u200c\u200d](?=\p{L})/gu;

export const hasUnseen = (username: string): boolean => unseen.test(username.replaceAll(spelling, ''));

/** Scripts that are written with Latin letters in between. */
const latin =
  /^(?:\P{L}|\p{Script=Latin}|\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Script=Bopomofo}|\p{Script=Common}|\p{Script=Inherited})*$/u;
const cyrillic = /^(?:\P{L}|\p{Script=Cyrillic}|\p{Script=Common}|\p{Script=Inherited})*$/u;
const greek = /^(?:\P{L}|\p{Script=Greek}|\p{Script=Common}|\p{Script=Inherited})*$/u;
const lookingLatin = /\p{Script=Latin}|\p{Script=Cyrillic}|\p{Script=Greek}/u;

/** Whether letters of scripts that look alike stand in one name: TS #39, "highly restrictive", for these scripts. */
export const mixesScripts = (username: string): boolean =>
  lookingLatin.test(username) && ![latin, cyrillic, greek].some((pattern) => pattern.test(username));

/** Letters that look like Latin ones, in lower case. */
const likeLatin: ReadonlyMap<string, string> = new Map([
  ...pairs('асԁеһіјӏорԛѕԝху', 'acdehijlopqswxy'),
  ...pairs('αονρυικ', 'aovpuik'),
]);
const likeCyrillic: ReadonlyMap<string, string> = new Map(pairs('acdehijlopqswxy', 'асԁеһіјӏорԛѕԝху'));

function pairs(from: string, to: string): readonly (readonly [string, string])[] {
  const targets = Array.from(to);
  return Array.from(from, (letter, index) => [letter, targets[index] ?? letter] as const);
}

/**
 * The same for all names that look alike; kept under a unique attribute for names that people choose, so that of two
 * that come at once one is refused. Null for an address, which is its owner's, whatever it looks like.
 */
export const usernameForm = (username: string): string | null =>
  /[^\s@]@[^\s@]/.test(username)
    ? null
    : asLetters(replaced(normalUsername(username).toLowerCase(), likeLatin));

const asLetters = (latinLike: string): string => latinLike.replaceAll('0', 'o').replaceAll(/[1|]/g, 'l');

/** Names that could be taken for this one, itself among them; to be compared in whichever case. */
export function lookAlikes(username: string): readonly string[] {
  const plain = normalUsername(username).toLowerCase();
  const asLatin = replaced(plain, likeLatin);
  return [...new Set([plain, asLatin, asLetters(asLatin), replaced(plain, likeCyrillic)])];
}

const replaced = (text: string, letters: ReadonlyMap<string, string>): string =>
  Array.from(text, (letter) => letters.get(letter) ?? letter).join('');
