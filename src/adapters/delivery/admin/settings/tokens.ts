import { ok } from '../../../../domain/result.js';
import { areas } from '../contract/areas.js';
import { DeclaredMeta } from '../contract/grants.js';
import { ApiToken, CreatedToken, RotationBody, TokenBody } from '../contract/tokens.js';
import { listOf } from '../contract/wire.js';
import { done, idOf, replyWith } from '../people.js';
import { allOf, route, type Route } from '../route.js';
import { declaredIn } from './declared.js';
import { requestsFor } from './requests-for.js';

export const tokenRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: 'tokens',
    summary: 'List API tokens',
    needs: allOf('find', areas.tokens),
    gives: listOf(ApiToken),
    meta: DeclaredMeta,
    async run({ access, declaredActions }) {
      const uses = await access.tokenUses();
      if (!uses.ok) return uses;
      const data = access
        .listTokens()
        .map((token) => ({ ...token, lastUsedAt: uses.value.get(token.name) ?? null }));
      return ok({ data, meta: { declared: declaredIn(declaredActions) } });
    },
  }),
  route({
    method: 'POST',
    path: 'tokens',
    summary: 'Make an API token',
    // A token may be granted what its maker may not do.
    needs: 'everything',
    takes: TokenBody,
    gives: CreatedToken,
    status: 201,
    run: ({ access }, { principal, body: { grants, ...request } }) =>
      replyWith(
        access.createToken({ ...request, ...(grants && { grants: requestsFor(grants) }) }, principal),
      ),
  }),
  route({
    method: 'POST',
    path: 'tokens/:id/rotate',
    summary: 'Give an API token another secret',
    about:
      '`id` is its name. The old secret stays valid for the overlap, as a token whose name says until when.',
    needs: 'everything',
    takes: RotationBody,
    gives: CreatedToken,
    status: 201,
    run: ({ access }, call) => replyWith(access.rotateToken(idOf(call), call.body, call.principal)),
  }),
  route({
    method: 'DELETE',
    path: 'tokens/:id',
    summary: 'Revoke an API token',
    about: '`id` is its name.',
    needs: allOf('delete', areas.tokens),
    run: ({ access }, call) => done(access.revokeToken(idOf(call), call.principal)),
  }),
];
