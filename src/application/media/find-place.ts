import { textOf } from '../../domain/document/text-of.js';
import { denied, failure, type Failure } from '../../domain/failure.js';
import { reason } from '../../domain/reason/reason.js';
import { kindOf } from '../../domain/media/file-kind.js';
import { decide, seesPrivate, type Principal } from '../../domain/permission/permission.js';
import type { Layer } from '../../domain/query/query.js';
import { err, ok, type Result } from '../../domain/result.js';
import type { ContentType, Relation } from '../../domain/schema/schema.js';

import { findDocument } from './find-file.js';
import type { FileId, LinkRequest, MediaDependencies } from './use-cases.js';

export interface LinkPlace {
  /** The principal who links the files. */
  readonly principal: Principal;
  readonly type: ContentType;
  readonly documentId?: string;
  /** The documentId or numeric id in the request. */
  readonly refId?: FileId | undefined;
  readonly relation: Relation;
  readonly layer: Layer;
  readonly locale?: string;
}

/** Finds the document in a link request, and checks that these files may be linked there. */
export async function findPlace(
  dependencies: MediaDependencies,
  principal: Principal,
  request: LinkRequest,
  files: readonly { readonly name: string; readonly mime: string }[],
): Promise<Result<LinkPlace>> {
  const { layer, locale } = request;
  const type = dependencies.schema.contentTypes.get(request.ref);
  if (type === undefined)
    return err(invalid('ref', `there is no content-type ${JSON.stringify(request.ref)}`));
  if (!decide(principal, 'update', type.uid)) return err(denied);
  const relation = type.attributes.get(request.field);
  const isOpen = relation?.kind === 'relation' && (!relation.private || seesPrivate(principal));
  if (!isOpen || relation.media === undefined)
    return err(invalid('field', `${JSON.stringify(request.field)} is no media attribute of ${type.uid}`));
  const unfit = files.find(({ mime }) => relation.media?.allowedTypes.includes(kindOf(mime)) === false);
  if (unfit !== undefined) return err(wrongKind(unfit, relation));
  const { refId } = request;
  const place = { principal, type, refId, relation, layer, ...(locale !== undefined && { locale }) };
  return address(dependencies, place);
}

const invalid = (key: string, why: string): Failure =>
  failure('INPUT.INVALID', `Invalid ${key}: ${why}`, { key, source: 'body' });

const wrongKind = (
  { name, mime }: { name: string; mime: string },
  { name: field, media }: Relation,
): Failure =>
  failure(
    'MEDIA.REFUSED',
    reason('file.wrongKind', { name, mime, field, kinds: media?.allowedTypes ?? [] }),
    {
      key: field,
    },
  );

/** A numeric id stands for one version, whose locale is used unless the request names one. */
async function address({ documents }: MediaDependencies, place: LinkPlace): Promise<Result<LinkPlace>> {
  const { type, refId } = place;
  if (refId === undefined && type.kind === 'singleType') return ok(place);
  if (refId === undefined) return err(invalid('refId', 'it is missing'));
  if (typeof refId === 'string') return ok({ ...place, documentId: refId });
  for (const layer of ['published', 'draft'] as const) {
    const found = await findDocument(documents, type.uid, 'id', refId, { layer });
    if (!found.ok) return found;
    if (found.value === null) continue;
    const { documentId, locale } = found.value;
    const own = typeof locale === 'string' && locale !== '' ? { locale } : {};
    return ok({ ...own, ...place, documentId: textOf(documentId) });
  }
  return err(noDocument(place));
}

/** For a numeric id the message is the same whether or not the document exists. */
export const noDocument = ({ refId, type }: LinkPlace): Failure =>
  invalid('refId', `there is no document ${JSON.stringify(refId)} of ${type.uid}`);
