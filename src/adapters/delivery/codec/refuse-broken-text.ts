import { isUtf8 } from 'node:buffer';

/**
 * For `verify` of a body parser of Express: refuses bytes that are no UTF-8 with a 400. The parser would put the character
 * U+FFFD in their place without a word.
 */
export function refuseBrokenText(_req: unknown, _res: unknown, bytes: Buffer, encoding: string): void {
  if (/^utf-?8$/i.test(encoding) && !isUtf8(bytes))
    throw Object.assign(new Error('The body is not UTF-8'), { status: 400 });
}
