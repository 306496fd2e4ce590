import { roleType, userType } from '../../../domain/schema/built-in-uids.js';
import type { AppTokens } from '../../../application/ports/app-tokens.js';
import type { Document } from '../../../application/ports/document-store.js';
import type { PasswordHasher } from '../../../application/ports/password-hasher.js';
import type { PasswordVerifier } from '../../../application/ports/password-verifier.js';
import { failure } from '../../../domain/failure.js';
import { AppError } from '../app-error.js';
import type { DocumentService } from '../create-document-service.js';
import type { PluginParts } from './create-plugins.js';

interface UsersContext {
  readonly tokens: AppTokens;
  /** Whether sessions are refreshed: `issue` then returns a promise, as existing code expects. */
  readonly isRefreshed: boolean;
  readonly passwords: PasswordHasher & PasswordVerifier;
  /** Throws until documents can be used. */
  documents(uid: string): DocumentService;
}

type Values = Readonly<Record<string, unknown>>;

/** `strapi.plugin('users-permissions')`. Users and roles are named by the numeric ids of their rows. */
export const usersPlugin = (context: UsersContext): PluginParts => ({
  services: {
    jwt: jwtService(context),
    user: userService(context),
    role: roleService(context),
  },
  contentTypes: ['user', 'role', 'permission'],
});

interface TokenContext {
  readonly request?: { readonly header?: { readonly authorization?: unknown } };
}

const jwtService = ({ tokens, isRefreshed }: UsersContext) => ({
  issue: (payload: object, options?: object) => {
    const token = tokens.issue(payload, options);
    return isRefreshed ? Promise.resolve(token) : token;
  },
  verify: (token: string) => tokens.verify(token),
  /** Returns the payload of the token in the request; null if there is none. */
  getToken: async (ctx: TokenContext) => {
    const authorization = ctx?.request?.header?.authorization;
    const [, token] =
      (typeof authorization === 'string' && /^bearer +(\S+)$/i.exec(authorization.trim())) || [];
    return token === undefined ? null : tokens.verify(token);
  },
});

const withRole = { populate: ['role'] };

function userService({ passwords, documents }: UsersContext) {
  const users = (): DocumentService => documents(userType);
  const documentIdOf = async (id: unknown): Promise<string> => {
    const found = await users().findFirst({ filters: byId(id), fields: ['documentId'] });
    if (found === null) throw new AppError(failure('DOCUMENT.NOT_FOUND', `There is no user ${String(id)}`));
    return String(found['documentId']);
  };
  return {
    /** The password is hashed. */
    add: async (values: Values) => users().create({ data: values, ...withRole }),
    edit: async (id: unknown, values: Values = {}) =>
      users().update({ documentId: await documentIdOf(id), data: values, ...withRole }),
    fetch: (id: unknown, params: object = {}) => users().findFirst({ ...params, filters: byId(id) }),
    fetchAll: (params: object = {}) => users().findMany(params),
    fetchAuthenticatedUser: (id: unknown) => users().findFirst({ filters: byId(id), ...withRole }),
    remove: async ({ id }: { readonly id: unknown }): Promise<Document | null> => {
      const documentId = await documentIdOf(id);
      return (await users().delete({ documentId })).entries[0] ?? null;
    },
    count: (params: object = {}) => users().count(params),
    validatePassword: (password: string, hash: string) => passwords.verify(hash ?? null, password),
    ensureHashedPasswords: async (values: Values) =>
      typeof values['password'] === 'string'
        ? { ...values, password: await passwords.hash(values['password']) }
        : values,
  };
}

const byId = (id: unknown): object => ({ id: { $eq: id } });

const roleService = ({ documents }: UsersContext) => ({
  find: () => documents(roleType).findMany(),
  findOne: (id: unknown) => documents(roleType).findFirst({ filters: byId(id) }),
});
