import type { RoleService } from '../../../application/access/roles/role-service.js';
import type { Document } from '../../../application/ports/document-store.js';
import { isPlainObject } from '../../../domain/document/plain-object.js';
import { failure } from '../../../domain/failure.js';
import { systemPrincipal } from '../../../domain/permission/permission.js';
import { AppError, valueOf } from '../app-error.js';
import { fillPermissions, readAsked } from './populate-permissions.js';
import type { Params, RowQuery } from './row-query.js';

export interface RoleRowsDependencies {
  readonly rows: RowQuery;
  readonly permissions: RowQuery;
  readonly roles: Pick<RoleService, 'create' | 'remove'>;
}

/** The rows of roles: they can be populated with `permissions`, and creating or deleting one changes access as well. */
export function createRoleRows(dependencies: RoleRowsDependencies): RowQuery {
  const { one, ...reads } = createReads(dependencies);
  return { ...dependencies.rows, ...reads, ...createWrites(dependencies, one) };
}

type One = (params: Params, read: (own: Params) => Promise<Document | null>) => Promise<Document | null>;

function createReads({ rows, permissions }: RoleRowsDependencies): Reads {
  const filled = fillPermissions((role, asked) => {
    const where = { $and: [{ role: role['id'] }, asked['where'] ?? {}, asked['filters'] ?? {}] };
    const { filters: _filters, ...rest } = asked;
    return permissions.findMany({ ...rest, where });
  });
  const one: One = async (params, read) => {
    const asked = readAsked(params);
    const found = await read(asked.own);
    return found === null ? null : ((await filled([found], asked))[0] ?? null);
  };
  return {
    one,
    findOne: (params = {}) => one(params, rows.findOne),
    async findMany(params = {}) {
      const asked = readAsked(params);
      return filled(await rows.findMany(asked.own), asked);
    },
    async findPage(params = {}) {
      const asked = readAsked(params);
      const page = await rows.findPage(asked.own);
      return { ...page, results: await filled(page.results, asked) };
    },
    async findWithCount(params = {}) {
      const asked = readAsked(params);
      const [found, total] = await rows.findWithCount(asked.own);
      return [await filled(found, asked), total];
    },
  };
}

interface Reads extends Pick<RowQuery, 'findOne' | 'findMany' | 'findPage' | 'findWithCount'> {
  readonly one: One;
}

type Writes = Pick<RowQuery, 'create' | 'createMany' | 'update' | 'delete' | 'deleteMany'>;

function createWrites({ rows, roles }: RoleRowsDependencies, one: One): Writes {
  const create = (params: Params): Promise<Document> => createRole({ rows, roles }, one, params);
  const remove = async (id: number): Promise<void> => {
    valueOf(await roles.remove(systemPrincipal, { key: 'id', value: String(id) }));
  };
  return {
    create,
    async createMany({ data }) {
      if (!Array.isArray(data) || data.length === 0)
        throw refused('createMany expects data, which is a list of objects');
      const ids: number[] = [];
      for (const each of data) ids.push((await create({ data: each as unknown }))['id'] as number);
      return { count: ids.length, ids };
    },
    async update(params) {
      await checkType(rows, params);
      return one(params, rows.update);
    },
    async delete(params) {
      const found = await one(params, rows.findOne);
      const key = await rows.findOne({ ...searchIn(params), select: ['id'] });
      if (key !== null) await remove(key['id'] as number);
      return found;
    },
    async deleteMany(params = {}) {
      const found = await rows.findMany({ ...searchIn(params), select: ['id'] });
      for (const row of found) await remove(row['id'] as number);
      return { count: found.length };
    },
  };
}

const searchIn = ({ where, filters, orderBy }: Params): Params => ({ where, filters, orderBy });

async function createRole(
  { rows, roles }: Pick<RoleRowsDependencies, 'rows' | 'roles'>,
  one: One,
  params: Params,
): Promise<Document> {
  const { data } = params;
  if (!isPlainObject(data)) throw refused('create expects data, which is an object');
  const { name, description, type, ...rest } = data;
  const key = valueOf(await roles.create(systemPrincipal, { name, description, type }));
  const where = { type: key };
  const made = await one(params, (own) =>
    Object.keys(rest).length === 0
      ? rows.findOne({ ...own, where })
      : rows.update({ ...own, where, data: rest }),
  );
  if (made === null) throw new Error('a new role has no row');
  return made;
}

async function checkType(rows: RowQuery, params: Params): Promise<void> {
  const { data } = params;
  if (!isPlainObject(data) || typeof data['type'] !== 'string') return;
  const old = await rows.findOne(searchIn(params));
  if (old !== null && old['type'] !== data['type'])
    throw refused(`The type of the role stays ${JSON.stringify(old['type'])}: grants name it`);
}

const refused = (message: string): AppError => new AppError(failure('INPUT.INVALID', message));
