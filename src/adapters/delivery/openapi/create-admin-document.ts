import type * as t from 'io-ts';
import type { ContentType, Schema } from '../../../domain/schema/schema.js';
import { ofAnyRequest, refused } from './answers.js';
import { createCodecSchemas, type CodecSchemas } from './codec-schemas.js';
import { entrySchemas } from './entry-schemas.js';
import {
  json,
  object,
  text,
  type JsonSchema,
  type OpenApiDocument,
  type Operation,
  type Parameter,
  type Paths,
  type Response,
} from './openapi.js';
import { pathParameter, responses } from './shared-parts.js';
import { reachedSchemas } from './reached-schemas.js';

/** A route of the admin API. */
export interface AdminRouteEntry {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** With `:name` for one part. */
  readonly path: string;
  readonly summary: string;
  readonly about: string;
  readonly query?: readonly {
    readonly name: string;
    readonly about: string;
    readonly codec: t.Mixed;
    readonly isRequired?: true;
    readonly isDeep?: true;
  }[];
  /** The body. */
  readonly takes?: t.Mixed;
  /** `data` and `meta` of the answer. */
  readonly gives?: t.Mixed;
  readonly meta?: t.Mixed;
  readonly status?: 201;
  readonly also?: readonly number[];
  readonly answers?: 'events' | 'document' | 'rows';
  readonly isUpload?: true;
  readonly refusals: readonly number[];
  readonly isOpen: boolean;
}

export interface AdminDocumentOptions {
  /** `/admin/api`. */
  readonly path: string;
  /** The content-types that are described, with their attributes. */
  readonly types: readonly ContentType[];
  readonly routes: readonly AdminRouteEntry[];
  /** Codecs that the schemas of content-types refer to by their names. */
  readonly codecs: readonly t.Mixed[];
  /** The answer to each request that fails. */
  readonly failure: t.Mixed;
  /** The name of the cookie. */
  readonly cookie: string;
  readonly csrfHeader: string;
  readonly url?: string;
}

const description = (header: string): string =>
  [
    'The API of the admin page: what REST and the command line can do, in the form that the page needs.',
    'Requests carry the session cookie of an administrator, which `POST sign-in` or the page sets; tokens of the content API are not accepted.',
    `Requests other than GET also need \`Origin\` with the address of this server, no \`Sec-Fetch-Site\` other than \`same-origin\`, and but for a sign-in the header \`${header}\` with \`csrf\` of \`GET start\`: otherwise 403.`,
    'What somebody may do depends on the grants of their role, so each operation may answer 403 or leave out what they may not see. While an owner looks at the page as a role, each write answers 403.',
    'Parameters that are not described are refused with 400. For a single type, `{id}` is `-`.',
    'A change of an entry that names the `revision` which it began from is refused with 412 if there is another one by now; there is no `If-Match`.',
  ].join('\n\n');

const ownResponses: Readonly<Record<string, Response>> = {
  ...responses,
  Unauthorized: { ...responses.Unauthorized, description: 'There is no sign-in, or it has ended.' },
  Forbidden: {
    ...responses.Forbidden,
    description:
      'There is no grant for it, the request comes from elsewhere, or a recent proof is needed (`ProofRequiredError`).',
  },
  Conflict: {
    ...responses.Conflict,
    description: 'What was shown has changed, or another writer was faster, after several tries.',
  },
  TooLarge: { ...responses.TooLarge, description: 'The file is larger than it may be.' },
};

