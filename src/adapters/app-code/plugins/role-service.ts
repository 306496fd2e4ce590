import { errors } from '../../../application/app-code/errors.js';
import type { Document } from '../../../application/ports/document-store.js';
import { isPlainObject, type PlainObject } from '../../../domain/document/plain-object.js';
import { textOf } from '../../../domain/document/text-of.js';
import { roleType, userType } from '../../../domain/schema/built-in-uids.js';
import { standingActions } from '../queries/permission-actions.js';
import { permissionType } from '../queries/permission-type.js';
import type { RowQuery } from '../queries/row-query.js';

export interface RoleServiceContext {
  /** The rows of a content-type. Throws until documents can be used. */
  query(uid: string): RowQuery;
  /** Everything that can be granted, as a tree of which nothing is enabled. */
  actions(): Tree;
}

/** `{"api::dish": {"controllers": {"dish": {"find": {"enabled": true, "policy": ""}}}}}`, as roles have over REST. */
type Tree = Record<string, { controllers: Record<string, Record<string, { readonly enabled: boolean }>> }>;

/** `strapi.plugin('users-permissions').service('role')`: roles by the numeric ids of their rows, with trees of permissions. */
export function createRoleService({ query, actions }: RoleServiceContext) {
  const withPermissions = async (id: unknown): Promise<Document> => {
    const found = await query(roleType).findOne({ where: { id }, populate: ['permissions'] });
    if (found === null) throw new errors.NotFoundError('Role not found');
    return found;
  };
  const replace = async (role: Document, given: unknown): Promise<void> => {
    const [wanted, held] = [enabledIn(given), actionsOf(role)];
    const standing = standingActions(textOf(role['type']));
    const permissions = query(permissionType);
    const of = (action: string) => ({ action, role: role['id'] });
    for (const action of wanted) if (!held.includes(action)) await permissions.create({ data: of(action) });
    for (const action of held)
      if (!wanted.includes(action) && !standing.includes(action))
        await permissions.delete({ where: of(action) });
  };
  return {
    /** With the numbers of their users, by name. */
    find: async () => {
      const roles = await query(roleType).findMany({ orderBy: { name: 'asc' } });
      return Promise.all(
        roles.map(async (role) => ({
          ...role,
          nb_users: await query(userType).count({ where: { role: role['id'] } }),
        })),
      );
    },
    findOne: async (id: unknown) => {
      const role = await withPermissions(id);
      return { ...role, permissions: enabling(actions(), actionsOf(role)) };
    },
    /** Other keys are ignored. Without `permissions` the role can do what every role can. */
    createRole: async ({ name, description, type, permissions }: PlainObject): Promise<void> => {
      const made = await query(roleType).create({ data: { name, description, type } });
      await replace(await withPermissions(made['id']), permissions);
    },
    /** `permissions` replaces all that the role may do; without it, that does not change. */
    updateRole: async (id: unknown, { name, description, permissions }: PlainObject): Promise<void> => {
      const role = await withPermissions(id);
      const given = Object.entries({ name, description }).filter(([, value]) => value !== undefined);
      if (given.length > 0)
        await query(roleType).update({ where: { id }, data: Object.fromEntries(given) as unknown });
      if (permissions !== undefined) await replace(role, permissions);
    },
  };
}

const actionsOf = ({ permissions }: Document): readonly string[] =>
  (permissions as readonly Document[]).map(({ action }) => textOf(action));

/** Returns the actions that a tree enables, such as `api::dish.dish.find`. */
function enabledIn(tree: unknown): readonly string[] {
  const found = membersOf(tree).flatMap(([type, group]) =>
    membersOf(isPlainObject(group) ? group['controllers'] : undefined).flatMap(([controller, leaves]) =>
      membersOf(leaves).flatMap(([action, leaf]) =>
        isPlainObject(leaf) && leaf['enabled'] === true ? [`${type}.${controller}.${action}`] : [],
      ),
    ),
  );
  return [...new Set(found)];
}

const membersOf = (value: unknown): readonly [string, unknown][] =>
  isPlainObject(value) ? Object.entries(value) : [];

function enabling(tree: Tree, held: readonly string[]): Tree {
  for (const name of held) {
    const [, type = '', controller = '', action = ''] = /^([^.]+)\.(.+)\.([^.]+)$/.exec(name) ?? [];
    const { controllers } = (tree[type] ??= { controllers: {} });
    const leaves = (controllers[controller] ??= {});
    leaves[action] = { ...leaves[action], enabled: true };
  }
  return tree;
}
