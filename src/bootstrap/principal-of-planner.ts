import type { PrincipalOfPlanner } from '../application/access/planner.js';
import { systemPrincipal } from '../domain/permission/permission.js';
import { ok } from '../domain/result.js';
import type { Parts } from './parts.js';

/** Finds who asked for work that happens later, with their grants of now. */
export const principalOfPlanner =
  ({
    access,
    accounts,
    administration,
  }: Pick<Parts, 'access' | 'accounts' | 'administration'>): PrincipalOfPlanner =>
  async ({ kind, name, id }) => {
    if (kind === 'system') return ok({ ...systemPrincipal, name });
    if (kind === 'token') return ok(access.principalOfTokenNamed(name));
    if (id === undefined) return ok(null);
    return kind === 'administrator' ? administration.principalOf({ id }) : accounts.principalOf({ id });
  };
