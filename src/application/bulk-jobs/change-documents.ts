import { labelOf } from '../../domain/document/label-of.js';
import { textOf } from '../../domain/document/text-of.js';
import { denied, notFound } from '../../domain/failure.js';
import { decideRead, systemPrincipal, type Principal } from '../../domain/permission/permission.js';
import { editedLayer } from '../../domain/plan/change.js';
import { compare } from '../../domain/query/compare.js';
import type { Filter, Query } from '../../domain/query/query.js';
import { err, ok, type Result } from '../../domain/result.js';
import { contentTypeOf, type Schema } from '../../domain/schema/schema.js';
import type { Bulk, BulkOperation } from '../bulk/run-bulk.js';
import { readCopy } from '../documents/read-copy.js';
import { oneDocument } from '../documents/system-query.js';
import type { Documents } from '../documents/use-cases.js';
import type { Ids } from '../ports/ids.js';
import { catching, type CodeOfApp } from '../code-of-app.js';
import type { BulkJob, ChosenDocument, JobChange, JobRefusal } from './bulk-job.js';

export interface ChangeDependencies extends CodeOfApp {
  readonly schema: Schema;
  readonly documents: Documents;
  readonly bulk: Pick<Bulk, 'run'>;
  readonly ids: Ids;
}

type Asked = Pick<BulkJob, 'change' | 'match'>;

/** Makes the query that finds documents of a job, as far as the principal may. */
export function queryOf(
  schema: Schema,
  { change: { type }, match: { filters, ...match } }: Asked,
  more: readonly Filter[] = [],
): Query {
  const all = [...(filters === undefined ? [] : [filters]), ...more];
  return {
    type,
    action: 'find',
    range: { offset: 0, limit: null },
    count: false,
    layer: editedLayer(contentTypeOf(schema, type)),
    ...match,
    ...(all.length > 0 && { filters: { kind: 'and', filters: all } }),
  };
}

/** Returns the documents that follow `cursor`, at most `size`; none: there are no more. */
export function chooseNext(
  dependencies: ChangeDependencies,
  principal: Principal,
  job: Asked & Pick<BulkJob, 'documentIds' | 'cursor'>,
  size: number,
): Promise<Result<readonly ChosenDocument[]>> {
  const { documentIds, cursor } = job;
  if (documentIds === null)
    return found(
      dependencies,
      principal,
      job,
      cursor === '' ? [] : [compare('documentId', '$gt', cursor)],
      size,
    );
  const from = cursor === '' ? 0 : documentIds.indexOf(cursor) + 1;
  return chooseNamed(dependencies, principal, { ...job, documentIds: documentIds.slice(from, from + size) });
}

/** Returns all that are named; those that the principal does not find have no label. */
export async function chooseNamed(
  dependencies: ChangeDependencies,
  principal: Principal,
  { documentIds, ...job }: Asked & { readonly documentIds: readonly string[] },
): Promise<Result<readonly ChosenDocument[]>> {
  if (documentIds.length === 0) return ok([]);
  const named = [compare('documentId', '$in', documentIds)];
  const there = await found(dependencies, principal, job, named, documentIds.length);
  if (!there.ok) return there;
  const byId = new Map(there.value.map((one) => [one.documentId, one]));
  return ok(documentIds.map((documentId) => byId.get(documentId) ?? { documentId, label: null }));
}

async function found(
  { schema, documents, ...code }: ChangeDependencies,
  principal: Principal,
  asked: Asked,
  more: readonly Filter[],
  limit: number,
): Promise<Result<readonly ChosenDocument[]>> {
  const query = queryOf(schema, asked, more);
  const type = contentTypeOf(schema, query.type);
  const permission = decideRead(principal, type, query.layer);
  if (permission === null) return err(denied);
  const label = labelOf(type, permission.fields);
  const asking: Query = {
    ...query,
    fields: [...new Set(['documentId', label])],
    range: { offset: 0, limit },
    sort: [{ path: ['documentId'], direction: 'asc' }],
  };
  const read = await catching(code, type.uid, () => documents.find(principal, asking));
  if (!read.ok) return read;
  // In the locale `*` a document has a row for each of its locales.
  const byId = new Map<string, ChosenDocument>();
  for (const row of read.value.answer.documents()) {
    const documentId = textOf(row['documentId']);
    byId.set(documentId, { documentId, label: textOf(row[label]) || documentId });
  }
  return ok([...byId.values()]);
}

