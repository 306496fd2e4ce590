import { failure, invalidInput, type Failure } from '../../domain/failure.js';

export const wrongSignIn = failure('INPUT.INVALID', 'Wrong address or password', {});
export const wrongPassword = failure('INPUT.INVALID', 'Wrong password', {});
export const wrongCode = failure('INPUT.INVALID', 'Wrong code', {});
export const noSecondFactor = failure('INPUT.MISMATCH', 'There is no second factor');
export const notLetIn = failure(
  'IDENTITY.REFUSED',
  'This account may not sign in here: ask for an invitation',
);
export const deadLink = failure(
  'DOCUMENT.NOT_FOUND',
  'The link was used or has expired: ask for another one',
);
export const noAdministrator = failure('DOCUMENT.NOT_FOUND', 'There is no such administrator');
export const noRole = failure('DOCUMENT.NOT_FOUND', 'There is no such role');
export const lastOwner = failure(
  'INPUT.MISMATCH',
  'This is the last owner: make another administrator an owner first',
);

/** The failure does not repeat the value. */
export const invalid = (key: string, message: string): Failure =>
  invalidInput([{ path: [key], message, value: undefined }]);

export const emailTaken = invalid('email', 'email is that of another administrator');
