import { textOf } from '../../../../domain/document/text-of.js';
import { ok, type Result } from '../../../../domain/result.js';
import type { AdminDependencies, Call, Reply } from '../call.js';
import { areas } from '../contract/areas.js';
import { RolesMeta, type WireGrant } from '../contract/grants.js';
import { ContentRole, ContentRoleBody, ContentRoleChange, CreatedContentRole } from '../contract/roles.js';
import { listOf } from '../contract/wire.js';
import { done, idOf } from '../people.js';
import { allOf, route, someOf, type Route } from '../route.js';
import { declaredIn } from './declared.js';
import { grantCountRoute } from './grant-count.js';
import { requestFor } from './requests-for.js';

const withGrants = <T extends { readonly grants?: readonly WireGrant[] | undefined }>({
  grants,
  ...request
}: T) => ({ ...request, ...(grants && { grants: grants.map(requestFor) }) });

async function listRoles(
  { contentRoles, declaredActions }: AdminDependencies,
  { principal }: Call,
): Promise<Result<Reply<readonly ContentRole[], RolesMeta>>> {
  const found = await contentRoles.list(principal);
  if (!found.ok) return found;
  const data = found.value.map(({ document, type, users, grants }) => ({
    documentId: textOf(document['documentId']),
    name: textOf(document['name']),
    description: textOf(document['description']),
    type,
    users,
    grants,
  }));
  const ownerGrants = contentRoles.ownerGrants(principal);
  return ok({ data, meta: { declared: declaredIn(declaredActions), ownerGrants } });
}

/** Roles of users of the content. */
export const roleRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: 'roles',
    summary: 'List the roles of users of the content',
    needs: someOf('find', areas.roles),
    gives: listOf(ContentRole),
    meta: RolesMeta,
    run: listRoles,
  }),
  grantCountRoute(areas.roles, 'roles', false),
  route({
    method: 'POST',
    path: 'roles',
    summary: 'Make a role of users of the content',
    needs: allOf('create', areas.roles),
    takes: ContentRoleBody,
    gives: CreatedContentRole,
    status: 201,
    async run({ contentRoles }, { principal, body }) {
      const made = await contentRoles.create(principal, withGrants(body));
      return made.ok ? ok({ data: { type: made.value } }) : made;
    },
  }),
  route({
    method: 'PATCH',
    path: 'roles/:id',
    summary: 'Change a role of users of the content',
    needs: allOf('update', areas.roles),
    takes: ContentRoleChange,
    run: ({ contentRoles }, call) =>
      done(contentRoles.update(call.principal, addressOf(call), withGrants(call.body))),
  }),
  route({
    method: 'DELETE',
    path: 'roles/:id',
    summary: 'Remove a role of users of the content',
    needs: allOf('delete', areas.roles),
    run: ({ contentRoles }, call) => done(contentRoles.remove(call.principal, addressOf(call))),
  }),
];

const addressOf = (call: Pick<Call, 'params'>) => ({ key: 'documentId', value: idOf(call) }) as const;
