import type { Action } from '../../../domain/permission/permission.js';
import type { ContentType } from '../../../domain/schema/schema.js';
import { typeNameOf } from '../codec/type-name.js';
import { reading, writing } from './answers.js';
import { requiredInput } from './content-schemas.js';
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
  type PathItem,
  type Paths,
  type Ref,
} from './openapi.js';
import { filtersOf, pathParameter, populateOf } from './shared-parts.js';
import { release } from './work-paths.js';

/** Returns the paths of one content-type; `isServed` leaves out actions. */
export function documentPaths(
  type: ContentType,
  prefix: string,
  isServed: (action: Action) => boolean = () => true,
): Paths {
  const isSingle = type.kind === 'singleType';
  const root = `${prefix}/${isSingle ? type.singularName : type.pluralName}`;
  const one = isSingle ? root : `${root}/{documentId}`;
  const placed: readonly (readonly [path: string, method: keyof PathItem, action: Action])[] = [
    ...(isSingle
      ? ([[one, 'get', 'find']] as const)
      : ([
          [root, 'get', 'find'],
          [root, 'post', 'create'],
          [one, 'get', 'findOne'],
        ] as const)),
    [one, 'put', 'update'],
    [one, 'delete', 'delete'],
    ...(type.draftAndPublish
      ? moves.map(([name, action]) => [`${one}/actions/${name}`, 'post', action] as const)
      : []),
  ];
  const paths: Record<string, PathItem> = {};
  for (const [path, method, action] of placed.filter(([, , served]) => isServed(served)))
    paths[path] = { ...paths[path], [method]: documentOperation(type, action) };
  return paths;
}

/** Returns the operation of an action. */
export function documentOperation(type: ContentType, action: Action): Operation {
  switch (action) {
    case 'find':
      return type.kind === 'singleType' ? find(type) : list(type);
    case 'create':
      return create(type);
    case 'update':
      return update(type);
    case 'delete':
      return remove(type);
    case 'publish':
    case 'unpublish':
    case 'discardDraft':
      return transition(type, action);
    default:
      return find(type);
  }
}

type Parameters = readonly (Parameter | Ref)[];

const at = ({ kind }: ContentType): Parameters =>
  kind === 'singleType' ? [] : [pathParameter('documentId')];

/** Returns the parameters that choose a version. */
const versionOf = ({ localized, draftAndPublish }: ContentType): Parameters => [
  ...(localized ? [parameterRef('locale')] : []),
  ...(draftAndPublish ? [parameterRef('status')] : []),
];

const selectionOf = (type: ContentType): Parameters => [parameterRef('fields'), populateOf(typeNameOf(type))];

const searchOf = (type: ContentType): Parameters => [
  filtersOf(typeNameOf(type)),
  ...(type.draftAndPublish ? [parameterRef('publicationFilter'), parameterRef('hasPublishedVersion')] : []),
];

const documentOf = (type: ContentType): JsonSchema => schemaRef(typeNameOf(type));

const tag = {
  ETag: { description: 'The revision of the version, and a digest of the answer.', schema: text },
};

const oneDocument = (type: ContentType) => ({
  description: type.displayName,
  headers: tag,
  content: json(object({ data: documentOf(type), meta: schemaRef('Meta') })),
});

const described = (type: ContentType, verb: string, summary: string) => ({
  operationId: `${verb}${typeNameOf(type)}`,
  summary,
  tags: [type.displayName],
});

const list = (type: ContentType): Operation => ({
  ...described(type, 'list', `List ${type.pluralName}`),
  parameters: [
    parameterRef('words'),
    parameterRef('highlight'),
    ...searchOf(type),
    parameterRef('sort'),
    parameterRef('pagination'),
    ...selectionOf(type),
    ...versionOf(type),
  ],
  responses: reading({
    description: 'A page of documents',
    content: json(
      object({
        data: listOf(documentOf(type)),
        meta: object({ pagination: schemaRef('PaginationMeta') }),
      }),
    ),
  }),
});

const find = (type: ContentType): Operation => ({
  ...described(type, 'get', `Read one ${type.singularName}`),
  parameters: [
    ...at(type),
    ...searchOf(type),
    ...selectionOf(type),
    ...versionOf(type),
    parameterRef('version'),
    parameterRef('ifNoneMatch'),
  ],
  responses: {
    ...reading(oneDocument(type)),
    304: { description: 'The client has the answer', headers: tag },
  },
});

const dataOf = (type: ContentType, required: readonly string[]): JsonSchema => {
  const input = schemaRef(`${typeNameOf(type)}Input`);
  return required.length === 0 ? input : { allOf: [input, { required }] };
};

const create = (type: ContentType): Operation => ({
  ...described(type, 'create', `Create one ${type.singularName}`),
  parameters: [...selectionOf(type), ...versionOf(type), parameterRef('idempotencyKey')],
  requestBody: { required: true, content: json(object({ data: dataOf(type, requiredInput(type)) })) },
  responses: writing(201, oneDocument(type), '422'),
});

const expectedVersion: JsonSchema = { ...text, description: 'As If-Match: the `meta.version` of an answer.' };

const update = (type: ContentType): Operation => ({
  ...described(type, 'update', `Change one ${type.singularName}; attributes that are not sent stay`),
  parameters: [
    ...at(type),
    ...selectionOf(type),
    ...versionOf(type),
    parameterRef('version'),
    parameterRef('ifMatch'),
  ],
  requestBody: {
    required: true,
    content: json(object({ data: dataOf(type, []), version: expectedVersion }, ['data'])),
  },
  responses: writing(200, oneDocument(type), '412'),
});

const remove = (type: ContentType): Operation => ({
  ...described(type, 'delete', `Delete one ${type.singularName}`),
  parameters: [...at(type), ...(type.localized ? [parameterRef('locale')] : []), parameterRef('ifMatch')],
  responses: writing(204, { description: 'Deleted, or not there' }, '412'),
});

const moves = [
  ['publish', 'publish', 'Publish the draft'],
  ['unpublish', 'unpublish', 'Remove the published version'],
  ['discard-draft', 'discardDraft', 'Give the draft what is published'],
] as const;

function transition(type: ContentType, action: (typeof moves)[number][1]): Operation {
  const [, , summary] = moves.find(([, verb]) => verb === action)!;
  return {
    ...described(type, action, summary),
    parameters: [
      ...at(type),
      ...selectionOf(type),
      ...(type.localized ? [parameterRef('locale')] : []),
      parameterRef('ifMatch'),
    ],
    ...(action !== 'discardDraft' && { requestBody: later }),
    responses: {
      ...writing(200, action === 'publish' && type.localized ? oneOrAll(type) : oneDocument(type), '412'),
      ...(action !== 'discardDraft' && { 202: planned }),
    },
  };
}

/** With `locale=*`, all locales are published together. */
const oneOrAll = (type: ContentType) => ({
  ...oneDocument(type),
  content: json({
    anyOf: [
      object({ data: documentOf(type), meta: schemaRef('Meta') }),
      object({ data: object({ documentId: text, locales: listOf(text) }) }),
    ],
  }),
});

/** With a time, the action is planned. */
const later = {
  required: false,
  content: json(
    object({ data: object({ at: { type: 'string', format: 'date-time' }, name: text }, ['at']) }),
  ),
};
const planned = { description: 'The release that will do it', content: json(object({ data: release })) };
