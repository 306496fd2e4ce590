import type { RoleService } from '../../../application/access/roles/role-service.js';
import type { Document } from '../../../application/ports/document-store.js';
import { isPlainObject, type PlainObject } from '../../../domain/document/plain-object.js';
import { textOf } from '../../../domain/document/text-of.js';
import { systemPrincipal } from '../../../domain/permission/permission.js';
import { valueOf } from '../app-error.js';
import type { DocumentService } from '../create-document-service.js';
import type { ListParams } from '../service-params.js';
import { affected } from '../answered.js';
import { fillPermissions, readAsked } from './populate-permissions.js';

/** The documents of roles: they can be populated with `permissions`, and creating or deleting one changes access as well. */
export const createRoleDocuments = (
  service: DocumentService,
  roles: Pick<RoleService, 'create' | 'remove'>,
  permissions: DocumentService,
): DocumentService => managingRoles(withPermissions(service, permissions), roles);

function withPermissions(service: DocumentService, permissions: DocumentService): DocumentService {
  const filled = fillPermissions((role, { filters, ...asked }) => {
    const own = { role: { id: role['id'] } };
    return permissions.findMany({ ...asked, filters: { $and: [own, filters ?? own] } });
  });
  const many =
    (read: (params?: ListParams) => Promise<readonly Document[]>) =>
    async (params?: ListParams): Promise<readonly Document[]> => {
      const asked = readAsked(listed(params));
      return filled(await read(asked.own), asked);
    };
  const one =
    <P extends object, T extends Document | null>(read: (params: P) => Promise<T>) =>
    async (params?: P): Promise<T> => {
      const asked = readAsked(listed(params));
      const found = await read(asked.own as P);
      return found === null ? found : ((await filled([found], asked))[0] as T);
    };
  return {
    ...service,
    findMany: many(service.findMany),
    findFirst: one(service.findFirst),
    findOne: one(service.findOne),
    create: one(service.create),
    update: one(service.update),
  };
}

/** `'a,b'` in `populate` is a list. */
function listed(params: object | undefined): PlainObject {
  const { populate } = { ...params } as { readonly populate?: unknown };
  if (typeof populate !== 'string' || populate === '*') return { ...params };
  return { ...params, populate: populate.split(',').map((name) => name.trim()) };
}

/** A new role can have grants at once, and a deleted one has none any more. */
const managingRoles = (
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
