import { userType } from '../../../domain/schema/built-in-uids.js';
import type { AppTokens } from '../../../application/ports/app-tokens.js';
import type { Document } from '../../../application/ports/document-store.js';
import type { PasswordHasher } from '../../../application/ports/password-hasher.js';
import type { PasswordVerifier } from '../../../application/ports/password-verifier.js';
import { failure } from '../../../domain/failure.js';
import type { Result } from '../../../domain/result.js';
import { textOf } from '../../../domain/document/text-of.js';
import { AppError, valueOf } from '../app-error.js';
import type { DocumentService } from '../create-document-service.js';
import type { PluginParts } from './create-plugins.js';
import { createRoleService, type RoleServiceContext } from './role-service.js';

interface UsersContext {
  readonly tokens: AppTokens;
  /** Whether sessions are refreshed: `issue` then returns a promise, as existing code expects. */
  readonly isRefreshed: boolean;
  readonly roles: RoleServiceContext;
  readonly passwords: PasswordHasher & PasswordVerifier;
  /** Sends the mail that confirms the address of an account, if there is anything to confirm. */
  sendConfirmation(email: string): Promise<Result<void>>;
  /** Throws until documents can be used. */
  documents(uid: string): DocumentService;
}

type Values = Readonly<Record<string, unknown>>;

/** `strapi.plugin('users-permissions')`. Users and roles are named by the numeric ids of their rows. */
export const usersPlugin = (context: UsersContext): PluginParts => ({
  services: {
    jwt: jwtService(context),
    user: userService(context),
    role: createRoleService(context.roles),
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

function userService({ passwords, documents, sendConfirmation }: UsersContext) {
  const users = (): DocumentService => documents(userType);
  const documentIdOf = async (id: unknown): Promise<string> => {
    const found = await users().findFirst({ filters: byId(id), fields: ['documentId'] });
    if (found === null) throw new AppError(failure('DOCUMENT.NOT_FOUND', `There is no user ${String(id)}`));
    return textOf(found['documentId']);
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
    /** Does not wait until the mail is sent. */
    sendConfirmationEmail: async (user: { readonly email?: unknown }): Promise<void> => {
      users();
      if (typeof user?.email !== 'string')
        throw new AppError(failure('INPUT.INVALID', 'sendConfirmationEmail needs a user with an email'));
      valueOf(await sendConfirmation(user.email));
    },
    count: (where: object = {}) => users().count({ filters: where }),
    validatePassword: (password: string, hash: string) => passwords.verify(hash ?? null, password),
    ensureHashedPasswords: async (values: Values) =>
      typeof values['password'] === 'string'
        ? { ...values, password: await passwords.hash(values['password']) }
        : values,
  };
}

const byId = (id: unknown): object => ({ id: { $eq: id } });
