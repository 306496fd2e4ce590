import { isStorableText } from '../../domain/document/storable-text.js';
import { err, ok, type Result } from '../../domain/result.js';
import { invalid } from './failures.js';

const longest = 255;

/** Returns the address in lower case. */
export function checkEmail(email: unknown): Result<string> {
  const text = typeof email === 'string' ? email.trim().toLowerCase() : '';
  const isAddress = /^[^\s@<>"]+@[^\s@<>"]+$/.test(text) && text.length <= longest && isStorableText(text);
  return isAddress ? ok(text) : err(invalid('email', 'email must be an e-mail address'));
}

export function checkName(name: unknown): Result<string> {
  const text = typeof name === 'string' ? name.trim() : '';
  const isName = /^[^\p{C}\p{Zl}\p{Zp}]{1,100}$/u.test(text) && isStorableText(text);
  return isName ? ok(text) : err(invalid('name', 'name must have 1 to 100 printable characters'));
}
