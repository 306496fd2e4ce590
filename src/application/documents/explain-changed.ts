import { revisionOf } from '../../domain/document/revision.js';
import { textOf } from '../../domain/document/text-of.js';
import { editedLayer } from '../../domain/plan/change.js';
import { systemPrincipal, type Principal } from '../../domain/permission/permission.js';
import type { Mutation } from '../../domain/query/mutation.js';
import { err, type Result } from '../../domain/result.js';
import { contentTypeOf } from '../../domain/schema/schema.js';
import { systemQuery } from './system-query.js';
import type { Documents, DocumentsDependencies } from './use-cases.js';

/**
 * Adds to `DOCUMENT.CHANGED` what the version is now: `version` (its revision) and `updatedAt`, null if there is none, and
 * `updatedBy` for whoever may read it.
 */
export function explainingChanged(documents: Documents, { schema }: DocumentsDependencies): Documents {
  const explained =
    <M extends Mutation, A>(write: (principal: Principal, mutation: M) => Promise<Result<A>>) =>
    async (principal: Principal, mutation: M): Promise<Result<A>> => {
      const written = await write(principal, mutation);
      if (written.ok || written.failure.code !== 'DOCUMENT.CHANGED') return written;
      const { type, locale, documentId } = mutation;
      const read = (who: Principal, field: string) =>
        documents.find(
          who,
          systemQuery(type, {
            limit: 1,
            fields: [field],
            layer: editedLayer(contentTypeOf(schema, type)),
            ...(documentId !== undefined && { documentId }),
            ...(locale !== undefined && { locale }),
          }),
        );
      const found = await read(systemPrincipal, 'updatedAt');
      if (!found.ok) return found;
      const [version] = found.value.answer.documents();
      const updatedAt = version === undefined ? null : textOf(version['updatedAt']);
      const byWhom = await read(principal, 'updatedBy');
      const [shown] = byWhom.ok ? byWhom.value.answer.documents() : [];
      const details = {
        version: updatedAt === null ? null : revisionOf(updatedAt),
        updatedAt,
        ...(shown !== undefined && { updatedBy: shown['updatedBy'] ?? null }),
      };
      return err({ ...written.failure, details });
    };
  return {
    ...documents,
    update: explained(documents.update),
    publish: explained(documents.publish),
    unpublish: explained(documents.unpublish),
    discardDraft: explained(documents.discardDraft),
    delete: explained(documents.delete),
  };
}
