import { failure, invalidInput, type Failure } from '../../domain/failure.js';
import { reason, type Reason } from '../../domain/reason/reason.js';

export const wrongSignIn = failure('INPUT.INVALID', reason('signIn.wrong'), {});
export const wrongPassword = failure('INPUT.INVALID', reason('signIn.password'), {});
export const wrongCode = failure('INPUT.INVALID', reason('signIn.code'), {});
export const noSecondFactor = failure('INPUT.MISMATCH', reason('signIn.noFactor'));
export const neededFactor = failure('INPUT.MISMATCH', reason('signIn.neededFactor'));
export const notLetIn = failure('IDENTITY.REFUSED', reason('signIn.notLetIn'));
export const deadLink = failure('DOCUMENT.NOT_FOUND', reason('signIn.link'));
export const noAdministrator = failure('DOCUMENT.NOT_FOUND', reason('administrator.none'));
export const noMail = failure('INPUT.MISMATCH', reason('administrator.noMail'));
export const noUserMail = failure('INPUT.MISMATCH', reason('user.noMail'));
export const noRole = failure('DOCUMENT.NOT_FOUND', reason('role.none'));
export const lastOwner = failure('INPUT.MISMATCH', reason('administrator.lastOwner'));

/** The failure does not repeat the value. */
export const invalid = (key: string, why: Reason): Failure =>
  invalidInput([{ path: [key], reason: why, value: undefined }]);

export const emailTaken = invalid('email', reason('administrator.email'));
