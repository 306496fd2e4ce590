import { isStorableText } from '../../domain/document/storable-text.js';
import { reason } from '../../domain/reason/reason.js';
import { err, ok, type Result } from '../../domain/result.js';
import { invalid } from './failures.js';

const longest = 255;

/** Returns the address in lower case. */
export function checkEmail(email: unknown): Result<string> {
  const text = typeof email === 'string' ? email.trim().toLowerCase() : '';
  const isAddress = /^[^\s@<>"]+@[^\s@<>"]+$/.test(text) && text.length <= longest && isStorableText(text);
  return isAddress ? ok(text) : err(invalid('email', reason('person.email')));
}

export function checkName(name: unknown): Result<string> {
  const text = typeof name === 'string' ? name.trim() : '';
  const isName = /^[^\p{C}\p{Zl}\p{Zp}]{1,100}$/u.test(text) && isStorableText(text);
  return isName ? ok(text) : err(invalid('name', reason('person.name')));
}

type PersonChange = { -readonly [K in 'name' | 'email']?: string };

/** Checks what a request changes of a person; what it does not name is left out. */
export function checkChange(request: {
  readonly name?: unknown;
  readonly email?: unknown;
}): Result<PersonChange> {
  const change: PersonChange = {};
  if (request.name !== undefined) {
    const name = checkName(request.name);
    if (!name.ok) return name;
    change.name = name.value;
  }
  if (request.email !== undefined) {
    const email = checkEmail(request.email);
    if (!email.ok) return email;
    change.email = email.value;
  }
  return ok(change);
}
