import * as t from 'io-ts';
import type { Preferences as Kept } from '../../../application/administration/use-cases.js';
import { textOf } from '../../../domain/document/text-of.js';
import { ok, type Result } from '../../../domain/result.js';
import type { Reply } from './call.js';
import { fittingPreferences, Preferences, PreferencesChange } from './contract/preferences.js';
import {
  BegunSecondFactor,
  ConfirmationBody,
  Profile,
  ProfileBody,
  ProofBody,
  RecoveryCodes,
  SeeAsBody,
} from './contract/profile.js';
import { AdminSession } from './contract/sign-in.js';
import { listOf } from './contract/wire.js';
import { clientOf } from './guard.js';
import { done, idOf, presentSignIn, replyWith } from './people.js';
import { route, type Route } from './route.js';

async function codesFrom(making: Promise<Result<readonly string[]>>): Promise<Result<Reply<RecoveryCodes>>> {
  const codes = await making;
  return codes.ok ? ok({ data: { recoveryCodes: codes.value } }) : codes;
}

const fitting = (kept: Result<Kept>): Result<Reply<Preferences>> =>
  kept.ok ? ok({ data: fittingPreferences(kept.value) }) : kept;

const own = { needs: null } as const;

/** What administrators see and change of themselves and of their sign-ins. */
export const profileRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: 'profile',
    summary: 'Read oneself',
    ...own,
    gives: Profile,
    run: ({ administration }, { principal }) => replyWith(administration.profile(principal)),
  }),
  route({
    method: 'PATCH',
    path: 'profile',
    summary: 'Change oneself',
    ...own,
    takes: ProfileBody,
    run: ({ administration }, { principal, me, body }) =>
      done(administration.changeProfile(principal, me.session, body)),
  }),
  route({
    method: 'GET',
    path: 'preferences',
    summary: 'Read what one has set for the page',
    ...own,
    gives: Preferences,
    async run({ administration }, { principal }) {
      return fitting(await administration.preferences(principal));
    },
  }),
  route({
    method: 'PATCH',
    path: 'preferences',
    summary: 'Change what one has set for the page',
    about: 'It follows administrators to other browsers.',
    ...own,
    takes: PreferencesChange,
    gives: Preferences,
    async run({ administration }, { principal, body }) {
      return fitting(await administration.changePreferences(principal, body as Kept));
    },
  }),
  route({
    method: 'GET',
    path: 'grants/givers',
    summary: 'List the names of the roles whose administrators can give a grant',
    ...own,
    query: [
      { name: 'action', about: 'Such as `find`', codec: t.string, isRequired: true },
      {
        name: 'on',
        about: 'The content-type or the area of the settings',
        codec: t.string,
        isRequired: true,
      },
    ],
    gives: listOf(t.string),
    run: ({ administration }, { asked: { action, on } }) =>
      replyWith(administration.rolesThatGive({ action: textOf(action), type: textOf(on) })),
  }),
  route({
    method: 'POST',
    path: 'prove',
    summary: 'Prove once more who one is, for ten minutes',
    ...own,
    takes: ProofBody,
    limit: 'adminCode',
    run: ({ administration }, { req, principal, me, body }) =>
      done(administration.prove(principal, me.session, body, clientOf(req))),
  }),
  route({
    method: 'GET',
    path: 'sessions',
    summary: 'List the own sign-ins, the latest first',
    ...own,
    gives: listOf(AdminSession),
    async run({ administration }, { principal, me }) {
      const found = await administration.sessionsOf(principal);
      return found.ok ? ok({ data: found.value.map((one) => presentSignIn(one, me.session)) }) : found;
    },
  }),
  route({
    method: 'DELETE',
    path: 'sessions/:id',
    summary: 'End one of the own sign-ins',
    ...own,
    run: ({ administration }, call) => done(administration.endSession(call.principal, idOf(call))),
  }),
  route({
    method: 'POST',
    path: 'second-factor/begin',
    summary: 'Make the secret of a second factor',
    about: 'It counts when a code of it is confirmed.',
    ...own,
    gives: BegunSecondFactor,
    run: ({ administration }, { principal }) => replyWith(administration.beginSecondFactor(principal)),
  }),
  route({
    method: 'POST',
    path: 'second-factor/confirm',
    summary: 'Confirm a second factor with its first code',
    ...own,
    takes: ConfirmationBody,
    gives: RecoveryCodes,
    also: [429],
    run: ({ administration }, { principal, body }) =>
      codesFrom(administration.confirmSecondFactor(principal, body)),
  }),
  route({
    method: 'POST',
    path: 'second-factor/codes',
    summary: 'Make new recovery codes',
    ...own,
    gives: RecoveryCodes,
    run: ({ administration }, { principal }) => codesFrom(administration.renewRecoveryCodes(principal)),
  }),
  route({
    method: 'POST',
    path: 'second-factor/remove',
    summary: 'Remove the own second factor',
    ...own,
    run: ({ administration }, { principal }) => done(administration.removeSecondFactor(principal)),
  }),
  route({
    method: 'POST',
    path: 'see-as',
    summary: 'Look at the page as a role, changing nothing',
    needs: 'everything',
    takes: SeeAsBody,
    also: [404],
    run: ({ administration }, { principal, me, body: { role, of } }) =>
      done(
        administration.seeAs(
          principal,
          me.session,
          of === 'users' ? { users: role } : { administrators: role },
        ),
      ),
  }),
  route({
    method: 'DELETE',
    path: 'see-as',
    summary: 'Stop looking at the page as a role',
    ...own,
    run: ({ administration }, { principal, me }) => done(administration.seeAs(principal, me.session, null)),
  }),
];
