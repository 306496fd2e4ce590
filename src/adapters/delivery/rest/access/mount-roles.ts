import type { Express, Request, RequestHandler, Response } from 'express';
import type { RefusalReports } from '../../../../application/audit/refusals.js';
import type { RoleService } from '../../../../application/access/roles/role-service.js';
import type { Schema } from '../../../../domain/schema/schema.js';
import type { Authenticate } from '../create-type-handler.js';
import { askingFrom } from '../../codec/client-address.js';
import { sendFailure } from '../operation.js';
import type { RestOptions } from '../options.js';
import { createReadBody } from '../read-body.js';
import { sendMethodNotAllowed } from '../send.js';
import { roleOperations, type RoleOperation } from './role-operations.js';

export interface RoleDelivery extends RefusalReports {
  readonly schema: Schema;
  readonly authenticate: Authenticate;
  readonly options: RestOptions;
}

type Route = Readonly<Record<string, RoleOperation | undefined>>;

/** `<prefix>/users-permissions/roles[/:role]` and `<prefix>/users-permissions/permissions`. */
export function mountRoles(
  app: Express,
  roles: RoleService,
  { schema, authenticate, audit, tellDenied, options }: RoleDelivery,
): void {
  const readBody = createReadBody(options.bodyLimit);
  const { list, find, create, update, remove, permissions } = roleOperations({
    schema,
    roles,
    readBody,
    audit,
    tellDenied,
  });
  const all: Route = { HEAD: list, GET: list, POST: create };
  const one: Route = { HEAD: find, GET: find, PUT: update, DELETE: remove };
  const tree: Route = { HEAD: permissions, GET: permissions };
  const path = `${options.prefix}/users-permissions`;
  const serving =
    (routeOf: (req: Request) => Route): RequestHandler =>
    (req, res, next) =>
      void serve(authenticate, routeOf(req), req, res).catch(next);
  app.all(
    `${path}/permissions`,
    serving(() => tree),
  );
  app.all(
    `${path}/roles/:role?`,
    serving(({ params }) => (params['role'] === undefined ? all : one)),
  );
}

async function serve(authenticate: Authenticate, route: Route, req: Request, res: Response): Promise<void> {
  res.setHeader('Vary', 'Origin, Authorization');
  const operation = Object.hasOwn(route, req.method) ? route[req.method] : undefined;
  if (operation === undefined) return sendMethodNotAllowed(res, Object.keys(route).join(', '));
  const principal = await authenticate(req.headers.authorization);
  if (!principal.ok) return sendFailure(res, principal.failure);
  const asking = askingFrom(principal.value, req);
  await operation({ req, res, principal: asking, role: req.params['role'] ?? '' });
}
