/** Forms of a username, to find names that look alike, after RFC 8265 and Unicode TS #39. */

/**
 * The form in which usernames are stored: compatibility characters, such as wide or mathematical letters, become the
 * plain ones.
 */
export const normalUsername = (username: string): string => username.normalize('NFKC');

/** Invisible characters, and spaces other than the plain one; the blank of braille is a symbol by its properties. */
const unseen =
  /[\u2800\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]|(?! )\p{Zs}|^ | $/u;

/** Joiners after letters of scripts that are spelt with them (RFC 5892, appendix A). */
const spelling =
  /(?<=[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}]\p{M}*)[\u200c\u200d](?=\p{L})/gu;

export const hasUnseen = (username: string): boolean => unseen.test(username.replaceAll(spelling, ''));

/** Scripts that are combined with Latin letters in normal text. */
const latin =
  /^(?:\P{L}|\p{Script=Latin}|\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Script=Bopomofo}|\p{Script=Common}|\p{Script=Inherited})*$/u;
const cyrillic = /^(?:\P{L}|\p{Script=Cyrillic}|\p{Script=Common}|\p{Script=Inherited})*$/u;
const greek = /^(?:\P{L}|\p{Script=Greek}|\p{Script=Common}|\p{Script=Inherited})*$/u;
const lookingLatin = /\p{Script=Latin}|\p{Script=Cyrillic}|\p{Script=Greek}/u;

/** Whether a name combines scripts with similar letters: TS #39, "highly restrictive", for these scripts. */
export const mixesScripts = (username: string): boolean =>
  lookingLatin.test(username) && ![latin, cyrillic, greek].some((pattern) => pattern.test(username));

/**
 * Letters of one script that look like Latin ones, by Unicode's table of confusable characters. It lacks г (like r), with
 * which common names such as Егор would look Latin, and letters that look like a digit or like two letters.
 */
const wholeScripts: readonly RegExp[] = [
  /^(?:[аеорсухѕіјѡѵүһҽӏӕԁԛԝЅІЈАВЕКМНОРСТУХЬѴҮӀӔԌԜ]|\P{L})+$/u,
  /^(?:[αγικνορυϒϱϲϳͿΑΒΕΖΗΙΚΜΝΟΡΤΥΧϜϹϺ]|\P{L})+$/u,
  /^(?:[ՍՏՕագզհոռսցքօ]|\P{L})+$/u,
  /^(?:[ᎠᎡᎢᎤᎥᎩᎪᎫᎬᎳᎷᎻᎽᏀᏂᏃᏏᏒᏔᏕᏙᏚᏞᏟᏢᏦᏧᏳᏴꭵꮁꮃꮓꮩꮪꮯ]|\P{L})+$/u,
  /^(?:[ⲅⲎⲒⲔⲘⲚⲞⲟⲢⲣⲤⲥⲦⲨⲬⳐ]|\P{L})+$/u,
  /^(?:[ꓐ-ꓔꓖꓗꓙꓚꓜꓝꓟ-ꓣꓦꓧꓪ-ꓬꓮꓰꓲ-ꓴ]|\P{L})+$/u,
];

/** Whether a name without a Latin letter could be taken for one that is all Latin: TS #39, "whole-script confusable". */
export const looksLatin = (username: string): boolean =>
  /\p{L}/u.test(username) && wholeScripts.some((letters) => letters.test(decomposed(username)));

/** Greek accents stay: nearly every Greek name has one, and a Latin one seldom. */
const decomposed = (username: string): string =>
  /\p{Script=Greek}/u.test(username) ? username : username.normalize('NFD');

/** Letters that look like Latin ones, in lower case. */
const likeLatin: ReadonlyMap<string, string> = new Map([
  ...pairs('агсԁеҽһіјӏорԛѕѵԝѡхуү', 'arcdeehijlopqsvwwxyy'),
  ...pairs('αγονρυικϲϳ', 'ayovpuikcj'),
  // Of the Latin script itself.
  ...pairs('ɑɡıɩɪƿʋʏ', 'agiiipvy'),
]);
const likeCyrillic: ReadonlyMap<string, string> = new Map(pairs('acdehijlopqswxy', 'асԁеһіјӏорԛѕԝху'));

function pairs(from: string, to: string): readonly (readonly [string, string])[] {
  const targets = Array.from(to);
  return Array.from(from, (letter, index) => [letter, targets[index] ?? letter] as const);
}

/**
 * Returns the same form for all names that look alike. Stored in a unique attribute for names that users choose, so
 * that of two concurrent registrations one is refused. Null for e-mail addresses, which belong to their owner whatever
 * they look like.
 */
export const usernameForm = (username: string): string | null =>
  /[^\s@]@[^\s@]/.test(username) ? null : asLetters(replaced(plainForm(username), likeLatin));

/**
 * Returns how a name can be read: as it is typed, and with l for each capital I after a small letter. The stored form does not
 * have the second, because names that differ in case only have one form.
 */
export const readings = (username: string): readonly string[] => [
  ...new Set([username, username.replaceAll(/(?<=\p{Ll})I/gu, 'l')]),
];

/** Strokes through a letter, which hardly show. */
const overlays = /[\u0334-\u0338\u20d2\u20d3\u20d8-\u20da\u20e5\u20e6\u20ea\u20eb]/gu;

const plainForm = (username: string): string =>
  normalUsername(username).toLowerCase().replaceAll(overlays, '');

const asLetters = (latinLike: string): string => latinLike.replaceAll('0', 'o').replaceAll(/[1|]/g, 'l');

/** Returns the names that look like this one, including itself, in lower case. Compare them without regard to case. */
export function lookAlikes(username: string): readonly string[] {
  const [plain, bare] = [normalUsername(username).toLowerCase(), plainForm(username)];
  const asLatin = replaced(bare, likeLatin);
  return [...new Set([plain, bare, asLatin, asLetters(asLatin), replaced(bare, likeCyrillic)])];
}

const replaced = (text: string, letters: ReadonlyMap<string, string>): string =>
  Array.from(text, (letter) => letters.get(letter) ?? letter).join('');
