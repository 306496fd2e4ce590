import type { Request, Response } from 'express';
import type { Accounts, UserQuery } from '../../../../application/accounts/accounts.js';
import type { Answer, Documents } from '../../../../application/documents/documents.js';
import type { Principal } from '../../../../domain/permission/permission.js';
import { failure } from '../../../../domain/failure.js';
import { err, ok, type Result } from '../../../../domain/result.js';
import { userType } from '../../../../domain/schema/built-in-uids.js';
import { decodeListQuery, decodeOneQuery, type ListQuery } from '../../codec/decode-query.js';
import type { PagingLimits } from '../../codec/pagination.js';
import { parseQueryText } from '../../codec/parse-query-text.js';

/** One request to a user route. */
export interface UserCall {
  readonly req: Request;
  readonly res: Response;
  readonly principal: Principal;
  readonly accounts: Accounts;
  /** The numeric id or documentId of the path, or `''`. */
  readonly user: string;
  /** The query string, without its question mark. */
  readonly text: string;
  readonly body: unknown;
}

/** Returns the JSON text of the answer. */
export type UserOperation = (call: UserCall) => Promise<Result<string>>;

type Name = 'list' | 'count' | 'me' | 'changeMe' | 'find' | 'create' | 'update' | 'remove';

/** The routes under `<prefix>/users`. Bodies and answers have no `data` around them. */
export function userOperations(
  documents: Documents,
  limits: PagingLimits,
): Readonly<Record<Name, UserOperation>> {
  return {
    list: async ({ principal, text }) => {
      const query = decodeList(limits, text);
      const found = query.ok ? await documents.find(principal, query.value) : query;
      return found.ok ? ok(found.value.answer.text()) : found;
    },
    count: async ({ principal, text }) => {
      const query = decodeList(limits, text);
      const counted = query.ok ? await documents.count(principal, query.value) : query;
      return counted.ok ? ok(String(counted.value)) : counted;
    },
    me: async ({ accounts, principal, text }) => {
      const query = decodeOne(text);
      return textOf(query.ok ? await accounts.findOwn(principal, query.value) : query);
    },
    changeMe: async ({ accounts, principal, body }) => jsonOf(await accounts.changeOwn(principal, body)),
    find: async ({ accounts, principal, user, text }) => {
      const query = decodeOne(text);
      return textOf(query.ok ? await accounts.findUser(principal, user, query.value) : query);
    },
    create: async ({ accounts, principal, body }) => textOf(await accounts.createUser(principal, body)),
    update: async ({ accounts, principal, user, body }) =>
      textOf(await accounts.updateUser(principal, user, body)),
    remove: async ({ accounts, principal, user }) => {
      const deleted = await accounts.deleteUser(principal, user);
      if (!deleted.ok) return deleted;
      const { documentId, shown } = deleted.value;
      return jsonOf(ok(shown ?? { documentId }));
    },
  };
}

/** Returns the JSON of the only document of an answer. */
const textOf = (answered: Result<Answer>): Result<string> =>
  answered.ok ? ok(answered.value.answer.text().slice(1, -1)) : answered;

const jsonOf = (answered: Result<object>): Result<string> =>
  answered.ok ? ok(JSON.stringify(answered.value)) : answered;

function decodeOne(text: string): Result<UserQuery> {
  const params = parseQueryText(text);
  return params.ok ? decodeOneQuery(userType, undefined, params.value) : params;
}

/** Unlike other routes, accepts `start` and `limit` without `pagination`. The default `limit` is the maximum. */
function decodeList(limits: PagingLimits, text: string): Result<ListQuery['query']> {
  const params = parseQueryText(text);
  if (!params.ok) return params;
  const { start, limit = String(limits.maxLimit), ...rest } = params.value;
  const pagination = rest['pagination'] ?? { limit, ...(start !== undefined && { start }) };
  const decoded = decodeListQuery(userType, { ...rest, pagination }, limits);
  if (!decoded.ok) return decoded;
  // The answer is the list alone, without a place for cursors.
  if (decoded.value.paging.kind === 'cursor')
    return err(failure('QUERY.PAGINATION', 'The list of users has no cursors'));
  return ok({ ...decoded.value.query, count: false });
}
