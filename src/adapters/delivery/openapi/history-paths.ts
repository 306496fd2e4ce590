import type { ContentType } from '../../../domain/schema/schema.js';
import { typeNameOf } from '../codec/type-name.js';
import { reading, writing } from './answers.js';
import {
  json,
  listOf,
  nullable,
  object,
  parameterRef,
  schemaRef,
  text,
  type JsonSchema,
  type Operation,
  type Parameter,
  type Paths,
} from './openapi.js';
import { pathParameter, populateOf } from './shared-parts.js';

const entryMembers = {
  id: text,
  documentId: text,
  at: { type: 'string', format: 'date-time' },
  by: object({ kind: text, name: text }),
  action: { type: 'string', enum: ['create', 'update', 'publish', 'unpublish', 'discardDraft', 'delete'] },
  status: nullable({ type: 'string', enum: ['draft', 'published'] }),
  locale: nullable(text),
  names: listOf(text),
} satisfies Record<string, JsonSchema>;

const outdated = listOf(object({ name: text, value: {}, reason: text }));
const version = object({ ...entryMembers, content: { type: 'object' }, outdated });
const changes = listOf(object({ name: text, from: {}, to: {} }));

const restored = object({
  created: { type: 'boolean' },
  leftOut: outdated,
  gone: listOf(object({ name: text, documentId: text })),
});

const answer = (description: string, data: JsonSchema, meta: JsonSchema) => ({
  description,
  content: json(object({ data, meta })),
});

/** Returns the paths of the history of one content-type; none if it has no history. */
export function historyPaths(type: ContentType, prefix: string): Paths {
  if (type.history === null) return {};
  const isSingle = type.kind === 'singleType';
  const one = isSingle ? type.singularName : `${type.pluralName}/{documentId}`;
  const root = `${prefix}/${one}/history`;
  const document = isSingle ? [] : [pathParameter('documentId')];
  const at = [...document, pathParameter('entry')];
  return {
    [root]: { get: listEntries(type, document) },
    [`${root}/{entry}`]: {
      get: {
        ...described(type, 'getHistoryOf', `Read an earlier version of one ${type.singularName}`),
        parameters: at,
        responses: reading(answer('The entry with its content', version, schemaRef('Meta'))),
      },
    },
    [`${root}/{entry}/diff/{other}`]: {
      get: {
        ...described(type, 'diffHistoryOf', `Compare two versions of one ${type.singularName}`),
        parameters: [...at, pathParameter('other')],
        responses: reading(answer('The attributes that differ', changes, object({ from: text, to: text }))),
      },
    },
    [`${root}/{entry}/actions/restore`]: { post: restoreEntry(type, at) },
  };
}

const described = (type: ContentType, operationId: string, summary: string) => ({
  operationId: `${operationId}${typeNameOf(type)}`,
  summary,
  tags: [type.displayName],
});

const listEntries = (type: ContentType, document: readonly Parameter[]): Operation => ({
  ...described(type, 'listHistoryOf', `List earlier versions of one ${type.singularName}`),
  parameters: [...document, parameterRef('pagination'), ...(type.localized ? [parameterRef('locale')] : [])],
  responses: reading(
    answer(
      'Entries, the latest first',
      listOf(object(entryMembers)),
      object({ pagination: schemaRef('PaginationMeta') }),
    ),
  ),
});

function restoreEntry(type: ContentType, at: readonly Parameter[]): Operation {
  const document = schemaRef(typeNameOf(type));
  return {
    ...described(type, 'restoreHistoryOf', 'Give the draft what an earlier version had'),
    parameters: [...at, parameterRef('fields'), populateOf(typeNameOf(type))],
    responses: {
      ...writing(200, answer('The draft', document, restored)),
      201: answer('The document, which was gone', document, restored),
    },
  };
}
