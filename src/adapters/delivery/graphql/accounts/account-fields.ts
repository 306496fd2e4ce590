import { userType } from '../../../../domain/schema/built-in-uids.js';
import {
  GraphQLNonNull,
  type GraphQLError,
  type GraphQLFieldConfigArgumentMap,
  type GraphQLOutputType,
} from 'graphql';
import type { Accounts } from '../../../../application/accounts/accounts.js';
import type { Documents } from '../../../../application/documents/documents.js';
import { denied, failure } from '../../../../domain/failure.js';
import { systemPrincipal, type Principal } from '../../../../domain/permission/permission.js';
import { err, ok, type Result } from '../../../../domain/result.js';
import type { ResolverContext } from '../extension/resolver-context.js';
import { valueOrThrow } from '../told-error.js';
import { toldError } from '../told-error.js';
import type { Args } from '../read/decode-arguments.js';
import type { MoreFields } from '../schema/generate-schema.js';
import type { RootField } from '../schema/root-fields.js';
import { createAccountTypes, loginInput, registerInput, requiredText } from './account-types.js';

export interface AccountFields {
  /** As somebody uses them: the trail keeps who signs in. */
  readonly accountsFor: (asker: Principal) => Accounts;
  /** Counts a try, under the name of the REST route that does the same; false: there were too many. */
  readonly mayTry: (address: string, route: string) => Promise<boolean>;
}

type Texts = Readonly<Record<string, string>>;
type Act = (accounts: Accounts, texts: Texts, principal: Principal) => Promise<Result<unknown>>;

/** Registering, logging in and passwords: what the routes under `/auth` do, held to the same counts. */
export function accountFields({ accountsFor, mayTry }: AccountFields, documents: Documents): MoreFields {
  const { me, login, done } = createAccountTypes();
  const field = (
    type: GraphQLOutputType,
    args: GraphQLFieldConfigArgumentMap,
    route: string,
    act: Act,
  ): RootField => ({
    type,
    args,
    resolve: async (_source, given, context) => {
      if (!(await mayTry(context.principal.origin ?? '', `auth/${route}`))) throw tooMany();
      const texts = (given['input'] ?? given) as Texts;
      valueOrThrow(checkLengths(texts));
      return valueOrThrow(await act(accountsFor(context.principal), texts, context.principal));
    },
  });
  const passwords = { password: requiredText, passwordConfirmation: requiredText };
  return {
    Query: { me: { type: me, resolve: (_source, _args, context) => readMe(documents, context) } },
    Mutation: {
      login: field(
        new GraphQLNonNull(login),
        { input: { type: new GraphQLNonNull(loginInput) } },
        'local',
        (accounts, texts) =>
          texts['provider'] === 'local'
            ? accounts.login(of(texts, 'identifier'), of(texts, 'password'))
            : Promise.resolve(err(failure('INPUT.INVALID', 'Only provider "local" takes a password'))),
      ),
      register: field(
        new GraphQLNonNull(login),
        { input: { type: new GraphQLNonNull(registerInput) } },
        'local/register',
        (accounts, texts) =>
          accounts.register({
            username: of(texts, 'username'),
            email: of(texts, 'email'),
            password: of(texts, 'password'),
            more: {},
          }),
      ),
      forgotPassword: field(done, { email: requiredText }, 'forgot-password', async (accounts, texts) =>
        isDone(await accounts.forgotPassword(of(texts, 'email'))),
      ),
      resetPassword: field(login, { ...passwords, code: requiredText }, 'reset-password', (accounts, texts) =>
        accounts.resetPassword(of(texts, 'code'), newPassword(texts)),
      ),
      changePassword: field(
        login,
        { currentPassword: requiredText, ...passwords },
        'change-password',
        async (accounts, texts, principal) =>
          principal.user === undefined
            ? err(denied)
            : accounts.changePassword(principal, {
                ...newPassword(texts),
                currentPassword: of(texts, 'currentPassword'),
              }),
      ),
      emailConfirmation: field(
        done,
        { confirmation: requiredText },
        'email-confirmation',
        async (accounts, texts) => isDone(await accounts.confirmEmail(of(texts, 'confirmation'))),
      ),
    },
  };
}

const of = (texts: Texts, name: string): string => texts[name] ?? '';

const newPassword = (texts: Texts) => ({
  password: of(texts, 'password'),
  confirmation: of(texts, 'passwordConfirmation'),
});

const isDone = (result: Result<void>): Result<unknown> => (result.ok ? ok({ ok: true }) : result);

const longest = 1_000;

function checkLengths(args: Args): Result<null> {
  const name = Object.keys(args).find((each) => String(args[each]).length > longest);
  return name === undefined
    ? ok(null)
    : err(failure('INPUT.INVALID', `${name} must be at most ${longest} characters`, { key: name }));
}

async function readMe(documents: Documents, { principal }: ResolverContext): Promise<unknown> {
  if (principal.user === undefined) return valueOrThrow(err(denied));
  const found = await documents.findOne(systemPrincipal, {
    type: userType,
    action: 'findOne',
    documentId: principal.user.documentId,
    fields: ['username', 'email', 'confirmed', 'blocked'],
    range: { offset: 0, limit: 1 },
    count: false,
    layer: 'published',
  });
  return valueOrThrow(found).answer.documents()[0];
}

const tooMany = (): GraphQLError => toldError('RateLimitError', 'Too many requests, please try again later.');
