import { denied, deniedWithout, failure } from '../../domain/failure.js';
import { reason } from '../../domain/reason/reason.js';
import { authorOf, decide, type Principal } from '../../domain/permission/permission.js';
import type { Discarding, Publishing, Removal, Unpublishing } from '../../domain/plan/change.js';
import type { Delete, Transition } from '../../domain/query/mutation.js';
import { err, ok, type Result } from '../../domain/result.js';
import { contentTypeOf } from '../../domain/schema/schema.js';
import { addressedDocument, typeNamed, writtenLocale } from './address.js';
import type { DocumentsDependencies } from './use-cases.js';

/** Decides whether the principal may remove such documents at all, and which versions are removed. */
export async function addressRemoval(
  dependencies: DocumentsDependencies,
  principal: Principal,
  mutation: Delete,
): Promise<Result<Removal>> {
  const type = contentTypeOf(dependencies.schema, mutation.type);
  if (!decide(principal, 'delete', type.uid)) return err(deniedWithout({ action: 'delete', type: type.uid }));
  if (mutation.layer !== undefined && principal.kind !== 'system') return err(denied);
  const locale =
    mutation.locale === '*' ? ok(null) : await writtenLocale(dependencies, type, mutation.locale);
  if (!locale.ok) return locale;
  const documentId = await addressedDocument(dependencies, principal, type, mutation.documentId);
  if (!documentId.ok) return documentId;
  const layer = mutation.layer !== undefined && type.draftAndPublish ? { layer: mutation.layer } : {};
  return ok({
    kind: 'delete',
    type,
    documentId: documentId.value,
    locale: locale.value,
    ...(mutation.expected !== undefined && { expected: mutation.expected }),
    ...layer,
  });
}

/** The same for a document that moves between its layers. */
export async function addressMove(
  dependencies: DocumentsDependencies,
  principal: Principal,
  mutation: Transition,
): Promise<Result<Publishing | Unpublishing | Discarding>> {
  const { kind, type: uid, expected } = mutation;
  const named = typeNamed(dependencies.schema, uid);
  if (!named.ok) return named;
  const type = named.value;
  if (!decide(principal, kind, uid)) return err(deniedWithout({ action: kind, type: uid }));
  if (!type.draftAndPublish)
    return err(failure('INPUT.MISMATCH', reason('document.noDrafts', { name: type.displayName })));
  const locale = await writtenLocale(dependencies, type, mutation.locale);
  if (!locale.ok) return locale;
  const documentId = await addressedDocument(dependencies, principal, type, mutation.documentId);
  if (!documentId.ok) return documentId;
  const address = { type, documentId: documentId.value, locale: locale.value };
  const at = { now: dependencies.clock.now(), author: authorOf(principal) };
  return ok({ ...address, kind, ...at, ...(expected && { expected }) });
}
