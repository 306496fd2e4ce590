import { publicationFilters } from '../../../domain/query/query.js';
import {
  json,
  listOf,
  object,
  schemaRef,
  text,
  type JsonSchema,
  type Parameter,
  type Response,
  type Schemas,
} from './openapi.js';

/** Schemas, parameters and responses that all content-types share. */

const integer: JsonSchema = { type: 'integer' };
/** Null for an empty page. */
const cursor: JsonSchema = { type: ['string', 'null'] };

const total: Readonly<Record<string, JsonSchema>> = {
  total: integer,
  isEstimate: { const: true, description: 'Only of a total that is an estimate.' },
};

const documentRef: JsonSchema = {
  anyOf: [
    { ...text, description: 'A documentId.' },
    { ...integer, description: 'A numeric id.' },
    {
      type: 'object',
      properties: {
        documentId: text,
        id: integer,
        locale: { ...text, description: 'Where only the target has locales.' },
        status: { enum: ['draft', 'published'], description: 'Where only the target has drafts.' },
        position: {
          description: 'Exactly one of these. The default is the end.',
          type: 'object',
          properties: {
            before: text,
            after: text,
            start: { type: 'boolean' },
            end: { type: 'boolean' },
          },
          additionalProperties: false,
        },
      },
    },
  ],
};

const refs: JsonSchema = { anyOf: [schemaRef('DocumentRef'), listOf(schemaRef('DocumentRef'))] };

export const sharedSchemas = {
  DocumentRef: documentRef,
  RelationInput: {
    description:
      'A list, or one item, replaces all connections, as `set` does. `connect` and `disconnect` change some. `null` empties the relation.',
    anyOf: [
      { type: 'null' },
      schemaRef('DocumentRef'),
      listOf(schemaRef('DocumentRef')),
      {
        type: 'object',
        properties: { connect: refs, disconnect: refs, set: refs },
        additionalProperties: false,
      },
    ],
  },
  Fields: { anyOf: [text, listOf(text)] },
  Sort: {
    description: '`name`, `name:desc`, several separated by commas, a list, or a path to a sorted attribute.',
    anyOf: [text, listOf(text), { type: 'object' }],
  },
  Pagination: {
    description:
      'Either page and pageSize, or start and limit, or pageSize with the cursor `after` or `before`, which is empty for the first or the last page.',
    type: 'object',
    properties: {
      page: integer,
      pageSize: integer,
      start: integer,
      limit: integer,
      after: text,
      before: text,
      withCount: { type: 'boolean' },
      count: { type: 'string', enum: ['exact', 'estimated', 'none'] },
    },
    additionalProperties: false,
  },
  PaginationMeta: {
    anyOf: [
      object({ page: integer, pageSize: integer, pageCount: integer, ...total }, ['page', 'pageSize']),
      object({ start: integer, limit: integer, ...total }, ['start', 'limit']),
      object(
        {
          pageSize: integer,
          startCursor: cursor,
          endCursor: cursor,
          hasPreviousPage: { type: 'boolean' },
          hasNextPage: { type: 'boolean' },
          ...total,
        },
        ['pageSize', 'startCursor', 'endCursor', 'hasPreviousPage', 'hasNextPage'],
      ),
    ],
  },
  Meta: { type: 'object' },
  Error: object({
    data: { type: 'null' },
    error: object(
      {
        status: integer,
        name: text,
        message: text,
        details: { type: 'object', description: '`key`, `path` and `nearest`, or a list of `errors`.' },
      },
      ['status', 'name', 'message'],
    ),
  }),
} satisfies Schemas;

/** The examples are what pages that try an operation send by default. */
const deep = { style: 'deepObject', explode: true, example: {} } as const;

export const parameters = {
  pagination: {
    name: 'pagination',
    in: 'query',
    ...deep,
    example: { page: 1, pageSize: 25 },
    schema: schemaRef('Pagination'),
  },
  fields: {
    name: 'fields',
    in: 'query',
    description: 'The attributes of an answer; id and documentId always come.',
    schema: schemaRef('Fields'),
  },
  words: {
    name: '_q',
    in: 'query',
    description:
      'Words that the documents contain, the last one perhaps in part. Without a sort the best come first.',
    schema: text,
  },
  highlight: {
    name: '_highlight',
    in: 'query',
    description: '`true`: `meta.highlights` has what `_q` has found in each document of the page.',
    schema: { type: 'boolean' },
  },
  sort: { name: 'sort', in: 'query', schema: schemaRef('Sort') },
  locale: {
    name: 'locale',
    in: 'query',
    description: 'A code; `*` for all where several documents are answered or removed.',
    schema: text,
  },
  status: {
    name: 'status',
    in: 'query',
    description: 'Which versions are read, or which one is written. Drafts need the grant findDrafts.',
    schema: { enum: ['published', 'draft'], default: 'published' },
  },
  version: {
    name: 'version',
    in: 'query',
    description: '`true`: the revision of the version comes as `meta.version`.',
    schema: { type: 'boolean' },
  },
  ifMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'The ETag of an answer: the write is refused with 412 if the version has changed since.',
    schema: text,
  },
  idempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'A new text for each creation, such as a UUID. A request that is sent again with it creates nothing more for a day.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
  ifNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The ETag of an answer that the client has.',
    schema: text,
  },
  publicationFilter: {
    name: 'publicationFilter',
    in: 'query',
    schema: { enum: publicationFilters },
  },
  hasPublishedVersion: {
    name: 'hasPublishedVersion',
    in: 'query',
    schema: { type: 'boolean' },
  },
} satisfies Readonly<Record<string, Parameter>>;

/** Returns the parameter with the conditions on documents of the named type. */
export const filtersOf = (typeName: string): Parameter => ({
  name: 'filters',
  in: 'query',
  description: 'In brackets: `filters[Name][$contains]=a`.',
  ...deep,
  schema: schemaRef(`${typeName}Filters`),
});

/** Returns the parameter with the relations of the named type to include. */
export const populateOf = (typeName: string): Parameter => ({
  name: 'populate',
  in: 'query',
  description: 'Relations, components and media to include.',
  ...deep,
  schema: schemaRef(`${typeName}Populate`),
});

/** Returns a required segment of the path. */
export const pathParameter = (name: string): Parameter => ({
  name,
  in: 'path',
  required: true,
  schema: text,
});

const error = (description: string): Response => ({ description, content: json(schemaRef('Error')) });

const retryAfter = {
  'Retry-After': { description: 'Seconds until the next try.', schema: integer },
};

export const responses = {
  BadRequest: error('The request is wrong: the message names the key.'),
  Unauthorized: error('The token is wrong, or no longer valid.'),
  Forbidden: error('There is no grant for it.'),
  NotFound: error('There is no such document or route.'),
  Timeout: error('The headers or the body did not come in time.'),
  Changed: error('The version is not the one that the request expects.'),
  Conflict: error('Another writer was faster, after several tries.'),
  KeyReused: error('The Idempotency-Key came with another request before.'),
  TooLarge: error('The body, or a file, is larger than it may be.'),
  UnsupportedMediaType: error('The encoding of the body is not read.'),
  TooMany: { ...error('Too many tries.'), headers: retryAfter },
  // Node's parser answers it, before there is a request.
  HeadersTooLarge: { description: 'The address and the headers are longer than 16 KiB together.' },
  Unavailable: {
    ...error('Overload, or the database cannot be reached or takes too long.'),
    headers: retryAfter,
  },
  InsufficientStorage: error('The disk for files is full.'),
  ServerError: error('A bug of the server.'),
} satisfies Readonly<Record<string, Response>>;

export type ResponseName = keyof typeof responses;
