/** Where a text stops being JSON, and what is expected there. Lines and columns count from 1. */
export interface JsonFault {
  readonly line: number;
  readonly column: number;
  readonly expected: 'value' | 'comma' | 'colon' | 'key' | 'quote' | 'end';
}

type Expected = JsonFault['expected'];

const space = /[ \t\n\r]*/y;
const text = /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const plain = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/y;

/** Finds the first fault of a text; null if it is JSON. Browsers differ in what they say of it, and some say nothing. */
export function jsonFault(given: string): JsonFault | null {
  let at = 0;
  const takes = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const found = pattern.test(given);
    if (found) at = pattern.lastIndex;
    return found;
  };
  const sign = (): string | undefined => {
    takes(space);
    return given[at];
  };
  const takesSign = (wanted: string): boolean => {
    if (sign() !== wanted) return false;
    at += 1;
    return true;
  };
  /** The brackets that are open, by those that close them. */
  const open: ('}' | ']')[] = [];
  const takesKey = (): Expected | null => {
    if (sign() !== '"') return 'key';
    if (!takes(text)) return 'quote';
    return takesSign(':') ? null : 'colon';
  };
  /** Takes a value, or the begin of a list or an object with content. */
  const takesValue = (): Expected | 'open' | null => {
    const first = sign();
    if (first === '"') return takes(text) ? null : 'quote';
    if (first !== '{' && first !== '[') return takes(plain) ? null : 'value';
    at += 1;
    const close = first === '{' ? '}' : ']';
    if (takesSign(close)) return null;
    open.push(close);
    return close === '}' ? (takesKey() ?? 'open') : 'open';
  };
  const read = (): Expected | null => {
    for (;;) {
      const taken = takesValue();
      if (taken === 'open') continue;
      if (taken !== null) return taken;
      let close = open.at(-1);
      while (close !== undefined && takesSign(close)) {
        open.pop();
        close = open.at(-1);
      }
      if (close === undefined) return sign() === undefined ? null : 'end';
      if (!takesSign(',')) return 'comma';
      const fault = close === '}' ? takesKey() : null;
      if (fault !== null) return fault;
    }
  };
  const expected = read();
  if (expected === null) return null;
  const before = given.slice(0, at).split('\n');
  return { line: before.length, column: (before.at(-1) ?? '').length + 1, expected };
}
