import type { Document } from '../../../application/ports/document-store.js';
import { isPlainObject } from '../../../domain/document/plain-object.js';
import type { Params } from './row-query.js';

export interface Asked {
  /** The parameters without `permissions`. */
  readonly own: Params;
  /** How permissions are populated; undefined: not at all. */
  readonly permissions?: Params;
}

/** Takes `permissions` out of `populate`, as no store has them. */
export function readAsked(params: Params): Asked {
  const asked = permissionsIn(params['populate']);
  if (asked === undefined) return { own: params };
  // With `populate`, a selection keeps the id.
  return { own: { ...params, populate: asked.rest }, permissions: asked.params };
}

const name = 'permissions';

function permissionsIn(populate: unknown): { readonly rest: unknown; readonly params: Params } | undefined {
  if (populate === true || populate === '*') return { rest: populate, params: {} };
  if (Array.isArray(populate)) return permissionsAmong(populate);
  if (!isPlainObject(populate) || !Object.hasOwn(populate, name)) return undefined;
  const { [name]: asked, ...rest } = populate;
  if (asked === false || asked === null || asked === undefined) return undefined;
  return { rest, params: isPlainObject(asked) ? asked : {} };
}

/** Reads `['permissions', 'permissions.role']`. */
function permissionsAmong(names: readonly unknown[]): ReturnType<typeof permissionsIn> {
  const isIt = (each: unknown): each is string => typeof each === 'string' && each.split('.')[0] === name;
  const found = names.filter(isIt);
  if (found.length === 0) return undefined;
  const inside = found.filter((each) => each.includes('.')).map((each) => each.slice(name.length + 1));
  const params = inside.length === 0 ? {} : { populate: inside };
  return { rest: names.filter((each) => !isIt(each)), params };
}

/** Adds the permissions of roles that `find` returns, if they are asked for. */
export const fillPermissions =
  (find: (role: Document, asked: Params) => Promise<readonly Document[]>) =>
  async (roles: readonly Document[], { permissions: asked }: Asked): Promise<readonly Document[]> =>
    asked === undefined
      ? roles
      : Promise.all(roles.map(async (role) => ({ ...role, permissions: await find(role, asked) })));
