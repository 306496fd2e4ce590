/** Letters by script, folded as words are. A letter that is missing or wrong is looked for among those of its script. */
const alphabets = [
  'abcdefghijklmnopqrstuvwxyzßæðøþđıłœ',
  'αβγδεζηθικλμνξοπρςστυφχψω',
  'абвгдежзиклмнопрстуфхцчшщъыьэюяђєіјљњћџґ',
].map((letters) => Array.from(letters));

/** Shorter words have too many others near them. Longer ones, and those with digits, are hardly typed by hand, or exact. */
const [shortest, longest] = [4, 24];

/** A search whose words have more words near them finds what has its words as they are: some six words of eight letters. */
const mostNear = 4_000;

/** Whether typing errors in the words are looked for. */
export function allowsTypos(words: readonly string[]): boolean {
  const near = words.reduce((sum, word) => sum + 2 * word.length * alternativesTo(word).length, 0);
  return near > 0 && near <= mostNear;
}

/**
 * Returns the words with one typing error less or more than a folded word, without it: one letter is missing, one is too
 * many, one is another, or two neighbours have changed places.
 */
export function nearWords(word: string): readonly string[] {
  const alternatives = alternativesTo(word);
  if (alternatives.length === 0) return [];
  const letters = Array.from(word);
  const near = new Set<string>();
  for (let at = 0; at <= letters.length; at += 1) {
    const before = letters.slice(0, at).join('');
    const after = letters.slice(at + 1).join('');
    const [here = '', next = ''] = letters.slice(at, at + 2);
    near.add(before + after).add(before + next + here + letters.slice(at + 2).join(''));
    for (const letter of alternatives) near.add(before + letter + here + after).add(before + letter + after);
  }
  near.delete(word);
  return [...near];
}

/** The letters that may stand for others in a word; none where no error is looked for, as in one of two scripts. */
function alternativesTo(word: string): readonly string[] {
  const letters = Array.from(word);
  if (letters.length < shortest || letters.length > longest) return [];
  return alphabets.find((alphabet) => letters.every((letter) => alphabet.includes(letter))) ?? [];
}
