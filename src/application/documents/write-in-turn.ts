import { textOf } from '../../domain/document/text-of.js';
import type { Principal } from '../../domain/permission/permission.js';
import type { Mutation } from '../../domain/query/mutation.js';
import { ok, type Result } from '../../domain/result.js';
import type { Answer, Documents, WriteStep } from './use-cases.js';

/** The use cases that write one document. */
export type SingleWrites = Pick<
  Documents,
  'create' | 'update' | 'delete' | 'publish' | 'unpublish' | 'discardDraft'
>;

/** Writes one by one. */
export const writeInTurn =
  (documents: SingleWrites): Documents['writeAll'] =>
  async (principal, steps) => {
    const results: Result<string>[] = [];
    const documentIds: string[] = [];
    for (const step of steps) {
      const written = await writeOne(documents, principal, resolved(step, documentIds));
      results.push(written);
      if (!written.ok) break;
      documentIds.push(written.value);
    }
    return results;
  };

export const resolved = ({ mutation, resolve }: WriteStep, documentIds: readonly string[]): Mutation =>
  resolve === undefined ? mutation : resolve(documentIds);

/** Returns the documentId of what was written. */
export async function writeOne(
  documents: SingleWrites,
  principal: Principal,
  mutation: Mutation,
): Promise<Result<string>> {
  switch (mutation.kind) {
    case 'create':
      return named(await documents.create(principal, mutation));
    case 'update':
      return named(await documents.update(principal, mutation));
    case 'delete': {
      const removed = await documents.delete(principal, mutation);
      return removed.ok ? ok(mutation.documentId ?? '') : removed;
    }
    case 'publish':
      return named(await documents.publish(principal, { ...mutation, kind: 'publish' }));
    case 'unpublish':
      return named(await documents.unpublish(principal, { ...mutation, kind: 'unpublish' }));
    case 'discardDraft':
      return named(await documents.discardDraft(principal, { ...mutation, kind: 'discardDraft' }));
  }
}

const named = (answered: Result<Answer>): Result<string> =>
  answered.ok ? ok(textOf(answered.value.answer.documents()[0]?.['documentId'])) : answered;
