/** A message as the build has parsed it: texts, and what is put in between. */
type Part =
  | string
  | readonly [name: string, kind?: string, choices?: Readonly<Record<string, readonly Part[]>>];

/** Doubles vowels, which makes English longer by a third, as German is. */
const longer = (text: string): string => text.replaceAll(/[aeiou]/gi, '$&$&');

const pseudoPart = (part: Part): Part => {
  if (typeof part === 'string') return part === '#' ? part : longer(part);
  const [name, kind, choices] = part;
  // What a choice chooses by is no text.
  if (kind === undefined || typeof choices !== 'object') return part;
  return [
    name,
    kind,
    Object.fromEntries(Object.entries(choices).map(([one, parts]) => [one, pseudoParts(parts)])),
  ];
};

const pseudoParts = (parts: readonly Part[]): readonly Part[] =>
  Array.isArray(parts) ? parts.map(pseudoPart) : parts;

/** Returns a message in the pseudo-language, between brackets, so that one sees where it is cut off. */
export const pseudoOf = (message: unknown): never =>
  [
    '[',
    ...pseudoParts(Array.isArray(message) ? (message as readonly Part[]) : [String(message)]),
    ']',
  ] as never;
