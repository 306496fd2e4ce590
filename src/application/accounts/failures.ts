import { failure, type Failure } from '../../domain/failure.js';
import { reason, type Reason } from '../../domain/reason/reason.js';
import type { RateCount } from '../ports/rate-counts.js';

/** Failures with the messages of Strapi's users-permissions plugin, which clients match. */
const mismatch = (why: string | Reason): Failure => failure('INPUT.MISMATCH', why);
const invalid = (message: string): Failure => failure('INPUT.INVALID', message, {});

export const taken = mismatch(reason('user.taken'));
export const blockedAddressee = mismatch(reason('user.blocked'));
export const nothingToConfirm = mismatch(reason('user.nothingToConfirm'));
export const registrationClosed = mismatch('Register action is currently disabled');
export const wrongLogin = invalid('Invalid identifier or password');
export const blockedAccount = mismatch('Your account has been blocked by an administrator');
export const unconfirmedAccount = mismatch('Your account email is not confirmed');
export const passwordsDiffer = invalid('Passwords do not match');
export const wrongPassword = invalid('The provided current password is invalid');
export const samePassword = invalid('Your new password must be different than your current password');
export const wrongCode = invalid('Incorrect code provided');
export const notAnObject = invalid('The body must be an object');
export const wrongToken = invalid('Invalid token');
export const wrongRefreshToken = failure('POLICY.UNAUTHENTICATED', 'Invalid refresh token');
/** A token that was exchanged before: somebody has copied it, so its sign-in has ended. Callers are told as of any other. */
export const reusedRefreshToken = failure('POLICY.UNAUTHENTICATED', 'Invalid refresh token');
export const notRefreshed = failure('DOCUMENT.NOT_FOUND', 'Not Found');

/** The message is the same for limits by address and by account. */
export const tooManyRequests = ({ endsInMs }: RateCount): Failure =>
  failure('POLICY.TOO_MANY', reason('request.tooMany'), { retryAfterMs: endsInMs });

export const noAddress = mismatch('The provider tells no confirmed e-mail address');

export const unknownParameters = (names: readonly string[]): Failure =>
  invalid(`Invalid parameters: ${names.join(', ')}`);
