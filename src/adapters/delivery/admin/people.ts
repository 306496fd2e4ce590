import * as t from 'io-ts';
import { ok, type Result } from '../../../domain/result.js';
import type { MadeLink } from '../../../application/administration/use-cases.js';
import type { AdminDependencies, Call, Reply, Route } from './call.js';
import {
  AdministratorBody,
  type Administrator,
  type AdministratorRole,
  type AdministratorsMeta,
  type Invitation,
} from './contract/settings.js';
import { paths } from './contract/paths.js';
import { decodeBody } from './decode-body.js';
import { originsOf } from '../codec/server-origins.js';

export const idOf = ({ params }: Call): string => params['id'] ?? '';

export async function replyWith<T>(found: Promise<Result<T>>, status = 200): Promise<Result<Reply>> {
  const result = await found;
  return result.ok ? ok({ status, data: result.value }) : result;
}

/** Answers nothing. */
export async function done(found: Promise<Result<unknown>>): Promise<Result<Reply>> {
  const result = await found;
  return result.ok ? ok({}) : result;
}

const Role = t.exact(t.type({ name: t.string, grants: t.UnknownArray }));
const Grants = t.exact(t.type({ grants: t.UnknownArray }));

/** Answers the address of a link that was made. */
async function linkFrom(
  { options }: AdminDependencies,
  { req }: Call,
  making: Promise<Result<MadeLink>>,
): Promise<Result<Reply>> {
  const made = await making;
  if (!made.ok) return made;
  const { code, expiresAt } = made.value;
  const origin = options.publicUrl?.replace(/\/+$/, '') ?? originsOf(req, options)[0] ?? '';
  const data: Invitation = { link: `${origin}${options.path}${paths.welcome}?code=${code}`, expiresAt };
  return ok({ status: 201, data });
}

/** Administrators and their roles. */
export const peopleRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: 'administrators',
    async run({ administration }, { principal }) {
      const found = await administration.list(principal);
      if (!found.ok) return found;
      const roles = await administration.rolesToGive(principal);
      if (!roles.ok) return roles;
      const data: readonly Administrator[] = found.value;
      const meta: AdministratorsMeta = { roles: roles.value };
      return ok({ data, meta });
    },
  },
  {
    method: 'POST',
    path: 'administrators',
    async run(dependencies, call) {
      const asked = decodeBody(AdministratorBody, call.body);
      if (!asked.ok) return asked;
      const { administration } = dependencies;
      return linkFrom(dependencies, call, administration.invite(call.principal, asked.value.role));
    },
  },
  {
    method: 'PATCH',
    path: 'administrators/:id',
    run({ administration }, call) {
      const asked = decodeBody(AdministratorBody, call.body);
      return asked.ok ? done(administration.update(call.principal, idOf(call), asked.value)) : asked;
    },
  },
  {
    method: 'DELETE',
    path: 'administrators/:id',
    run: ({ administration }, call) => done(administration.remove(call.principal, idOf(call))),
  },
  {
    method: 'POST',
    path: 'administrators/:id/sign-out',
    run: ({ administration }, call) => done(administration.endSignInsOf(call.principal, idOf(call))),
  },
  {
    method: 'POST',
    path: 'administrators/:id/second-factor',
    run: ({ administration }, call) => done(administration.resetSecondFactor(call.principal, idOf(call))),
  },
  {
    method: 'POST',
    path: 'administrators/:id/link',
    run: (dependencies, call) =>
      linkFrom(dependencies, call, dependencies.administration.makeResetLink(call.principal, idOf(call))),
  },
  {
    method: 'GET',
    path: 'administrator-roles',
    run: ({ administration }, { principal }) =>
      replyWith<readonly AdministratorRole[]>(administration.roles(principal)),
  },
  {
    method: 'POST',
    path: 'administrator-roles',
    run({ administration }, { principal, body }) {
      const asked = decodeBody(Role, body);
      return asked.ok ? done(administration.createRole(principal, asked.value)) : asked;
    },
  },
  {
    method: 'PATCH',
    path: 'administrator-roles/:id',
    run({ administration }, call) {
      const asked = decodeBody(Grants, call.body);
      return asked.ok
        ? done(administration.updateRole(call.principal, idOf(call), asked.value.grants))
        : asked;
    },
  },
  {
    method: 'DELETE',
    path: 'administrator-roles/:id',
    run: ({ administration }, call) => done(administration.removeRole(call.principal, idOf(call))),
  },
];
