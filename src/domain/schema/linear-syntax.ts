/** Syntax that linear-time engines do not support. */
class UnsupportedSyntax extends Error {}

/**
 * Translates a valid JavaScript expression without flags into RE2's syntax, in which `.`, `\s`, escapes and single
 * brackets differ. Throws `UnsupportedSyntax`. Characters are code points; `\p{…}` and `\u{…}` have the meaning of
 * JavaScript's `u` flag.
 */
export function toLinearSyntax(source: string): string {
  const reader = new Reader(source);
  let written = '';
  while (!reader.atEnd()) written += translateNext(reader);
  return written;
}

function translateNext(reader: Reader): string {
  const [quantifier = ''] = reader.match(/\{\d+(?:,\d*)?\}/y);
  if (quantifier !== '') return quantifier;
  const [group = ''] = reader.match(/\((?:\?(?:<?[=!]|:|<[^>]*>))?/y);
  if (group !== '') return translateGroup(group);
  const char = reader.next();
  switch (char) {
    case '.':
      return '[^\\n\\r\\x{2028}\\x{2029}]';
    case '[':
      return translateClass(reader);
    case '\\':
      return reader.peek() === 'b' || reader.peek() === 'B'
        ? `\\${reader.next()}`
        : bracketed(escaped(reader));
    default:
      return '^$*+?|)'.includes(char) ? char : literal(char);
  }
}

function translateGroup(group: string): string {
  if (/[=!]$/.test(group))
    throw new UnsupportedSyntax(`it looks ${group.includes('<') ? 'behind' : 'ahead'}, with ${group}`);
  return group.startsWith('(?<') ? `(?P${group.slice(2)}` : group;
}

/**
 * A member of a character class, or an escape outside of one: a single character, or a set in the syntax of a class.
 */
interface Atom {
  readonly text: string;
  readonly isSet: boolean;
}

function translateClass(reader: Reader): string {
  const negated = reader.match(/\^/y).length > 0;
  let members = '';
  while (reader.peek() !== ']') {
    const from = classAtom(reader);
    const isRange = reader.match(/-(?!\])/y).length > 0;
    if (!isRange) {
      members += from.text;
      continue;
    }
    const to = classAtom(reader);
    members += from.isSet || to.isSet ? `${from.text}\\-${to.text}` : `${from.text}-${to.text}`;
  }
  reader.next();
  if (members === '') return negated ? `[${everything}]` : `[^${everything}]`;
  return `[${negated ? '^' : ''}${members}]`;
}

const everything = '\\x{0}-\\x{10FFFF}';

const classAtom = (reader: Reader): Atom => {
  const char = reader.next();
  if (char !== '\\') return single(char);
  if (reader.match(/b/y).length > 0) return single('\b');
  return escaped(reader);
};

const bracketed = ({ text, isSet }: Atom): string => (isSet ? `[${text}]` : text);

const single = (char: string): Atom => ({ text: literal(char), isSet: false });

const literal = (char: string): string =>
  /^[A-Za-z0-9]$/.test(char) ? char : `\\x{${(char.codePointAt(0) ?? 0).toString(16)}}`;

/** JavaScript's white space, including ranges. */
const space =
  '\\t-\\r \\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}';
const notSpace =
  '\\x{0}-\\x{8}\\x{e}-\\x{1f}\\x{21}-\\x{9f}\\x{a1}-\\x{167f}\\x{1681}-\\x{1fff}\\x{200b}-\\x{2027}' +
  '\\x{202a}-\\x{202e}\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}\\x{3001}-\\x{fefe}\\x{ff00}-\\x{10ffff}';

const controls: Readonly<Record<string, string>> = { t: '\t', n: '\n', v: '\v', f: '\f', r: '\r' };

/** Reads the rest of an escape, after the backslash. */
function escaped(reader: Reader): Atom {
  const [property] = reader.match(/[pP]\{\^?\w+(?:=\w+)?\}/y);
  if (property !== undefined) return { text: `\\${property}`, isSet: true };
  const [, high, low] = reader.match(/u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})/y);
  if (high !== undefined && low !== undefined)
    return single(String.fromCharCode(parseInt(high, 16), parseInt(low, 16)));
  const [, ...digits] = reader.match(/u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})/y);
  const code = digits.find((each) => each !== undefined);
  if (code !== undefined) return single(String.fromCodePoint(parseInt(code, 16)));
  const [, control] = reader.match(/c([A-Za-z])/y);
  if (control !== undefined) return single(String.fromCharCode(control.charCodeAt(0) % 32));
  const [octal] = reader.match(/0[0-7]{0,2}/y);
  if (octal !== undefined) return single(String.fromCharCode(parseInt(octal, 8)));
  const char = reader.next();
  if ('dDwW'.includes(char)) return { text: `\\${char}`, isSet: true };
  if (char === 's') return { text: space, isSet: true };
  if (char === 'S') return { text: notSpace, isSet: true };
  if (/[1-9k]/.test(char)) throw new UnsupportedSyntax(`it refers back to a group, with \\${char}`);
  return single(controls[char] ?? char);
}

/** Reads an expression by code points. */
class Reader {
  #at = 0;

  constructor(private readonly source: string) {}

  atEnd(): boolean {
    return this.#at >= this.source.length;
  }

  peek(): string {
    return String.fromCodePoint(this.source.codePointAt(this.#at) ?? 0);
  }

  next(): string {
    const char = this.peek();
    this.#at += char.length;
    return char;
  }

  /** Reads what a sticky expression matches at this position; empty if it does not match. */
  match(form: RegExp): readonly (string | undefined)[] {
    form.lastIndex = this.#at;
    const found = form.exec(this.source);
    if (found === null) return [];
    this.#at = form.lastIndex;
    return found;
  }
}
