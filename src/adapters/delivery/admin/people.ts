import { ok, type Result } from '../../../domain/result.js';
import type { ListedSignIn } from '../../../application/administration/listed.js';
import type { MadeLink, MailedLink } from '../../../application/administration/use-cases.js';
import type { AdminDependencies, Call, Reply } from './call.js';
import { areas } from './contract/areas.js';
import {
  Administrator,
  AdministratorBody,
  AdministratorsMeta,
  Invitation,
  InvitationBody,
} from './contract/administrators.js';
import {
  AdministratorRole,
  AdministratorRoleBody,
  AdministratorRoleChange,
  CreatedRole,
} from './contract/roles.js';
import { AdminSession } from './contract/sign-in.js';
import { listOf } from './contract/wire.js';
import { paths } from './contract/paths.js';
import { allOf, route, someOf, type Route } from './route.js';
import { grantCountRoute } from './settings/grant-count.js';
import { requestsFor } from './settings/requests-for.js';
import { invitationMailFor } from './sign-in/mails.js';
import { originsOf } from '../codec/server-origins.js';

export const idOf = ({ params }: Pick<Call, 'params'>): string => params['id'] ?? '';

export async function replyWith<T>(found: Promise<Result<T>>): Promise<Result<Reply<T>>> {
  const result = await found;
  return result.ok ? ok({ data: result.value }) : result;
}

/** Answers nothing. */
export async function done(found: Promise<Result<unknown>>): Promise<Result<Reply<undefined>>> {
  const result = await found;
  return result.ok ? ok({}) : result;
}

/** Answers the address of a link that was made. */
async function linkFrom(
  { options }: AdminDependencies,
  { req }: Call,
  making: Promise<Result<MadeLink | MailedLink>>,
): Promise<Result<Reply<Invitation>>> {
  const made = await making;
  if (!made.ok) return made;
  const { code, ...rest } = made.value;
  const origin = options.publicUrl?.replace(/\/+$/, '') ?? originsOf(req, options)[0] ?? '';
  return ok({ data: { link: `${origin}${options.path}${paths.welcome}?code=${code}`, ...rest } });
}

function invite(
  dependencies: AdminDependencies,
  { req, me, principal, body: { role, email } }: Call<InvitationBody>,
): Promise<Result<MadeLink | MailedLink>> {
  const { administration } = dependencies;
  if (email === undefined) return administration.invite(principal, role);
  const mailOf = invitationMailFor(dependencies, req, me.administrator.name);
  return administration.inviteByMail(principal, { role, email }, mailOf);
}

export const presentSignIn = (
  { id, createdAt, usedAt, expiresAt, origin, agent }: ListedSignIn,
  current: string,
): AdminSession => ({ id, isCurrent: id === current, createdAt, usedAt, expiresAt, origin, agent });

