import { RE2JS } from 're2js';
import { toLinearSyntax } from './linear-syntax.js';

/** A `regex` of a schema. Tests a text of any length in time that grows with its length, whatever the expression. */
export interface Pattern {
  test(text: string): boolean;
}

/**
 * Compiled with the first use of each: they come from schemas, so there are few. RE2 does not backtrack, so that nobody
 * can hold the process with a text that an expression like `^(a+)+$` takes ages to refuse.
 */
const compiled = new Map<string, Pattern>();

/** The pattern of an expression in the syntax of JavaScript, without flags. Throws where `patternFault` finds a fault. */
export function patternOf(source: string): Pattern {
  let pattern = compiled.get(source);
  if (pattern === undefined) compiled.set(source, (pattern = RE2JS.compile(toLinearSyntax(source))));
  return pattern;
}

/** Why an expression cannot be used, to follow its place in a sentence; null where it can. */
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
