import type { Document } from '../../../../application/ports/document-store.js';
import { textOf } from '../../../../domain/document/text-of.js';
import { denied } from '../../../../domain/failure.js';
import { err, ok, type Result } from '../../../../domain/result.js';
import { userType } from '../../../../domain/schema/built-in-uids.js';
import { contentTypeOf } from '../../../../domain/schema/schema.js';
import { decodeListQuery } from '../../codec/decode-query.js';
import { pagingText } from '../../codec/pagination.js';
import type { AdminDependencies, Call, Reply } from '../call.js';
import { areas } from '../contract/areas.js';
import type { AnyPage } from '../contract/failures.js';
import { ContentUser, UserBody, UsersMeta } from '../contract/users.js';
import { listOf } from '../contract/wire.js';
import { withSearch } from '../documents/search.js';
import { readable } from '../documents/readable.js';
import { done, idOf } from '../people.js';
import { ofList } from '../query.js';
import { route, someOf, type Route } from '../route.js';

const shown = ['username', 'email', 'confirmed', 'blocked', 'createdAt'];

const present = (user: Document): ContentUser => {
  const role = user['role'] as Document | null | undefined;
  return {
    documentId: textOf(user['documentId']),
    username: textOf(user['username']),
    email: textOf(user['email']),
    confirmed: user['confirmed'] === true,
    blocked: user['blocked'] === true,
    createdAt: textOf(user['createdAt']),
    role: role ? { documentId: textOf(role['documentId']), name: textOf(role['name']) } : null,
  };
};

/** Users of the content, in the grammar of REST's lists, with a search of their names and addresses. */
async function listUsers(
  { documents, contentRoles, users, schema, options }: AdminDependencies,
  { principal, asked }: Call,
): Promise<Result<Reply<readonly ContentUser[], UsersMeta>>> {
  const attributes = readable(principal, contentTypeOf(schema, userType));
  if (attributes === null) return err(denied);
  const { search, ...rest } = asked;
  const decoded = decodeListQuery(userType, rest, options.paging);
  if (!decoded.ok) return decoded;
  const names = attributes.filter(({ name }) => name === 'username' || name === 'email');
  const searched = withSearch(decoded.value.query, names, search);
  if (!searched.ok) return searched;
  const query = searched.value;
  const may = new Set(attributes.map(({ name }) => name));
  const found = await documents.find(principal, {
    ...query,
    fields: shown.filter((name) => may.has(name)),
    ...(may.has('role') && {
      populate: { all: false, members: [{ name: 'role', fields: ['name'] }] },
    }),
    sort: query.sort ?? [{ path: ['createdAt'], direction: 'desc' }],
  });
  if (!found.ok) return found;
  const { answer, cursors } = found.value;
  const pagination = JSON.parse(pagingText(decoded.value.paging, answer, cursors)) as AnyPage;
  const roles = await contentRoles.list(principal);
  if (!roles.ok && roles.failure.code !== 'POLICY.DENIED') return roles;
  const choices = (roles.ok ? roles.value : []).map(({ document }) => ({
    documentId: textOf(document['documentId']),
    name: textOf(document['name']),
  }));
  const { canMail, emailConfirmation } = users;
  const meta = { pagination, roles: choices, canMail, emailConfirmation };
  return ok({ data: answer.documents().map(present), meta });
}

type Answered = Awaited<ReturnType<AdminDependencies['users']['createUser']>>;

const reply = (answered: Answered): Result<Reply<ContentUser>> =>
  answered.ok ? ok({ data: present(answered.value.answer.documents()[0] ?? {}) }) : answered;

export const userRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: 'users',
    summary: 'List users of the content',
    needs: someOf('find', areas.users),
    query: ofList,
    gives: listOf(ContentUser),
    meta: UsersMeta,
    run: listUsers,
  }),
  route({
    method: 'POST',
    path: 'users',
    summary: 'Make a user of the content',
    needs: someOf('create', areas.users),
    takes: UserBody,
    gives: ContentUser,
    status: 201,
    also: [404],
    async run({ users }, { principal, body }) {
      // The operator vouches for the address, as on the command line.
      const confirmed = { provider: 'local', confirmed: true, blocked: false };
      return reply(await users.createUser(principal, { ...confirmed, ...body }));
    },
  }),
  route({
    method: 'PATCH',
    path: 'users/:id',
    summary: 'Change a user of the content',
    needs: someOf('update', areas.users),
    takes: UserBody,
    gives: ContentUser,
    run: async ({ users }, call) => reply(await users.updateUser(call.principal, idOf(call), call.body)),
  }),
  route({
    method: 'DELETE',
    path: 'users/:id',
    summary: 'Remove a user of the content',
    needs: someOf('delete', areas.users),
    run: ({ users }, call) => done(users.deleteUser(call.principal, idOf(call))),
  }),
  route({
    method: 'POST',
    path: 'users/:id/sign-out',
    summary: 'End the sessions of a user of the content',
    needs: someOf('update', areas.users),
    run: ({ users }, call) => done(users.endSessionsOf(call.principal, idOf(call))),
  }),
  route({
    method: 'POST',
    path: 'users/:id/password-link',
    summary: 'Mail a user of the content a link for a new password',
    about: 'The mail is that of `POST /api/auth/forgot-password`, and counts as one.',
    needs: someOf('update', areas.users),
    limit: 'forgotPassword',
    run: ({ users }, call) => done(users.sendPasswordLinkTo(call.principal, idOf(call))),
  }),
  route({
    method: 'POST',
    path: 'users/:id/confirmation',
    summary: 'Mail a user of the content the link that confirms their address once more',
    about: 'The mail is that of `POST /api/auth/send-email-confirmation`, and counts as one.',
    needs: someOf('update', areas.users),
    limit: 'sendConfirmation',
    run: ({ users }, call) => done(users.sendConfirmationTo(call.principal, idOf(call))),
  }),
];
