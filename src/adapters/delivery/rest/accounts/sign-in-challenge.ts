import { invalidInput } from '../../../../domain/failure.js';
import { err, ok, type Result } from '../../../../domain/result.js';

/**
 * What a front end shows of its secret when it begins (RFC 7636, S256), as the SHA-256 in hexadecimal. Null where it
 * shows nothing, which only a front end may that shares the server's origin: its browser gets a cookie instead.
 */
export function readChallenge(query: string, isSameOrigin: boolean): Result<string | null> {
  const given = new URLSearchParams(query);
  const [challenges, method] = [given.getAll('code_challenge'), given.get('code_challenge_method')];
  if (method !== null && method !== 'S256')
    return refused('code_challenge_method', 'code_challenge_method must be S256');
  const [challenge] = challenges;
  if (challenge === undefined)
    return isSameOrigin
      ? ok(null)
      : refused('code_challenge', 'code_challenge is a required field for a front end on another origin');
  return challenges.length === 1 && /^[\w-]{43}$/.test(challenge)
    ? ok(Buffer.from(challenge, 'base64url').toString('hex'))
    : refused('code_challenge', 'code_challenge must be a SHA-256 in base64url, of 43 characters');
}

/** The secret itself, which the session is asked for with. */
export const readVerifier = (verifier: string): Result<string> =>
  /^[\w.~-]{43,128}$/.test(verifier)
    ? ok(verifier)
    : refused('code_verifier', 'code_verifier must be 43 to 128 of the characters A-Z a-z 0-9 - . _ ~');

const refused = (name: string, message: string): Result<never> =>
  err(invalidInput([{ path: [name], message, value: undefined }]));
