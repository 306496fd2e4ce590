import type { RoleService } from '../../../application/access/roles/role-service.js';
import { isPlainObject } from '../../../domain/document/plain-object.js';
import { textOf } from '../../../domain/document/text-of.js';
import { systemPrincipal } from '../../../domain/permission/permission.js';
import { valueOf } from '../app-error.js';
import type { DocumentService } from '../create-document-service.js';
import { affected } from '../written.js';

/** Wraps the documents of roles: a new role can have grants at once, and a deleted one has none any more. */
export const managingRoles = (
  service: DocumentService,
  roles: Pick<RoleService, 'create' | 'remove'>,
): DocumentService => ({
  ...service,
  async create(params) {
    const { data, ...answer } = params ?? {};
    // Reports missing data.
    if (!isPlainObject(data)) return service.create(params);
    const { name, description, type, ...rest } = data;
    const key = valueOf(await roles.create(systemPrincipal, { name, description, type }));
    const made = await service.findFirst({ ...answer, filters: { type: key } });
    if (made === null) throw new Error('a new role has no document');
    if (Object.keys(rest).length === 0) return made;
    return (await service.update({ ...answer, documentId: textOf(made['documentId']), data: rest })) ?? made;
  },
  async delete(params) {
    const role = await service.findOne(params);
    if (role === null) return service.delete(params);
    const address = { key: 'documentId', value: textOf(role['documentId']) } as const;
    valueOf(await roles.remove(systemPrincipal, address));
    return affected(undefined, [role]);
  },
});
