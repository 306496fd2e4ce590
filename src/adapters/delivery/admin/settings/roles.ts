import * as t from 'io-ts';
import type { GrantRequest } from '../../../../application/access/check-grants.js';
import { textOf } from '../../../../domain/document/text-of.js';
import { ok, type Result } from '../../../../domain/result.js';
import type { AdminDependencies, Call, Reply, Route } from '../call.js';
import type { ContentRole, WireGrant } from '../contract/settings.js';
import { decodeBody } from '../decode-body.js';
import { done, idOf } from '../people.js';
import { declaredIn } from './declared.js';

const Grant = t.exact(
  t.intersection([
    t.type({ type: t.string, actions: t.array(t.string) }),
    t.partial({ fields: t.array(t.string), filters: t.unknown }),
  ]),
);
const NewRole = t.exact(
  t.intersection([t.type({ name: t.string }), t.partial({ description: t.string, grants: t.array(Grant) })]),
);
const RoleChange = t.exact(t.partial({ name: t.string, description: t.string, grants: t.array(Grant) }));

/** Grants as they are asked for. */
export const requestsFor = (grants: readonly t.TypeOf<typeof Grant>[]): readonly GrantRequest[] =>
  grants.map(({ type: uid, ...grant }) => ({ uid, ...grant }));

const withGrants = <T extends { readonly grants?: readonly t.TypeOf<typeof Grant>[] }>({
  grants,
  ...request
}: T) => ({ ...request, ...(grants && { grants: requestsFor(grants) }) });

async function listRoles(
  { contentRoles, declaredActions }: AdminDependencies,
  { principal }: Call,
): Promise<Result<Reply>> {
  const found = await contentRoles.list(principal);
  if (!found.ok) return found;
  const data = found.value.map(({ document, type, users, grants }): ContentRole => ({
    documentId: textOf(document['documentId']),
    name: textOf(document['name']),
    description: textOf(document['description']),
    type,
    users,
    grants: grants as readonly WireGrant[],
  }));
  return ok({ data, meta: { declared: declaredIn(declaredActions) } });
}

/** Roles of users of the content. */
export const roleRoutes: readonly Route[] = [
  { method: 'GET', path: 'roles', run: listRoles },
  {
    method: 'POST',
    path: 'roles',
    async run({ contentRoles }, { principal, body }) {
      const asked = decodeBody(NewRole, body);
      if (!asked.ok) return asked;
      const made = await contentRoles.create(principal, withGrants(asked.value));
      return made.ok ? ok({ status: 201, data: { type: made.value } }) : made;
    },
  },
  {
    method: 'PATCH',
    path: 'roles/:id',
    run({ contentRoles }, call) {
      const asked = decodeBody(RoleChange, call.body);
      if (!asked.ok) return asked;
      return done(contentRoles.update(call.principal, addressOf(call), withGrants(asked.value)));
    },
  },
  {
    method: 'DELETE',
    path: 'roles/:id',
    run: ({ contentRoles }, call) => done(contentRoles.remove(call.principal, addressOf(call))),
  },
];

const addressOf = (call: Call) => ({ key: 'documentId', value: idOf(call) }) as const;
