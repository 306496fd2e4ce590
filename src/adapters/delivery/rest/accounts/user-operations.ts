import { equals } from '../../../../domain/query/compare.js';
import { userType } from '../../../../domain/schema/built-in-uids.js';
import { isPlainObject } from '../../../../domain/document/plain-object.js';
import type { Request, Response } from 'express';
import type { Answer, Documents } from '../../../../application/documents/documents.js';
import { recordRefusal } from '../../../../application/audit/refusals.js';
import { denied, failure, notFound, type Failure } from '../../../../domain/failure.js';
import {
  decide,
  systemPrincipal,
  type Action,
  type Principal,
} from '../../../../domain/permission/permission.js';
import { err, ok, type Result } from '../../../../domain/result.js';
import { decodeListQuery, decodeOneQuery } from '../../codec/decode-query.js';
import type { PagingLimits } from '../../codec/paging.js';
import { parseQueryText } from '../../codec/parse-query-text.js';
import { accountsFor, type AccountsAround } from './accounts-for.js';

/** One request to a user route. */
export interface UserCall {
  readonly req: Request;
  readonly res: Response;
  readonly principal: Principal;
  /** As the path names it: a numeric id or a documentId; empty where it names none. */
  readonly user: string;
  /** The query string, without its question mark. */
  readonly text: string;
  readonly body: unknown;
}

/** The JSON text of the answer. */
export type UserOperation = (call: UserCall) => Promise<Result<string>>;

export interface UserOperationDependencies extends AccountsAround {
  readonly documents: Documents;
  readonly limits: PagingLimits;
}

type Name = 'list' | 'count' | 'me' | 'changeMe' | 'find' | 'create' | 'update' | 'remove';

/** Users as clients know them: answers without `data`, bodies too. Permissions are those on the type of users. */
export function userOperations(
  dependencies: UserOperationDependencies,
): Readonly<Record<Name, UserOperation>> {
  const { documents, audit } = dependencies;
  const mayWrite = async (principal: Principal, action: Action, user?: string): Promise<boolean> => {
    if (decide(principal, action, userType) !== null) return true;
    const documentId = user !== undefined && !/^\d+$/.test(user) ? user : undefined;
    if (audit !== undefined) await recordRefusal(audit, principal, { action, type: userType, documentId });
    return false;
  };
  return {
    list: async ({ principal, text }) => {
      const query = listQuery(dependencies.limits, text);
      const found = query.ok ? await documents.find(principal, query.value) : query;
      return found.ok ? ok(found.value.answer.text()) : found;
    },
    count: async ({ principal, text }) => {
      const query = listQuery(dependencies.limits, text);
      const counted = query.ok ? await documents.count(principal, query.value) : query;
      return counted.ok ? ok(String(counted.value)) : counted;
    },
    me: async ({ principal, text }) =>
      principal.user === undefined
        ? err(nobody(principal))
        : read(documents, withSelf(principal), principal.user.documentId, text),
    changeMe: async ({ principal, body }) => {
      if (principal.user === undefined) return err(nobody(principal));
      const given = dataOf(body);
      if (!given.ok) return given;
      const { currentPassword, ...data } = given.value;
      const changed = await accountsFor(dependencies, principal).changeOwn(principal, {
        data,
        currentPassword,
      });
      return changed.ok ? ok(JSON.stringify(changed.value)) : changed;
    },
    find: async ({ principal, user, text }) => {
      if (decide(principal, 'findOne', userType) === null) return err(denied);
      const documentId = await documentIdOf(documents, user);
      return documentId.ok ? read(documents, principal, documentId.value, text) : documentId;
    },
    create: async ({ principal, body }) => {
      if (!(await mayWrite(principal, 'create'))) return err(denied);
      const data = dataOf(body);
      if (!data.ok) return data;
      return textOf(await accountsFor(dependencies, principal).createUser(principal, data.value));
    },
    update: async ({ principal, user, body }) => {
      if (!(await mayWrite(principal, 'update', user))) return err(denied);
      const data = dataOf(body);
      if (!data.ok) return data;
      const documentId = await documentIdOf(documents, user);
      if (!documentId.ok) return documentId;
      const users = accountsFor(dependencies, principal);
      return textOf(await users.updateUser(principal, documentId.value, data.value));
    },
    remove: async ({ principal, user }) => {
      if (!(await mayWrite(principal, 'delete', user))) return err(denied);
      const documentId = await documentIdOf(documents, user);
      if (!documentId.ok) return documentId;
      const shown = await read(documents, principal, documentId.value, '');
      const mutation = { kind: 'delete', type: userType, documentId: documentId.value } as const;
      const removed = await documents.delete(principal, mutation);
      if (!removed.ok) return removed;
      return shown.ok ? shown : ok(JSON.stringify({ documentId: documentId.value }));
    },
  };
}

/** An API token has no account. */
const nobody = ({ kind }: Principal): Failure =>
  kind === 'token' ? failure('POLICY.UNAUTHENTICATED', 'Missing or invalid credentials') : denied;

const textOf = (answered: Result<Answer>): Result<string> =>
  answered.ok ? ok(answered.value.answer.text().slice(1, -1)) : answered;

async function read(
  documents: Documents,
  principal: Principal,
  documentId: string,
  text: string,
): Promise<Result<string>> {
  const params = parseQueryText(text);
  const query = params.ok ? decodeOneQuery(userType, documentId, params.value) : params;
  return query.ok ? textOf(await documents.findOne(principal, query.value)) : query;
}

/** `start` and `limit` stand by themselves here; without them there are as many as a page may have. */
function listQuery(limits: PagingLimits, text: string) {
  const params = parseQueryText(text);
  if (!params.ok) return params;
  const { start, limit = String(limits.maxLimit), ...rest } = params.value;
  const pagination = rest['pagination'] ?? { limit, ...(start !== undefined && { start }) };
  const decoded = decodeListQuery(userType, { ...rest, pagination }, limits);
  return decoded.ok ? ok({ ...decoded.value.query, count: false }) : decoded;
}

async function documentIdOf(documents: Documents, user: string): Promise<Result<string>> {
  if (user.includes('\u0000')) return err(notFound);
  if (!/^\d{1,9}$/.test(user)) return ok(user);
  const filters = equals('id', user);
  const range = { offset: 0, limit: 1 };
  const query = { type: userType, action: 'find', filters, range, count: false, layer: 'published' } as const;
  const found = await documents.find(systemPrincipal, query);
  if (!found.ok) return found;
  const documentId = found.value.answer.documents()[0]?.['documentId'];
  return typeof documentId === 'string' ? ok(documentId) : err(notFound);
}

const dataOf = (body: unknown): Result<Readonly<Record<string, unknown>>> =>
  isPlainObject(body) ? ok(body) : err(failure('INPUT.INVALID', 'The body must be an object', {}));

/** Everybody may read themselves. */
function withSelf(principal: Principal): Principal {
  const { grants } = principal;
  if (grants.kind !== 'listed') return principal;
  const filter = equals('documentId', '$me');
  const own = new Map(grants.listed.get(userType)).set('findOne', { fields: null, filter });
  return { ...principal, grants: { kind: 'listed', listed: new Map(grants.listed).set(userType, own) } };
}
