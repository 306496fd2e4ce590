import * as t from 'io-ts';
import { denied } from '../../../../domain/failure.js';
import { err, ok } from '../../../../domain/result.js';
import type { Route } from '../call.js';
import type { ApiToken } from '../contract/settings.js';
import { areas } from '../contract/start.js';
import { decodeBody } from '../decode-body.js';
import { done, idOf, replyWith } from '../people.js';
import { declaredIn } from './declared.js';
import { needs } from './needs.js';

const Token = t.exact(
  t.intersection([
    t.type({ name: t.string, access: t.string }),
    t.partial({ grants: t.unknown, expiresIn: t.string }),
  ]),
);

export const tokenRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: 'tokens',
    run: needs(areas.tokens, 'find', ({ access, declaredActions }) => {
      const data: readonly ApiToken[] = access.listTokens();
      return ok({ data, meta: { declared: declaredIn(declaredActions) } });
    }),
  },
  {
    method: 'POST',
    path: 'tokens',
    async run({ access }, { principal, body }) {
      // A token may be granted what its maker may not do.
      if (principal.grants.kind !== 'all') return err(denied);
      const asked = decodeBody(Token, body);
      return asked.ok ? replyWith(access.createToken(asked.value, principal), 201) : asked;
    },
  },
  {
    method: 'DELETE',
    path: 'tokens/:id',
    run: needs(areas.tokens, 'delete', ({ access }, call) =>
      done(access.revokeToken(idOf(call), call.principal)),
    ),
  },
];
