export type Strength = 'weak' | 'fair' | 'good' | 'strong';

/** The sets of characters that guesses begin with, and how many each has. */
const sets: readonly (readonly [RegExp, number])[] = [
  [/[a-z]/, 26],
  [/[A-Z]/, 26],
  [/\d/, 10],
  [/[ -/:-@[-`{-~]/, 33],
  [/[^ -~]/, 100],
];

/** What follows from the character before it adds nothing: `aaaa`, `abcd`, `4321`. */
const isGuessed = (text: string, at: number): boolean =>
  at > 0 && Math.abs(text.charCodeAt(at) - text.charCodeAt(at - 1)) <= 1;

/** A rough estimate by length and by what a password is made of; words are not looked up. */
export function strengthOf(text: string): Strength {
  const pool = sets.reduce((sum, [set, size]) => (set.test(text) ? sum + size : sum), 0);
  const counted = Array.from(text).filter((_, at) => !isGuessed(text, at)).length;
  const bits = counted * Math.log2(Math.max(2, pool));
  return bits < 40 ? 'weak' : bits < 60 ? 'fair' : bits < 80 ? 'good' : 'strong';
}
