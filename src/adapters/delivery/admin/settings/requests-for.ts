import type { GrantRequest } from '../../../../application/access/check-grants.js';
import type { GrantBody, WireGrant } from '../contract/grants.js';

/** Returns a grant in the form in which use cases take it. */
export const requestFor = ({ type: uid, ...grant }: WireGrant): GrantRequest => ({ uid, ...grant });

export const requestsFor = (grants: readonly GrantBody[]): readonly (GrantRequest | string)[] =>
  grants.map((grant) => (typeof grant === 'string' ? grant : requestFor(grant)));