/** Says before a change which document each copy is going to be, so that the same change makes no second copy. */
export const withCopies = (
  { ids }: Pick<ChangeDependencies, 'ids'>,
  { kind }: JobChange,
  chosen: readonly ChosenDocument[],
): readonly ChosenDocument[] =>
  kind === 'duplicate' ? chosen.map((one) => ({ ...one, copy: ids.documentId() })) : chosen;

/** Changes those that were found, each by itself. Returns what became of each, in their order; null: it is changed. */
export async function changeEach(
  dependencies: ChangeDependencies,
  principal: Principal,
  change: JobChange,
  chosen: readonly ChosenDocument[],
): Promise<Result<readonly (JobRefusal | null)[]>> {
  const there = chosen.filter(({ label }) => label !== null);
  const operations: Result<BulkOperation>[] = [];
  for (const one of there) operations.push(await operationOn(dependencies, principal, change, one));
  const ready = operations.flatMap((operation) => (operation.ok ? [operation.value] : []));
  const run = ready.length === 0 ? ok([]) : await dependencies.bulk.run(principal, ready, false);
  if (!run.ok) return run;
  const left = [...run.value];
  const results = operations.map((operation) => (operation.ok ? (left.shift() ?? err(notFound)) : operation));
  const byId = new Map<string, Result<unknown>>();
  for (const [at, { documentId, copy }] of there.entries()) {
    const result = results[at] ?? err(notFound);
    byId.set(documentId, (await isThere(dependencies, change, copy, result)) ? ok(null) : result);
  }
  return ok(
    chosen.map(({ documentId, label }) => {
      const result = byId.get(documentId) ?? err(notFound);
      return result.ok ? null : { documentId, label: label ?? documentId, failure: result.failure };
    }),
  );
}

/** Whether a copy that could not be made is there already: a server that has stopped has made it. */
async function isThere(
  { documents, schema }: ChangeDependencies,
  { type }: JobChange,
  copy: string | undefined,
  result: Result<unknown>,
): Promise<boolean> {
  if (result.ok || copy === undefined || result.failure.code !== 'STORE.CONFLICT') return false;
  const layer = editedLayer(contentTypeOf(schema, type));
  const found = await documents.find(systemPrincipal, {
    ...oneDocument(type, copy, ['documentId']),
    action: 'find',
    layer,
    locale: '*',
  });
  return found.ok && found.value.answer.size > 0;
}

async function operationOn(
  dependencies: ChangeDependencies,
  principal: Principal,
  change: JobChange,
  { documentId, copy }: ChosenDocument,
): Promise<Result<BulkOperation>> {
  switch (change.kind) {
    case 'update':
      return ok({ kind: 'update', mutation: { ...change, documentId } });
    case 'delete':
      return ok({ kind: 'delete', mutation: { ...change, documentId } });
    case 'duplicate': {
      const copied = () => readCopy(dependencies, principal, { ...change, documentId });
      const data = await catching(dependencies, change.type, copied);
      if (!data.ok) return data;
      const chosen = copy === undefined ? {} : { documentId: copy, isChosen: true };
      const answer = { fields: ['documentId'] };
      const mutation = {
        ...change,
        ...chosen,
        kind: 'create',
        layer: 'draft',
        data: data.value,
        answer,
      } as const;
      return ok({ kind: 'create', mutation });
    }
    default:
      return ok({ kind: 'move', mutation: { ...change, documentId } });
  }
}
