import { isPlainObject } from '../../../domain/document/plain-object.js';
import { failure } from '../../../domain/failure.js';
import { reason } from '../../../domain/reason/reason.js';
import type { Route } from './route.js';

/**
 * The requests that change who may sign in and what somebody may do (second factors, addresses, passwords and rights), and the
 * one that removes content for ever. They need a recent proof of who makes them. A list: only if the body has one of these
 * members.
 */
const asking: Readonly<Record<string, 'always' | readonly string[]>> = {
  'PATCH profile': ['email', 'password'],
  'POST second-factor/confirm': 'always',
  'POST second-factor/codes': 'always',
  'POST second-factor/remove': 'always',
  'POST administrators': 'always',
  'PATCH administrators/:id': ['email', 'role', 'blocked'],
  'DELETE administrators/:id': 'always',
  'POST administrators/:id/second-factor': 'always',
  'POST administrators/:id/link': 'always',
  'POST administrator-roles': 'always',
  'PATCH administrator-roles/:id': 'always',
  'DELETE administrator-roles/:id': 'always',
  'POST users': ['role'],
  'PATCH users/:id': ['email', 'password', 'role', 'blocked'],
  'POST roles': ['grants'],
  'PATCH roles/:id': ['grants'],
  'DELETE roles/:id': 'always',
  'POST access-file/apply': 'always',
  'POST tokens': 'always',
  'POST tokens/:id/rotate': 'always',
  'POST types/drop': 'always',
};

export const unproven = failure('POLICY.UNPROVEN', reason('signIn.proof'));

/** When a route needs a recent proof: always, or if the body has one of these members. Undefined: never. */
export const proofFor = ({
  method,
  path,
}: Pick<Route, 'method' | 'path'>): 'always' | readonly string[] | undefined => asking[`${method} ${path}`];

/** Whether this request needs a recent proof. */
export function needsProof(route: Pick<Route, 'method' | 'path'>, body: unknown): boolean {
  const asks = proofFor(route);
  if (asks === undefined) return false;
  return asks === 'always' || (isPlainObject(body) && asks.some((name) => body[name] !== undefined));
}
