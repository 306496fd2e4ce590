import * as t from 'io-ts';
import { denied } from '../../../domain/failure.js';
import { err, ok, type Result } from '../../../domain/result.js';
import type { Reply, Route } from './call.js';
import { ProfileBody, ProofBody, SeeAsBody, type Profile, type RecoveryCodes } from './contract/profile.js';
import type { AdminSession } from './contract/sign-in.js';
import { decodeBody } from './decode-body.js';
import { clientOf } from './guard.js';
import { done, idOf, replyWith } from './people.js';
import { limited } from './sign-in/sign-in-api.js';

const Confirmation = t.exact(t.type({ sealed: t.string, code: t.string }));

async function codesFrom(making: Promise<Result<readonly string[]>>): Promise<Result<Reply>> {
  const codes = await making;
  if (!codes.ok) return codes;
  const data: RecoveryCodes = { recoveryCodes: codes.value };
  return ok({ data });
}

/** What administrators see and change of themselves and of their sign-ins. */
export const profileRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: 'profile',
    isOwn: true,
    run: ({ administration }, { principal }) => replyWith<Profile>(administration.profile(principal)),
  },
  {
    method: 'PATCH',
    path: 'profile',
    isOwn: true,
    run({ administration }, { principal, me, body }) {
      const asked = decodeBody(ProfileBody, body);
      return asked.ok ? done(administration.changeProfile(principal, me.session, asked.value)) : asked;
    },
  },
  {
    method: 'POST',
    path: 'prove',
    isOwn: true,
    async run(dependencies, { req, principal, me, body }) {
      const counted = await limited(dependencies, req, 'adminCode');
      if (!counted.ok) return counted;
      const asked = decodeBody(ProofBody, body);
      if (!asked.ok) return asked;
      return done(dependencies.administration.prove(principal, me.session, asked.value, clientOf(req)));
    },
  },
  {
    method: 'GET',
    path: 'sessions',
    isOwn: true,
    async run({ administration }, { principal, me }) {
      const found = await administration.sessionsOf(principal);
      if (!found.ok) return found;
      const data = found.value.map(({ id, createdAt, usedAt, expiresAt, origin, agent }): AdminSession => ({
        id,
        isCurrent: id === me.session,
        createdAt,
        usedAt,
        expiresAt,
        origin,
        agent,
      }));
      return ok({ data });
    },
  },
  {
    method: 'DELETE',
    path: 'sessions/:id',
    isOwn: true,
    run: ({ administration }, call) => done(administration.endSession(call.principal, idOf(call))),
  },
  {
    method: 'POST',
    path: 'second-factor/begin',
    isOwn: true,
    run: ({ administration }, { principal }) => replyWith(administration.beginSecondFactor(principal)),
  },
  {
    method: 'POST',
    path: 'second-factor/confirm',
    isOwn: true,
    run({ administration }, { principal, body }) {
      const asked = decodeBody(Confirmation, body);
      return asked.ok ? codesFrom(administration.confirmSecondFactor(principal, asked.value)) : asked;
    },
  },
  {
    method: 'POST',
    path: 'second-factor/codes',
    isOwn: true,
    run: ({ administration }, { principal }) => codesFrom(administration.renewRecoveryCodes(principal)),
  },
  {
    method: 'POST',
    path: 'second-factor/remove',
    isOwn: true,
    run: ({ administration }, { principal }) => done(administration.removeSecondFactor(principal)),
  },
  {
    method: 'POST',
    path: 'see-as',
    run({ administration }, { principal, me, body }) {
      if (principal.grants.kind !== 'all') return err(denied);
      const asked = decodeBody(SeeAsBody, body);
      return asked.ok ? done(administration.seeAs(principal, me.session, asked.value.role)) : asked;
    },
  },
  {
    method: 'DELETE',
    path: 'see-as',
    isOwn: true,
    run: ({ administration }, { principal, me }) => done(administration.seeAs(principal, me.session, null)),
  },
];
