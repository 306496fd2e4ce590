import { deniedWithout, failure, notFound } from '../../domain/failure.js';
import { reason } from '../../domain/reason/reason.js';
import { isSystem } from '../../domain/schema/schema.js';
import { decide, decideRead, type Permission, type Principal } from '../../domain/permission/permission.js';
import { layersOf } from '../../domain/plan/change.js';
import type { Layer } from '../../domain/query/query.js';
import { err, ok, type Result } from '../../domain/result.js';
import { type ContentType, type Schema } from '../../domain/schema/schema.js';
import { addressedDocument } from '../documents/address.js';
import { oneDocument } from '../documents/system-query.js';
import { systemPrincipal } from '../../domain/permission/permission.js';
import type { Documents, DocumentsDependencies } from '../documents/use-cases.js';
import type { AskedHistory } from './history-service.js';

/** What a principal may see of the history of one document. */
export interface ReadableHistory {
  readonly type: ContentType;
  readonly documentId: string;
  /** Whether the document exists in any locale. */
  readonly exists: boolean;
  readonly layers: ReadonlySet<Layer>;
  /** Whether entries of the layer show the attribute. */
  shows(layer: Layer, name: string): boolean;
}

export interface ReadingDependencies {
  readonly schema: Schema;
  /** As clients read them. */
  readonly documents: Documents;
  /** To find the document of a single type. */
  readonly addressing: DocumentsDependencies;
}

/** Fails with `DOCUMENT.NOT_FOUND` for an unknown content-type. */
export function typeNamed({ contentTypes }: Schema, uid: string): Result<ContentType> {
  const type = contentTypes.get(uid);
  return type === undefined ? err(failure('DOCUMENT.NOT_FOUND', reason('type.none', { uid }))) : ok(type);
}

/** Fails with `POLICY.DENIED`, or with `DOCUMENT.NOT_FOUND` if the principal may not read the document. */
export async function readableHistory(
  { schema, documents, addressing }: ReadingDependencies,
  principal: Principal,
  asked: AskedHistory,
): Promise<Result<ReadableHistory>> {
  const named = typeNamed(schema, asked.type);
  if (!named.ok) return named;
  const type = named.value;
  if (decide(principal, 'history', type.uid) === null)
    return err(deniedWithout({ action: 'history', type: type.uid }));
  const address = await addressedDocument(addressing, type, asked.documentId);
  if (!address.ok) return address;
  const documentId = address.value;
  const exists = await isThere(documents, systemPrincipal, type, documentId, editedOf(type));
  if (!exists.ok) return exists;
  const permissions = new Map<Layer, Permission>();
  for (const layer of layersOf(type)) {
    const permission = decideRead(principal, type, layer, 'findOne');
    if (permission === null) continue;
    // Whether a document that is gone would match a filter cannot be said.
    const readable = exists.value
      ? await isThere(documents, principal, type, documentId, layer)
      : ok(permission.filter === null);
    if (!readable.ok) return readable;
    if (readable.value) permissions.set(layer, permission);
  }
  if (permissions.size === 0) return err(notFound);
  const draft = permissions.get('draft');
  return ok({
    type,
    documentId,
    exists: exists.value,
    // Who may read drafts may read what was published.
    layers: new Set<Layer>(draft === undefined ? ['published'] : ['draft', 'published']),
    shows(layer, name) {
      const attribute = type.attributes.get(name);
      const permission = permissions.get(layer) ?? draft ?? permissions.get('published');
      const isOpen = attribute === undefined || (!attribute.private && !isSystem(attribute));
      return isOpen && (permission?.fields?.has(name) ?? true);
    },
  });
}

const editedOf = (type: ContentType): Layer => (type.draftAndPublish ? 'draft' : 'published');

async function isThere(
  documents: Documents,
  principal: Principal,
  { uid }: ContentType,
  documentId: string,
  layer: Layer,
): Promise<Result<boolean>> {
  const found = await documents.find(principal, {
    ...oneDocument(uid, documentId, ['documentId']),
    layer,
    locale: '*',
  });
  return found.ok ? ok(found.value.answer.size > 0) : found;
}
