import { publicationFilters } from '../../../domain/query/query.js';
import type { ContentType } from '../../../domain/schema/schema.js';
import { typeNameOf } from '../codec/type-name.js';
import { jobStates } from '../../../application/bulk-jobs/bulk-job.js';
import { jobActions } from '../codec/decode-bulk-job.js';
import { reading, writing } from './answers.js';
import {
  json,
  listOf,
  nullable,
  object,
  text,
  type JsonSchema,
  type Operation,
  type Paths,
} from './openapi.js';
import { pathParameter } from './shared-parts.js';

/** The paths of many writes in one request, and of those that go on after it (docs/bulk.md). */

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

const many = {
  filters: { type: 'object' },
  publicationFilter: { type: 'string', enum: publicationFilters },
  documentIds: listOf(text),
} as const;
const jobKinds = Object.fromEntries(
  jobActions.map((action) => [
    action,
    action === 'update'
      ? object({ ...many, data, ...version }, ['data'])
      : object({ ...many, ...locale }, []),
  ]),
);

const done = object({ done: text, documentId: text, count: { type: 'integer' } }, ['done']);
const failed = object({
  error: object({ status: { type: 'integer' }, name: text, message: text, details: {} }),
});
const result: JsonSchema = { oneOf: [done, failed] };
const integer: JsonSchema = { type: 'integer' };
const time: JsonSchema = { type: 'string', format: 'date-time' };
const error = object({ status: integer, name: text, message: text, details: {} });

const job = object({
  documentId: text,
  type: text,
  action: { type: 'string', enum: jobActions },
  locale: nullable(text),
  state: { type: 'string', enum: jobStates },
  total: integer,
  done: integer,
  refused: integer,
  refusals: listOf(object({ documentId: text, label: text, error })),
  problem: nullable(error),
  startedBy: object({ kind: text, name: text }),
  createdAt: time,
  endedAt: nullable(time),
});
const oneJob = { description: 'A job', content: json(object({ data: job })) };

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
  const asked: JsonSchema = {
    oneOf: [body, object({ job: object({ ...members, ...jobKinds }, Object.keys(members)) })],
  };
  const answer = object({ data: listOf(result), meta: object({ succeeded: integer, failed: integer }) });
  const lines = 'application/x-ndjson';
  return {
    requestBody: { required: true, content: { ...json(asked), [lines]: { schema: operation } } },
    responses: {
      ...writing(200, {
        description: 'What each operation did',
        content: { ...json(answer), [lines]: { schema: result } },
      }),
      202: { ...oneJob, description: 'The job that servers do; `Location` is where to watch it' },
    },
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

const id = pathParameter('id');

/** Returns the paths of what goes on after its request. */
export function jobPaths(root: string): Paths {
  const of = (operationId: string, summary: string) => ({ operationId, summary, tags: ['Bulk'] });
  const listed = [
    { name: 'type', in: 'query', schema: text } as const,
    { name: 'state', in: 'query', schema: { type: 'string', enum: jobStates } } as const,
    { name: 'limit', in: 'query', schema: { ...integer, minimum: 1, maximum: 100, default: 25 } } as const,
  ];
  return {
    [root]: {
      get: {
        ...of('listBulkJobs', 'List bulk jobs, the latest first'),
        parameters: listed,
        responses: reading({ description: 'Jobs', content: json(object({ data: listOf(job) })) }),
      },
    },
    [`${root}/{id}`]: {
      get: { ...of('getBulkJob', 'Read a bulk job'), parameters: [id], responses: reading(oneJob) },
    },
    [`${root}/{id}/actions/cancel`]: {
      post: {
        ...of('cancelBulkJob', 'Cancel a bulk job'),
        parameters: [id],
        responses: writing(200, oneJob),
      },
    },
  };
}
