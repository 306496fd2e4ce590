interface Props {
  readonly text: string;
  /** Undefined: nothing is searched for. */
  readonly search: string | undefined;
}

/** A text in which each place of what is searched for is marked, whatever the case. */
export function Marked({ text, search }: Props) {
  if (search === undefined || search === '') return text;
  const [folded, wanted] = [text.toLowerCase(), search.toLowerCase()];
  // In some languages a small letter is longer than its capital.
  if (folded.length !== text.length) return text;
  const parts = [];
  let from = 0;
  for (let at = folded.indexOf(wanted); at !== -1; at = folded.indexOf(wanted, from)) {
    parts.push(text.slice(from, at), <mark key={at}>{text.slice(at, at + wanted.length)}</mark>);
    from = at + wanted.length;
  }
  return parts.length === 0 ? text : [...parts, text.slice(from)];
}