/** Administrators and their roles. */
export const peopleRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: 'administrators',
    summary: 'List administrators',
    needs: someOf('find', areas.administrators),
    gives: listOf(Administrator),
    meta: AdministratorsMeta,
    async run({ administration }, { principal }) {
      const found = await administration.list(principal);
      if (!found.ok) return found;
      const roles = await administration.rolesToGive(principal);
      if (!roles.ok) return roles;
      return ok({ data: found.value, meta: { roles: roles.value, canMail: administration.canMail } });
    },
  }),
  route({
    method: 'POST',
    path: 'administrators',
    summary: 'Invite an administrator',
    needs: allOf('create', areas.administrators),
    takes: InvitationBody,
    gives: Invitation,
    status: 201,
    run: (dependencies, call) => linkFrom(dependencies, call, invite(dependencies, call)),
  }),
  route({
    method: 'PATCH',
    path: 'administrators/:id',
    summary: 'Change an administrator',
    needs: allOf('update', areas.administrators),
    takes: AdministratorBody,
    run: ({ administration }, call) => done(administration.update(call.principal, idOf(call), call.body)),
  }),
  route({
    method: 'DELETE',
    path: 'administrators/:id',
    summary: 'Remove an administrator',
    needs: allOf('delete', areas.administrators),
    run: ({ administration }, call) => done(administration.remove(call.principal, idOf(call))),
  }),
  route({
    method: 'GET',
    path: 'administrators/:id/sessions',
    summary: 'List the sign-ins of an administrator, the latest first',
    needs: allOf('update', areas.administrators),
    gives: listOf(AdminSession),
    async run({ administration }, call) {
      const found = await administration.sessionsOfPerson(call.principal, idOf(call));
      return found.ok ? ok({ data: found.value.map((one) => presentSignIn(one, call.me.session)) }) : found;
    },
  }),
  route({
    method: 'DELETE',
    path: 'administrators/:id/sessions/:session',
    summary: 'End one sign-in of an administrator',
    needs: allOf('update', areas.administrators),
    run: ({ administration }, call) =>
      done(administration.endSessionOfPerson(call.principal, idOf(call), call.params['session'] ?? '')),
  }),
  route({
    method: 'POST',
    path: 'administrators/:id/sign-out',
    summary: 'End the sign-ins of an administrator',
    needs: allOf('update', areas.administrators),
    run: ({ administration }, call) => done(administration.endSignInsOf(call.principal, idOf(call))),
  }),
  route({
    method: 'POST',
    path: 'administrators/:id/second-factor',
    summary: 'Remove the second factor of an administrator',
    needs: allOf('update', areas.administrators),
    run: ({ administration }, call) => done(administration.resetSecondFactor(call.principal, idOf(call))),
  }),
  route({
    method: 'POST',
    path: 'administrators/:id/link',
    summary: 'Make a link with which an administrator sets another password',
    needs: allOf('update', areas.administrators),
    gives: Invitation,
    status: 201,
    run: (dependencies, call) =>
      linkFrom(dependencies, call, dependencies.administration.makeResetLink(call.principal, idOf(call))),
  }),
  route({
    method: 'GET',
    path: 'administrator-roles',
    summary: 'List the roles of administrators',
    needs: someOf('find', areas.administratorRoles),
    gives: listOf(AdministratorRole),
    run: ({ administration }, { principal }) => replyWith(administration.roles(principal)),
  }),
  grantCountRoute(areas.administratorRoles, 'administrator-roles', true),
  route({
    method: 'POST',
    path: 'administrator-roles',
    summary: 'Make a role of administrators',
    needs: allOf('create', areas.administratorRoles),
    takes: AdministratorRoleBody,
    gives: CreatedRole,
    status: 201,
    async run({ administration }, { principal, body: { name, grants } }) {
      const made = await administration.createRole(principal, { name, grants: requestsFor(grants) });
      return made.ok ? ok({ data: { name } }) : made;
    },
  }),
  route({
    method: 'PATCH',
    path: 'administrator-roles/:id',
    summary: 'Give a role of administrators other grants, or have it need a second factor',
    about: '`id` is the name of the role.',
    needs: allOf('update', areas.administratorRoles),
    takes: AdministratorRoleChange,
    async run({ administration }, call) {
      const { principal, body } = call;
      const { grants, needsSecondFactor } = body;
      const name = idOf(call);
      const updated =
        grants === undefined
          ? ok(undefined)
          : await administration.updateRole(principal, name, requestsFor(grants));
      if (!updated.ok || needsSecondFactor === undefined) return updated.ok ? ok({}) : updated;
      return done(administration.requireSecondFactor(principal, name, needsSecondFactor));
    },
  }),
  route({
    method: 'DELETE',
    path: 'administrator-roles/:id',
    summary: 'Remove a role of administrators',
    about: '`id` is the name of the role.',
    needs: allOf('delete', areas.administratorRoles),
    run: ({ administration }, call) => done(administration.removeRole(call.principal, idOf(call))),
  }),
];
