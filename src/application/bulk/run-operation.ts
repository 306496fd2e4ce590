import { textOf } from '../../domain/document/text-of.js';
import { failure } from '../../domain/failure.js';
import type { Principal } from '../../domain/permission/permission.js';
import { editedLayer } from '../../domain/plan/change.js';
import { isNotUnique } from '../../domain/plan/write-plan.js';
import type { Delete, Mutation, Update } from '../../domain/query/mutation.js';
import type { Filter } from '../../domain/query/query.js';
import { err, ok, type Result } from '../../domain/result.js';
import { contentTypeOf, type Schema } from '../../domain/schema/schema.js';
import type { Documents } from '../documents/use-cases.js';
import { writeOne } from '../documents/write-in-turn.js';
import type { UnitsOfWork } from '../ports/units-of-work.js';
import type { CodeOfApp } from '../code-of-app.js';
import { doneBy, type BulkDone, type BulkOperation } from './bulk-operation.js';
import { withNamed, type NamedDocuments } from './named-documents.js';
import { keyOf, mutationsOf, type Upsert } from './upsert.js';

export interface BulkDependencies extends CodeOfApp {
  readonly schema: Schema;
  readonly documents: Documents;
  readonly units: UnitsOfWork;
}

/** The most documents that are written together. Others wait meanwhile for the documents that they write and link. */
export const mostTogether = 500;

/** The most documents that one operation changes by a filter; with `locale: "*"`, the most versions of them. */
export const mostMatching = 10_000;

/** Runs one operation with the rights of the principal. `named` has the documents that earlier ones have named. */
export async function runOperation(
  dependencies: BulkDependencies,
  principal: Principal,
  operation: BulkOperation,
  named: NamedDocuments,
): Promise<Result<BulkDone>> {
  const { schema } = dependencies;
  switch (operation.kind) {
    case 'create': {
      const mutation = withNamed(schema, operation.mutation, named);
      return mutation.ok ? write(dependencies, principal, mutation.value) : mutation;
    }
    case 'update': {
      const mutation = withNamed(schema, operation.mutation, named);
      if (!mutation.ok) return mutation;
      const { where } = operation;
      return where === undefined
        ? write(dependencies, principal, mutation.value)
        : each(dependencies, principal, mutation.value, where);
    }
    case 'upsert': {
      const mutation = withNamed(schema, operation.mutation, named);
      return mutation.ok
        ? upsert(dependencies, principal, { mutation: mutation.value, by: operation.by })
        : mutation;
    }
    case 'delete': {
      const { mutation, where } = operation;
      return where === undefined
        ? write(dependencies, principal, mutation)
        : each(dependencies, principal, mutation, where);
    }
    case 'move':
      return write(dependencies, principal, operation.mutation);
  }
}

async function write(
  { documents }: BulkDependencies,
  principal: Principal,
  mutation: Mutation,
): Promise<Result<BulkDone>> {
  const written = await writeOne(documents, principal, mutation);
  return written.ok ? ok({ done: doneBy[mutation.kind], documentId: written.value }) : written;
}

/** Changes each document that the principal finds, all or none. */
async function each(
  { schema, documents, units }: BulkDependencies,
  principal: Principal,
  mutation: Update | Delete,
  where: Filter,
): Promise<Result<BulkDone>> {
  const { type, locale } = mutation;
  const found = await documents.find(principal, {
    type,
    action: 'find',
    filters: where,
    fields: ['documentId'],
    range: { offset: 0, limit: mostMatching },
    count: true,
    layer: editedLayer(contentTypeOf(schema, type)),
    ...(locale !== undefined && { locale }),
  });
  if (!found.ok) return found;
  const { answer } = found.value;
  if ((answer.total ?? 0) > mostMatching)
    return err(
      failure('INPUT.INVALID', `The filters match more than ${mostMatching} documents`, { key: 'filters' }),
    );
  const ids = [...new Set(answer.documents().map(({ documentId }) => textOf(documentId)))];
  const steps = ids.map((documentId) => ({ mutation: { ...mutation, documentId } }));
  return units.run(async () => {
    const locked = await documents.lock(principal, async () => steps.map((step) => step.mutation));
    if (!locked.ok) return locked;
    for (let from = 0; from < ids.length; from += mostTogether) {
      const results = await documents.writeAll(principal, steps.slice(from, from + mostTogether));
      const refused = results.find((result) => !result.ok);
      if (refused?.ok === false) return refused;
    }
    return ok({ done: doneBy[mutation.kind], count: ids.length });
  });
}

async function upsert(
  dependencies: BulkDependencies,
  principal: Principal,
  asked: Upsert,
): Promise<Result<BulkDone>> {
  const key = keyOf(dependencies.schema, principal, asked);
  if (!key.ok) return key;
  for (let isAgain = false; ; isAgain = true) {
    const mutations = await mutationsOf(dependencies, [asked]);
    if (!mutations.ok) return mutations;
    const [mutation = asked.mutation] = mutations.value;
    const written = await write(dependencies, principal, mutation);
    // Another writer may have made it after it was looked for.
    const isMade = !written.ok && mutation.kind === 'create' && isNotUnique(written.failure);
    if (!isMade || isAgain) return written;
  }
}
