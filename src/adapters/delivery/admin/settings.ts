import * as t from 'io-ts';
import { denied, failure } from '../../../domain/failure.js';
import { decide, mayWithAll, type Action } from '../../../domain/permission/permission.js';
import { err, ok, type Result } from '../../../domain/result.js';
import { localeType, userType } from '../../../domain/schema/built-in-uids.js';
import { decodeListQuery } from '../codec/decode-query.js';
import { pagingText } from '../codec/pagination.js';
import { parseQueryText } from '../codec/parse-query-text.js';
import type { AdminDependencies, Call, Reply, Route } from './call.js';
import { areas } from './contract/start.js';
import type { ApiToken, Health, TrailEntry } from './contract/settings.js';
import { decodeBody } from './decode-body.js';
import { done, idOf, replyWith } from './people.js';

const needs = (
  area: string,
  action: Action,
  run: (dependencies: AdminDependencies, call: Call) => Promise<Result<Reply>>,
): Route['run'] =>
  async function checked(dependencies, call) {
    return mayWithAll(call.principal, action, area) ? run(dependencies, call) : err(denied);
  };

/** Users of the content, in the grammar of REST's lists. */
async function listUsers({ documents, options }: AdminDependencies, { principal, text }: Call) {
  if (decide(principal, 'find', userType) === null) return err(denied);
  const asked = parseQueryText(text);
  if (!asked.ok) return asked;
  const decoded = decodeListQuery(userType, asked.value, options.paging);
  if (!decoded.ok) return decoded;
  const found = await documents.find(principal, decoded.value.query);
  if (!found.ok) return found;
  const { answer, cursors } = found.value;
  const pagination: unknown = JSON.parse(pagingText(decoded.value.paging, answer, cursors));
  return ok({ data: answer.documents(), meta: { pagination } });
}

const filterKeys = ['user', 'type', 'documentId', 'action', 'since', 'until', 'after'] as const;

async function listTrail({ audit }: AdminDependencies, { text }: Call): Promise<Result<Reply>> {
  if (audit === undefined) return err(failure('DOCUMENT.NOT_FOUND', 'The audit trail is turned off'));
  const asked = parseQueryText(text);
  if (!asked.ok) return asked;
  const given: Record<string, string> = {};
  for (const [key, value] of Object.entries(asked.value)) {
    const isKnown = key === 'limit' || filterKeys.some((known) => known === key);
    if (!isKnown || typeof value !== 'string')
      return err(failure('QUERY.INVALID_KEY', `Invalid key ${key}`, { key }));
    given[key] = value;
  }
  const { limit = '50', ...filter } = given;
  const wrong = (['since', 'until'] as const).find((key) =>
    Number.isNaN(Date.parse(filter[key] ?? '2000-01-01')),
  );
  if (wrong !== undefined || !/^[1-9]\d{0,2}$/.test(limit) || !/^\d{0,19}$/.test(filter['after'] ?? ''))
    return err(failure('QUERY.INVALID', `Invalid ${wrong ?? 'limit or after'}`, { key: wrong ?? 'limit' }));
  return replyWith<readonly TrailEntry[]>(audit.find(filter, Number(limit)));
}

const Locale = t.exact(t.intersection([t.type({ code: t.string }), t.partial({ name: t.string })]));
const Token = t.exact(
  t.intersection([
    t.type({ name: t.string, access: t.string }),
    t.partial({ grants: t.unknown, expiresIn: t.string }),
  ]),
);

/** The areas of the settings that are not about administrators. */
export const settingsRoutes: readonly Route[] = [
  { method: 'GET', path: 'users', run: listUsers },
  {
    method: 'GET',
    path: 'roles',
    async run({ roles }, { principal }) {
      const found = await roles.list(principal);
      if (!found.ok) return found;
      return ok({
        data: found.value.map(({ document, type, users, grants }) => ({ ...document, type, users, grants })),
      });
    },
  },
  {
    method: 'GET',
    path: 'tokens',
    run: needs(areas.tokens, 'find', async ({ access }) => {
      const data: readonly ApiToken[] = access.listTokens();
      return ok({ data });
    }),
  },
  {
    method: 'POST',
    path: 'tokens',
    async run({ access }, { principal, body }) {
      // A token may be granted what its maker may not do.
      if (principal.grants.kind !== 'all') return err(denied);
      const asked = decodeBody(Token, body);
      return asked.ok ? replyWith(access.createToken(asked.value), 201) : asked;
    },
  },
  {
    method: 'DELETE',
    path: 'tokens/:id',
    run: needs(areas.tokens, 'delete', ({ access }, call) => done(access.revokeToken(idOf(call)))),
  },
  {
    method: 'GET',
    path: 'locales',
    run: needs(localeType, 'find', async ({ locales }) => ok({ data: locales.list() })),
  },
  {
    method: 'POST',
    path: 'locales',
    run: needs(localeType, 'create', async ({ locales }, { body }) => {
      const asked = decodeBody(Locale, body);
      return asked.ok ? replyWith(locales.add(asked.value.code, asked.value.name), 201) : asked;
    }),
  },
  {
    method: 'DELETE',
    path: 'locales/:id',
    run: needs(localeType, 'delete', ({ locales }, call) =>
      done(locales.remove(idOf(call), { withDocuments: false })),
    ),
  },
  {
    method: 'GET',
    path: 'webhooks',
    run: ({ webhooks }, { principal }) => replyWith(webhooks.list(principal)),
  },
  { method: 'GET', path: 'trail', run: needs(areas.trail, 'find', listTrail) },
  {
    method: 'GET',
    path: 'health',
    run: needs(areas.health, 'find', async ({ followers, isReady, options }) => {
      const found = await followers.list();
      if (!found.ok) return found;
      const { version, environment, startedAt } = options;
      const about = { isReady: isReady(), version, node: process.version, environment, startedAt };
      const data: Health = {
        ...about,
        memoryBytes: process.memoryUsage.rss(),
        followers: found.value.map(({ name, state, lag }) => ({ name, state, lag })),
      };
      return ok({ data });
    }),
  },
];
