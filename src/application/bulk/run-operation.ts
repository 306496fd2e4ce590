import { textOf } from '../../domain/document/text-of.js';
import { failure } from '../../domain/failure.js';
import { decide, writableFields, type Principal } from '../../domain/permission/permission.js';
import { editedLayer } from '../../domain/plan/change.js';
import { compare } from '../../domain/query/compare.js';
import type { Create, Delete, Transition, Update } from '../../domain/query/mutation.js';
import type { Filter } from '../../domain/query/query.js';
import { err, ok, type Result } from '../../domain/result.js';
import { contentTypeOf, isUnique, type ContentType, type Schema } from '../../domain/schema/schema.js';
import { findAsSystem } from '../documents/system-query.js';
import type { Answer, Documents } from '../documents/use-cases.js';
import type { UnitsOfWork } from '../ports/units-of-work.js';
import type { BulkDone, BulkOperation } from './bulk-operation.js';
import { withNamed, type NamedDocuments } from './named-documents.js';

export interface BulkDependencies {
  readonly schema: Schema;
  readonly documents: Documents;
  readonly units: UnitsOfWork;
}

/** The most documents that one operation changes by a filter. */
export const mostMatching = 10_000;

/** Runs one operation with the rights of the principal. `named` has the documents that earlier ones have named. */
export async function runOperation(
  dependencies: BulkDependencies,
  principal: Principal,
  operation: BulkOperation,
  named: NamedDocuments,
): Promise<Result<BulkDone>> {
  const { schema, documents } = dependencies;
  switch (operation.kind) {
    case 'create': {
      const mutation = withNamed(schema, operation.mutation, named);
      return mutation.ok ? done('created', await documents.create(principal, mutation.value)) : mutation;
    }
    case 'update': {
      const mutation = withNamed(schema, operation.mutation, named);
      if (!mutation.ok) return mutation;
      const { where } = operation;
      if (where === undefined) return done('updated', await documents.update(principal, mutation.value));
      return each(dependencies, principal, mutation.value, where, 'updated', (documentId) =>
        documents.update(principal, { ...mutation.value, documentId }),
      );
    }
    case 'upsert': {
      const mutation = withNamed(schema, operation.mutation, named);
      return mutation.ok ? upsert(dependencies, principal, mutation.value, operation.by) : mutation;
    }
    case 'delete': {
      const { mutation, where } = operation;
      if (where !== undefined)
        return each(dependencies, principal, mutation, where, 'deleted', (documentId) =>
          documents.delete(principal, { ...mutation, documentId }),
        );
      const removed = await documents.delete(principal, mutation);
      return removed.ok ? ok({ done: 'deleted', documentId: mutation.documentId ?? '' }) : removed;
    }
    case 'move':
      return move(documents, principal, operation.mutation);
  }
}

async function move(
  documents: Documents,
  principal: Principal,
  mutation: Transition,
): Promise<Result<BulkDone>> {
  const { kind } = mutation;
  switch (kind) {
    case 'publish':
      return done('published', await documents.publish(principal, { ...mutation, kind }));
    case 'unpublish':
      return done('unpublished', await documents.unpublish(principal, { ...mutation, kind }));
    case 'discardDraft':
      return done('discarded', await documents.discardDraft(principal, { ...mutation, kind }));
  }
}

function done(what: BulkDone['done'], answered: Result<Answer>): Result<BulkDone> {
  if (!answered.ok) return answered;
  const documentId = textOf(answered.value.answer.documents()[0]?.['documentId']);
  return ok({ done: what, documentId });
}

/** Changes each document that the principal finds, all or none. */
async function each(
  { schema, documents, units }: BulkDependencies,
  principal: Principal,
  { type, locale }: Update | Delete,
  where: Filter,
  what: BulkDone['done'],
  change: (documentId: string) => Promise<Result<unknown>>,
): Promise<Result<BulkDone>> {
  const found = await documents.find(principal, {
    type,
    action: 'find',
    filters: where,
    fields: ['documentId'],
    range: { offset: 0, limit: mostMatching + 1 },
    count: false,
    layer: editedLayer(contentTypeOf(schema, type)),
    ...(locale !== undefined && { locale }),
  });
  if (!found.ok) return found;
  const ids = [...new Set(found.value.answer.documents().map(({ documentId }) => textOf(documentId)))];
  if (ids.length > mostMatching)
    return err(
      failure('INPUT.INVALID', `The filters match more than ${mostMatching} documents`, { key: 'filters' }),
    );
  return units.run(async () => {
    for (const documentId of ids) {
      const changed = await change(documentId);
      if (!changed.ok) return changed;
    }
    return ok({ done: what, count: ids.length });
  });
}

/** Whether the principal may set the attribute; one that they may not is refused like one that does not exist. */
function mayWrite(principal: Principal, type: ContentType, name: string): boolean {
  const permission = decide(principal, 'create', type.uid);
  if (permission === null) return false;
  const names = writableFields(principal, permission, type);
  return names === null || names.has(name);
}

/**
 * Updates the document that has the values of unique attributes, or creates it. Whether there is one is found with the server's
 * rights, as a unique conflict would tell it too; what happens then needs the principal's own.
 */
async function upsert(
  dependencies: BulkDependencies,
  principal: Principal,
  mutation: Create,
  by: readonly string[],
): Promise<Result<BulkDone>> {
  const { schema, documents } = dependencies;
  const { type, locale, layer, answer, data } = mutation;
  const content = contentTypeOf(schema, type);
  const filters: Filter[] = [];
  for (const name of by) {
    const attribute = content.attributes.get(name);
    if (!isUnique(attribute) || !mayWrite(principal, content, name))
      return err(failure('INPUT.INVALID', `${name} is no unique attribute of ${type}`, { key: 'by' }));
    const value = (data as { readonly [name: string]: unknown })[name];
    if (value === undefined || value === null)
      return err(failure('INPUT.INVALID', `The data must have ${name}, by which it is found`, { key: name }));
    filters.push(compare(name, '$eq', value));
  }
  const found = await findAsSystem(documents, type, {
    filters: { kind: 'and', filters },
    fields: ['documentId'],
    layer: editedLayer(content),
    limit: 1,
    ...(locale !== undefined && { locale }),
  });
  if (!found.ok) return found;
  const documentId = found.value[0]?.['documentId'];
  if (typeof documentId !== 'string') return done('created', await documents.create(principal, mutation));
  const at = locale === undefined ? {} : { locale };
  const update: Update = { kind: 'update', type, documentId, layer, data, answer, ...at };
  return done('updated', await documents.update(principal, update));
}
