import type { Express } from 'express';
import type { RefusalReports } from '../../../../application/audit/refusals.js';
import type { ReleaseRequest } from '../../../../application/releases/check-release-request.js';
import { releaseStates, type Release } from '../../../../application/releases/release.js';
import type { ReleaseService } from '../../../../application/releases/release-service.js';
import type { Action } from '../../../../domain/permission/permission.js';
import { ok, type Result } from '../../../../domain/result.js';
import { releaseType } from '../../../../domain/schema/built-in-uids.js';
import { parseQueryText } from '../../codec/parse-query-text.js';
import { presentProblem, presentRelease } from '../../codec/present-release.js';
import type { Authenticate } from '../authenticate.js';
import type { RestOptions } from '../options.js';
import { createReadBody, type ReadBody } from '../read-body.js';
import { answeringWith, decodeList, readingData } from '../routes/answer-data.js';
import { mountRoutes, type Route } from '../routes/serve-route.js';
import type { ServerAction, ServerCall } from '../routes/server-action.js';

interface ReleaseDelivery extends RefusalReports {
  readonly authenticate: Authenticate;
  readonly options: RestOptions;
}

/** Adds the routes `<prefix>/releases[/:id]` and their actions (docs/releases.md). */
export function mountReleases(app: Express, releases: ReleaseService, delivery: ReleaseDelivery): void {
  const { authenticate, options } = delivery;
  const routes = routesOf(releases, createReadBody(options), delivery);
  mountRoutes(app, `${options.prefix}/releases`, routes, authenticate);
}

const keys: ReadonlySet<string> = new Set(['name', 'at', 'actions']);

function routesOf(
  releases: ReleaseService,
  readBody: ReadBody,
  reports: RefusalReports,
): Readonly<Record<string, Route>> {
  const answering = answeringWith(reports, releaseType);
  const idOf = ({ params }: ServerCall): string => params['id'] ?? '';
  const list = answering('find', async ({ principal, text }) => {
    const query = parseQueryText(text);
    const asked = query.ok ? decodeList(query.value, releaseStates) : query;
    if (!asked.ok) return asked;
    const found = await releases.list(principal, asked.value);
    return found.ok ? ok(found.value.map(presentRelease)) : found;
  });
  const find = answering('findOne', ({ principal, params }) =>
    one(releases.find(principal, params['id'] ?? '')),
  );
  const withBody = (
    action: Action,
    run: (call: ServerCall, request: ReleaseRequest) => Promise<Result<unknown>>,
  ): ServerAction =>
    readingData<ReleaseRequest>(readBody, keys, (call, request) =>
      answering(action, () => run(call, request))(call),
    );
  const post = (action: Action, run: (call: ServerCall) => Promise<Result<unknown>>): Route => ({
    POST: answering(action, run),
  });
  return {
    '': {
      HEAD: list,
      GET: list,
      POST: withBody('create', ({ principal }, request) => one(releases.create(principal, request))),
    },
    '/:id': {
      HEAD: find,
      GET: find,
      PUT: withBody('update', (call, request) => one(releases.update(call.principal, idOf(call), request))),
    },
    '/:id/actions/check': post('find', async (call) => {
      const found = await releases.check(call.principal, idOf(call));
      return found.ok ? ok({ problems: found.value.map(presentProblem) }) : found;
    }),
    '/:id/actions/run': post('update', (call) => one(releases.run(call.principal, idOf(call)))),
    '/:id/actions/cancel': post('delete', (call) => one(releases.cancel(call.principal, idOf(call)))),
  };
}

async function one(found: Promise<Result<Release>>): Promise<Result<unknown>> {
  const result = await found;
  return result.ok ? ok(presentRelease(result.value)) : result;
}
