import { RE2JS } from 're2js';
import { toLinearSyntax } from './linear-syntax.js';

/** The `regex` of an attribute. Testing a text takes time in proportion to its length, whatever the expression. */
export interface Pattern {
  test(text: string): boolean;
}

/**
 * Expressions come from schemas, so there are few. RE2 does not backtrack, so that no text can block the process
 * through an expression such as `^(a+)+$`.
 */
const compiled = new Map<string, Pattern>();

/** Returns the pattern of a JavaScript expression without flags. Throws if `patternFault` finds a fault. */
export function patternOf(source: string): Pattern {
  let pattern = compiled.get(source);
  if (pattern === undefined) compiled.set(source, (pattern = RE2JS.compile(toLinearSyntax(source))));
  return pattern;
}

/** Whether a text matches an expression. */
export const matchesPattern = (text: string, source: string): boolean => patternOf(source).test(text);

/** Returns why an expression cannot be used, to follow its path in a message; null if it can. */
export function patternFault(source: string): string | null {
  try {
    RegExp(source);
  } catch (error) {
    return `is no regular expression: ${(error as Error).message}`;
  }
  try {
    patternOf(source);
    return null;
  } catch (error) {
    const reason = (error as Error).message.replace(/^error parsing regexp: /, '');
    return `cannot be run in linear time: ${reason}`;
  }
}
