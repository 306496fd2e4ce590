import type { ContentType } from '../../../domain/schema/schema.js';
import { typeNameOf } from '../codec/type-name.js';
import { writing } from './answers.js';
import { json, listOf, object, text, type JsonSchema, type Operation, type Paths } from './openapi.js';

/** The paths of many writes in one request (docs/bulk.md). */

const data: JsonSchema = {
  type: 'object',
  description: 'As in a request of its own; `{"$ref": name}` in relations',
};
const version = { locale: text, status: { type: 'string', enum: ['draft', 'published'] } } as const;
const locale = { locale: text } as const;
const chosen = { documentId: text, filters: { type: 'object' } } as const;

const kinds: Readonly<Record<string, JsonSchema>> = {
  create: object({ data, ...version }, ['data']),
  update: object({ ...chosen, data, ...version }, ['data']),
  upsert: object({ by: listOf(text), data, ...version }, ['by', 'data']),
  delete: object({ ...chosen, ...locale }, []),
  publish: object({ documentId: text, ...locale }, ['documentId']),
  unpublish: object({ documentId: text, ...locale }, ['documentId']),
  discardDraft: object({ documentId: text, ...locale }, ['documentId']),
};

const done = object({ done: text, documentId: text, count: { type: 'integer' } }, ['done']);
const failed = object({
  error: object({ status: { type: 'integer' }, name: text, message: text, details: {} }),
});
const result: JsonSchema = { oneOf: [done, failed] };
const integer: JsonSchema = { type: 'integer' };

function bulkOperation(
  members: Readonly<Record<string, JsonSchema>>,
): Pick<Operation, 'requestBody' | 'responses'> {
  const operation = object({ ...members, as: text, ...kinds }, Object.keys(members));
  const body = object(
    {
      atomic: { type: 'boolean', default: true },
      operations: { ...listOf(operation), minItems: 1, maxItems: 10_000 },
    },
    ['operations'],
  );
  const answer = object({ data: listOf(result), meta: object({ succeeded: integer, failed: integer }) });
  const lines = 'application/x-ndjson';
  return {
    requestBody: { required: true, content: { ...json(body), [lines]: { schema: operation } } },
    responses: writing(200, {
      description: 'What each operation did',
      content: { ...json(answer), [lines]: { schema: result } },
    }),
  };
}

/** Returns the path with many writes of one content-type. */
export function bulkPath(type: ContentType, prefix: string): Paths {
  const post: Operation = {
    operationId: `bulk${typeNameOf(type)}`,
    summary: `Change many ${type.pluralName}`,
    tags: [type.displayName],
    ...bulkOperation({}),
  };
  return { [`${prefix}/${type.pluralName}/bulk`]: { post } };
}

/** Returns the path with writes of several content-types. */
export function batchPath(prefix: string): Paths {
  const post: Operation = {
    operationId: 'batch',
    summary: 'Change documents of several content-types',
    tags: ['Bulk'],
    ...bulkOperation({ type: text }),
  };
  return { [`${prefix}/batch`]: { post } };
}
