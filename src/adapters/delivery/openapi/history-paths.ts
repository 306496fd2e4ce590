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

/** Returns the paths of the history of one content-type; none if it has no history. */
export function historyPaths(type: ContentType, prefix: string): Paths {
  if (type.history === null) return {};
  const isSingle = type.kind === 'singleType';
  const root = isSingle
    ? `${prefix}/${type.singularName}/history`
    : `${prefix}/${type.pluralName}/{documentId}/history`;
  const document = isSingle ? [] : [pathParameter('documentId')];
  const [entry, other] = [pathParameter('entry'), pathParameter('other')];
  const name = typeNameOf(type);
  const described = (operationId: string, summary: string) => ({
    operationId: `${operationId}${name}`,
    summary,
    tags: [type.displayName],
  });
  const answer = (description: string, data: JsonSchema, meta: JsonSchema) => ({
    description,
    content: json(object({ data, meta })),
  });
  const pages = object({ pagination: schemaRef('PaginationMeta') });
  const restored = object({
    created: { type: 'boolean' },
    leftOut: outdated,
    gone: listOf(object({ name: text, documentId: text })),
  });
  return {
    [root]: {
      get: {
        ...described('listHistoryOf', `List earlier versions of a ${type.singularName}`),
        parameters: [
          ...document,
          parameterRef('pagination'),
          ...(type.localized ? [parameterRef('locale')] : []),
        ],
        responses: reading(answer('Entries, the latest first', listOf(object(entryMembers)), pages)),
      },
    },
    [`${root}/{entry}`]: {
      get: {
        ...described('getHistoryOf', `Read an earlier version of a ${type.singularName}`),
        parameters: [...document, entry],
        responses: reading(answer('The entry with its content', version, schemaRef('Meta'))),
      },
    },
    [`${root}/{entry}/diff/{other}`]: {
      get: {
        ...described('diffHistoryOf', `Compare two versions of a ${type.singularName}`),
        parameters: [...document, entry, other],
        responses: reading(answer('The attributes that differ', changes, object({ from: text, to: text }))),
      },
    },
    [`${root}/{entry}/actions/restore`]: {
      post: {
        ...described('restoreHistoryOf', `Give the draft what an earlier version had`),
        parameters: [...document, entry, parameterRef('fields'), populateOf(name)],
        responses: {
          ...writing(200, answer('The draft', schemaRef(name), restored)),
          201: answer('The document, which was gone', schemaRef(name), restored),
        },
      },
    },
  };
}
