import type { LocaleService } from '../../../application/locales/locale-service.js';
import type { RoleService } from '../../../application/access/roles/role-service.js';
import { isPlainObject } from '../../../domain/document/plain-object.js';
import { localeType, roleType } from '../../../domain/schema/built-in-uids.js';
import { valueOf } from '../app-error.js';
import { notOfferedUid } from '../not-offered.js';
import { createPermissionRows } from './create-permission-rows.js';
import type { PermissionsDependencies } from './permission-reads.js';
import { createRoleRows } from './create-role-rows.js';
import { createRowQuery } from './create-row-query.js';
import { permissionType } from './permission-type.js';
import type { RowQuery } from './row-query.js';

export interface QueriesDependencies extends PermissionsDependencies {
  readonly roles: Pick<RoleService, 'create' | 'remove'>;
  readonly locales: Pick<LocaleService, 'add'>;
  /** Whether the tables fit the schema. */
  readonly isReady: () => boolean;
}

/** Returns `strapi.db.query` and `strapi.query`, which give the rows of a content-type by its UID. */
export function createDatabaseQueries(dependencies: QueriesDependencies): (uid: string) => RowQuery {
  const { schema, isReady } = dependencies;
  const made = new Map<string, RowQuery>();
  const make = (uid: string): RowQuery | undefined => {
    if (uid === permissionType) return createPermissionRows(dependencies);
    const type = schema.contentTypes.get(uid);
    if (type === undefined) return undefined;
    const rows = createRowQuery(dependencies, type);
    if (uid === localeType) return createLocaleRows(rows, dependencies.locales);
    if (uid !== roleType) return rows;
    return createRoleRows({
      rows,
      roles: dependencies.roles,
      permissions: createPermissionRows(dependencies),
    });
  };
  return (uid) => {
    if (!isReady()) throw new Error('Queries are there from bootstrap on, not yet in register');
    const rows = made.get(uid) ?? make(uid);
    if (rows === undefined) throw unknownModel(uid);
    made.set(uid, rows);
    return rows;
  };
}

/** New locales take effect at once. */
const createLocaleRows = (rows: RowQuery, locales: Pick<LocaleService, 'add'>): RowQuery => ({
  ...rows,
  async create(params) {
    const { data } = params;
    const { code, name } = isPlainObject(data) ? data : {};
    const added = valueOf(await locales.add(code, name));
    const { data: _data, ...shown } = params;
    const row = await rows.findOne({ ...shown, where: { code: added.code } });
    if (row === null) throw new Error('a new locale has no row');
    return row;
  },
});

const unknownModel = (uid: unknown): Error =>
  new Error(notOfferedUid(uid) ?? `Model ${String(uid)} not found`);
