import { userType } from '../../../domain/schema/built-in-uids.js';
import { contentTypeOf, type Schema } from '../../../domain/schema/schema.js';
import { typeNameOf } from '../codec/type-name.js';
import { reading, writing } from './answers.js';
import {
  json,
  listOf,
  object,
  parameterRef,
  schemaRef,
  text,
  type JsonSchema,
  type Operation,
  type Parameter,
  type Paths,
} from './openapi.js';
import { filtersOf, pathParameter, populateOf } from './shared-parts.js';

/** Returns the paths of accounts and users. Their answers have no `data`. */
export function accountPaths(schema: Schema, prefix: string): Paths {
  const type = contentTypeOf(schema, userType);
  const user = schemaRef(typeNameOf(type));
  return { ...authPaths(user, `${prefix}/auth`), ...userPaths(typeNameOf(type), `${prefix}/users`) };
}

const session: JsonSchema = object({ jwt: text, refreshToken: text }, ['jwt']);
const done: JsonSchema = object({ ok: { type: 'boolean' } });
const signedIn = (user: JsonSchema): JsonSchema => object({ jwt: text, refreshToken: text, user }, ['user']);

const ask = (
  operationId: string,
  summary: string,
  fields: readonly string[],
  answer: JsonSchema,
  isOpen = false,
): Operation => ({
  operationId,
  summary,
  tags: ['Accounts'],
  ...(fields.length > 0 && {
    requestBody: {
      required: true,
      content: json({
        ...object(Object.fromEntries(fields.map((name) => [name, text]))),
        additionalProperties: isOpen,
      }),
    },
  }),
  responses: writing(200, { description: 'Done', content: json(answer) }, '429'),
});

const newPassword = ['password', 'passwordConfirmation'];

function authPaths(user: JsonSchema, root: string): Paths {
  const account = signedIn(user);
  const post = (operation: Operation) => ({ post: operation });
  return {
    [`${root}/local`]: post(ask('login', 'Sign in', ['identifier', 'password'], account)),
    [`${root}/local/register`]: post(
      ask('register', 'Create an account', ['username', 'email', 'password'], account, true),
    ),
    [`${root}/refresh`]: post(ask('refresh', 'Exchange a refresh token', ['refreshToken'], session)),
    [`${root}/logout`]: post(ask('logout', 'End the session', [], done)),
    [`${root}/change-password`]: post(
      ask('changePassword', 'Change the own password', ['currentPassword', ...newPassword], account),
    ),
    [`${root}/forgot-password`]: post(ask('forgotPassword', 'Send a code by mail', ['email'], done)),
    [`${root}/reset-password`]: post(
      ask('resetPassword', 'Set a password with that code', ['code', ...newPassword], account),
    ),
    [`${root}/send-email-confirmation`]: post(
      ask(
        'sendEmailConfirmation',
        'Send the mail that confirms an address again',
        ['email'],
        object({ email: text, sent: { type: 'boolean' } }),
      ),
    ),
  };
}

function userPaths(name: string, root: string): Paths {
  const user = schemaRef(name);
  const answer = { description: 'A user', content: json(user) };
  const deleted = {
    description: 'The user, or only the documentId if the caller cannot find that user',
    content: json({ anyOf: [user, object({ documentId: text }, ['documentId'])] }),
  };
  const described = (operationId: string, summary: string) => ({ operationId, summary, tags: ['Users'] });
  const filters = filtersOf(name);
  const selection = [parameterRef('fields'), populateOf(name)];
  const id = pathParameter('id');
  const range = ['start', 'limit'].map((key): Parameter => ({
    name: key,
    in: 'query',
    schema: { type: 'integer' },
  }));
  const body = (schema: JsonSchema) => ({ required: true, content: json(schema) });
  const own = object({ username: text, email: text, currentPassword: text }, []);
  return {
    [root]: {
      get: {
        ...described('listUsers', 'List users'),
        parameters: [filters, parameterRef('sort'), ...range, ...selection],
        responses: reading({ description: 'Users', content: json(listOf(user)) }),
      },
      post: {
        ...described('createUser', 'Create a user'),
        requestBody: body(schemaRef(`${name}Input`)),
        responses: writing(201, answer),
      },
    },
    [`${root}/count`]: {
      get: {
        ...described('countUsers', 'Count users'),
        parameters: [filters],
        responses: reading({ description: 'The number', content: json({ type: 'integer' }) }),
      },
    },
    [`${root}/me`]: {
      get: { ...described('getMe', 'Read oneself'), parameters: selection, responses: reading(answer) },
      put: {
        ...described('updateMe', 'Change oneself'),
        requestBody: body(own),
        responses: writing(200, answer, '429'),
      },
    },
    [`${root}/{id}`]: {
      get: {
        ...described('getUser', 'Read a user'),
        parameters: [id, ...selection],
        responses: reading(answer),
      },
      put: {
        ...described('updateUser', 'Change a user'),
        parameters: [id],
        requestBody: body(schemaRef(`${name}Input`)),
        responses: writing(200, answer, '429'),
      },
      delete: {
        ...described('deleteUser', 'Delete a user'),
        parameters: [id],
        responses: writing(200, deleted),
      },
    },
  };
}
