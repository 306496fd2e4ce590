import { revisionOf } from '../../domain/document/revision.js';
import { textOf } from '../../domain/document/text-of.js';
import { editedLayer } from '../../domain/plan/change.js';
import {
  decide,
  decideRead,
  filterFor,
  systemPrincipal,
  type Principal,
} from '../../domain/permission/permission.js';
import { mayRead } from '../../domain/plan/planning-scope.js';
import type { Expected, Mutation } from '../../domain/query/mutation.js';
import { err, type Result } from '../../domain/result.js';
import { contentTypeOf } from '../../domain/schema/schema.js';
import { localesOf } from './address.js';
import { changedSince } from '../change-log/changed-since.js';
import { systemQuery } from './system-query.js';
import type { Documents, DocumentsDependencies } from './use-cases.js';

/**
 * Adds to `DOCUMENT.CHANGED` what the version is now: `version` (its revision) and `updatedAt`, null if there is none that the
 * writer may write; `updatedBy` for whoever may read it; and `changed`, the attributes that were written since the writer's own
 * revision, of those that they may read, where the change log tells them.
 */
export function explainingChanged(
  documents: Omit<Documents, 'writeAll' | 'lock' | 'checkLinks'>,
  dependencies: DocumentsDependencies,
): Omit<Documents, 'writeAll' | 'lock' | 'checkLinks'> {
  const { schema } = dependencies;
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
      const found = await read(writing(principal, mutation), 'updatedAt');
      if (!found.ok) return found;
      const [version] = found.value.answer.documents();
      const updatedAt = version === undefined ? null : textOf(version['updatedAt']);
      const byWhom = await read(principal, 'updatedBy');
      const [shown] = byWhom.ok ? byWhom.value.answer.documents() : [];
      const visible = await read(principal, 'updatedAt');
      const isSeen = visible.ok && visible.value.answer.size > 0;
      const details = {
        version: updatedAt === null ? null : revisionOf(updatedAt),
        updatedAt,
        ...(shown !== undefined && { updatedBy: shown['updatedBy'] ?? null }),
        ...(isSeen && (await changesSeenBy(principal, mutation))),
      };
      return err({ ...written.failure, details });
    };
  const changesSeenBy = async (
    principal: Principal,
    { type: uid, documentId, locale = localesOf(dependencies).default, ...rest }: Mutation,
  ): Promise<{ readonly changed?: readonly string[] }> => {
    const { changes } = dependencies;
    const since = 'expected' in rest ? latestOf(rest.expected) : undefined;
    if (changes === undefined || documentId === undefined || since === undefined) return {};
    const type = contentTypeOf(schema, uid);
    const layer = editedLayer(type);
    const permission = decideRead(principal, type, layer);
    if (permission === null) return {};
    const written = { type, documentId, locale: type.localized ? locale : '', layer };
    const names = await changedSince(changes, written, since);
    const reader = { schema, principal, shaped: type, layer, fields: permission.fields };
    const seen = (name: string): boolean => {
      const attribute = type.attributes.get(name);
      return attribute !== undefined && mayRead(reader, attribute);
    };
    return names === null ? {} : { changed: [...names].filter(seen) };
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

/** A principal who sees exactly what the writer may write, so that nothing is explained of documents that are hidden. */
function writing(principal: Principal, { kind, type }: Mutation): Principal {
  const permission = decide(principal, kind, type);
  const filter = permission === null ? null : filterFor(principal, permission);
  const covered = { fields: null, filter };
  const grants =
    permission === null ? [] : (['find', 'findDrafts'] as const).map((action) => [action, covered] as const);
  return { ...systemPrincipal, grants: { kind: 'listed', listed: new Map([[type, new Map(grants)]]) } };
}

/** The latest `updatedAt` that a writer has read; undefined if they named none. */
const latestOf = (expected: Expected | undefined): string | undefined =>
  typeof expected === 'object' ? [...expected].sort().at(-1) : undefined;
