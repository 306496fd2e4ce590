import { GraphQLNonNull, type GraphQLFieldConfigArgumentMap, type GraphQLOutputType } from 'graphql';
import type { Accounts } from '../../../../application/accounts/accounts.js';
import {
  checkCount,
  type LimitedUseCase,
  type RateLimits,
} from '../../../../application/accounts/rate-limits.js';
import { failure } from '../../../../domain/failure.js';
import type { Principal } from '../../../../domain/permission/permission.js';
import { err, ok, type Result } from '../../../../domain/result.js';
import { clientNetwork } from '../../codec/client-address.js';
import { textOf } from '../../../../domain/document/text-of.js';
import { valueOrThrow } from '../client-error.js';
import type { Shape } from '../shape/shape.js';
import type { Args } from '../read/decode-arguments.js';
import type { MoreFields } from '../schema/generate-schema.js';
import type { RootField } from '../schema/named-field.js';
import type { RunReplaced } from './run-replaced.js';
import { createAccountTypes, loginInput, registerInput, requiredText } from './account-types.js';

export interface AccountFields {
  /** Returns the account service that records what `asker` does. */
  readonly accountsFor: (asker: Principal) => Accounts;
  /** The limits of the REST routes, which count both. */
  readonly rateLimits: RateLimits;
  /** Runs an action that an extension has replaced; undefined if it has not. */
  readonly replaced?: (action: string) => RunReplaced | undefined;
}

type Texts = Readonly<Record<string, string>>;
type Act = (accounts: Accounts, texts: Texts, principal: Principal) => Promise<Result<unknown>>;

const clientOf = ({ origin }: Principal): string | null =>
  origin === undefined ? null : clientNetwork(origin);

/** Creates the fields for sign-up, login and passwords: the same use cases as the REST routes under `/auth`. */
export function accountFields(
  { accountsFor, rateLimits, replaced }: AccountFields,
  shape: Shape,
): MoreFields {
  const { me, login, done } = createAccountTypes(shape, async ({ user }, _args, { principal }) => {
    const id = { id: Number(user['id']), documentId: textOf(user['documentId']) };
    return valueOrThrow(await accountsFor(principal).identify({ user: id }));
  });
  const field = (
    type: GraphQLOutputType,
    args: GraphQLFieldConfigArgumentMap,
    useCase: LimitedUseCase & keyof typeof actions,
    act: Act,
  ): RootField => ({
    type,
    args,
    resolve: async (_source, given, context) => {
      const client = clientOf(context.principal) ?? '';
      valueOrThrow(checkCount(await rateLimits.count(useCase, client)));
      const texts = (given['input'] ?? given) as Texts;
      valueOrThrow(checkLengths(texts));
      const own = replaced?.(actions[useCase]);
      if (own !== undefined) return own(texts, context);
      return valueOrThrow(await act(accountsFor(context.principal), texts, context.principal));
    },
  });
  const passwords = { password: requiredText, passwordConfirmation: requiredText };
  return {
    Query: {
      me: {
        type: me,
        resolve: async (_source, _args, { principal }) =>
          valueOrThrow(await accountsFor(principal).identify(principal)),
      },
    },
    Mutation: {
      login: field(
        new GraphQLNonNull(login),
        { input: { type: new GraphQLNonNull(loginInput) } },
        'login',
        (accounts, texts, principal) =>
          texts['provider'] === 'local'
            ? accounts.login(of(texts, 'identifier'), of(texts, 'password'), clientOf(principal))
            : Promise.resolve(err(failure('INPUT.INVALID', 'Only provider "local" takes a password'))),
      ),
      register: field(
        new GraphQLNonNull(login),
        { input: { type: new GraphQLNonNull(registerInput) } },
        'register',
        (accounts, texts) =>
          accounts.register({
            username: of(texts, 'username'),
            email: of(texts, 'email'),
            password: of(texts, 'password'),
            more: {},
          }),
      ),
      forgotPassword: field(done, { email: requiredText }, 'forgotPassword', async (accounts, texts) =>
        isDone(await accounts.forgotPassword(of(texts, 'email'))),
      ),
      resetPassword: field(
        login,
        { ...passwords, code: requiredText },
        'resetPassword',
        (accounts, texts, principal) =>
          accounts.resetPassword(of(texts, 'code'), newPassword(texts), clientOf(principal)),
      ),
      changePassword: field(
        login,
        { currentPassword: requiredText, ...passwords },
        'changePassword',
        async (accounts, texts, principal) =>
          accounts.changePassword(principal, {
            ...newPassword(texts),
            currentPassword: of(texts, 'currentPassword'),
          }),
      ),
      emailConfirmation: field(
        shape.format === 'v5' ? login : done,
        { confirmation: requiredText },
        'confirmEmail',
        async (accounts, texts) => {
          const confirmed = await accounts.confirmEmail(of(texts, 'confirmation'));
          return confirmed.ok ? ok({ ...confirmed.value, ok: true }) : confirmed;
        },
      ),
    },
  };
}

/** The actions of the REST routes by the use cases that their requests are counted for. */
const actions = {
  login: 'callback',
  register: 'register',
  forgotPassword: 'forgotPassword',
  resetPassword: 'resetPassword',
  changePassword: 'changePassword',
  confirmEmail: 'emailConfirmation',
} as const;

const of = (texts: Texts, name: string): string => texts[name] ?? '';

const newPassword = (texts: Texts) => ({
  password: of(texts, 'password'),
  confirmation: of(texts, 'passwordConfirmation'),
});

const isDone = (result: Result<void>): Result<unknown> => (result.ok ? ok({ ok: true }) : result);

const maxLength = 1_000;

function checkLengths(args: Args): Result<null> {
  const name = Object.keys(args).find((each) => String(args[each]).length > maxLength);
  return name === undefined
    ? ok(null)
    : err(failure('INPUT.INVALID', `${name} must be at most ${maxLength} characters`, { key: name }));
}
