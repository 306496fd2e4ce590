import { invalidInput, type Failure } from '../../domain/failure.js';
import { reason, type Reason } from '../../domain/reason/reason.js';
import { err, ok, type Result } from '../../domain/result.js';
import type { CommonPasswords } from '../ports/common-passwords.js';

/** The rules for new passwords. Existing passwords stay valid. */
export interface PasswordPolicy {
  /** `names` are the username and the address of the user. */
  check(password: string, names: readonly string[]): Promise<Result<void>>;
}

export interface PasswordRules {
  /** Minimum number of characters. */
  readonly minLength: number;
  readonly refuseCommon: boolean;
  /** Absent: as long as the schema allows. */
  readonly maxBytes?: number;
}

export function createPasswordPolicy(
  { minLength, refuseCommon, maxBytes = Infinity }: PasswordRules,
  common: CommonPasswords,
): PasswordPolicy {
  return {
    async check(password, names) {
      if (Array.from(password).length < minLength)
        return refused(reason('password.minLength', { min: minLength }));
      if (new TextEncoder().encode(password).length > maxBytes)
        return refused(reason('password.maxBytes', { max: maxBytes }));
      const plain = password.toLowerCase();
      if (names.some((name) => plain === name.toLowerCase() || plain === localPart(name)))
        return refused(reason('password.ofUser'));
      const isCommon = refuseCommon && (await common.includes(password));
      return isCommon ? refused(reason('password.common')) : ok(undefined);
    },
  };
}

const localPart = (name: string): string => name.toLowerCase().replace(/@.*$/, '');

/** The failure does not include the value: answers must not repeat secrets. */
const refused = (why: Reason): Result<never> => err(refusal(why));

const refusal = (why: Reason): Failure =>
  invalidInput([{ path: ['password'], reason: why, value: undefined }]);