/** Describes the admin API as OpenAPI 3.1. Bodies and answers are what the codecs of its routes say. */
export function createAdminDocument(schema: Schema, options: AdminDocumentOptions): OpenApiDocument {
  const { path, types, routes, codecs, failure, cookie, csrfHeader, url = '/' } = options;
  const schemas = createCodecSchemas(entrySchemas(schema, types));
  for (const codec of codecs) schemas.schemaOf(codec);
  const Error = schemas.schemaOf(failure);
  const paths: Record<string, Paths[string]> = {};
  for (const route of routes) {
    const at = `${path}/${route.path.replaceAll(/:(\w+)/g, '{$1}')}`;
    paths[at] = { ...paths[at], [route.method.toLowerCase()]: operationOf(route, schemas) };
  }
  return {
    openapi: '3.1.1',
    info: { title: 'Admin API', version: '1.0.0', description: description(csrfHeader) },
    servers: [{ url }],
    security: [{ session: [] }],
    tags: [...new Set(routes.map(tagOf))].map((name) => ({ name })),
    paths,
    components: {
      schemas: reachedSchemas({ ...schemas.named(), Error }, { paths, responses: ownResponses }),
      parameters: {},
      responses: ownResponses,
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: cookie,
          description: 'The sign-in of an administrator. The cookie is called `__Host-quire_admin` over TLS.',
        },
        csrf: { type: 'apiKey', in: 'header', name: csrfHeader, description: '`csrf` of `GET start`.' },
      },
    },
  };
}

const wordsOf = (path: string): readonly string[] =>
  path.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

const tagOf = ({ path }: AdminRouteEntry): string => capital(wordsOf(path.split('/')[0] ?? '').join(' '));

/** `getDocumentsByUidById`. */
const operationIdOf = ({ method, path }: AdminRouteEntry): string =>
  method.toLowerCase() +
  path
    .split('/')
    .map((part) => (part.startsWith(':') ? 'By' : '') + wordsOf(part).map(capital).join(''))
    .join('');

function operationOf(route: AdminRouteEntry, { schemaOf }: CodecSchemas): Operation {
  const { method, path, summary, about, query = [], takes, isUpload, isOpen, refusals } = route;
  const parameters: readonly Parameter[] = [
    ...[...path.matchAll(/:(\w+)/g)].map(([, name = '']) => pathParameter(name)),
    ...query.map(({ name, about: what, codec, isRequired, isDeep }): Parameter => ({
      name,
      in: 'query',
      description: what,
      ...(isRequired && { required: true }),
      ...(isDeep && { style: 'deepObject', explode: true }),
      schema: schemaOf(codec),
    })),
  ];
  return {
    operationId: operationIdOf(route),
    summary,
    ...(about !== '' && { description: about }),
    tags: [tagOf(route)],
    ...(parameters.length > 0 && { parameters }),
    ...(isUpload && { requestBody: { required: true, content: bytes } }),
    ...(takes && { requestBody: { required: !takes.is({}), content: json(schemaOf(takes)) } }),
    ...(isOpen && { security: [{}] }),
    ...(!isOpen && method !== 'GET' && { security: [{ session: [], csrf: [] }] }),
    responses: {
      ...answersOf(route, schemaOf),
      ...refused(...refusals.map(String), ...ofAnyRequest),
    },
  };
}

const bytes = {
  'application/octet-stream': { schema: { contentMediaType: 'application/octet-stream' } },
};

function answersOf(
  { gives, meta, status, also = [], answers }: AdminRouteEntry,
  schemaOf: CodecSchemas['schemaOf'],
): Readonly<Record<string, Response>> {
  if (answers === 'document')
    return { 200: { description: 'An OpenAPI document', content: json({ type: 'object' }) } };
  if (answers === 'rows')
    return {
      200: {
        description: 'A file; a connection that breaks off means that it is not whole',
        content: {
          'text/csv': { schema: text },
          'application/x-ndjson': { schema: text },
          ...json({ type: 'array', items: { type: 'object' } }),
        },
      },
    };
  if (answers === 'events')
    return {
      200: { description: 'A stream of events', content: { 'text/event-stream': { schema: text } } },
      204: { description: 'Live changes are turned off' },
    };
  if (gives === undefined) return { 204: { description: 'Done' } };
  const members: Readonly<Record<string, JsonSchema>> = {
    data: schemaOf(gives),
    ...(meta && { meta: schemaOf(meta) }),
  };
  const answer: Response = { description: status === 201 ? 'Made' : 'Done', content: json(object(members)) };
  return Object.fromEntries([status ?? 200, ...also.filter((one) => one < 400)].map((one) => [one, answer]));
}
