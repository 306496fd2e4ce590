import type { Document } from '../../../application/ports/document-store.js';
import { isPlainObject } from '../../../domain/document/plain-object.js';
import { textOf } from '../../../domain/document/text-of.js';
import { ok, type Result } from '../../../domain/result.js';
import { fileType } from '../../../domain/schema/built-in-uids.js';
import { contentTypeOf } from '../../../domain/schema/schema.js';
import type { AdminDependencies, Call } from './call.js';
import type { MediaFile } from './contract/media.js';
import { labelled } from './documents/labels.js';

/** Presents files with what the administrator may do with them. */
export async function presentAll(
  { media, schema }: AdminDependencies,
  principal: Call['principal'],
  documents: readonly Document[],
): Promise<Result<readonly MediaFile[]>> {
  const ids = documents.map(({ documentId }) => textOf(documentId));
  const folders = await media.foldersOf(principal, ids);
  if (!folders.ok) return folders;
  const changeable = await media.changeable(principal, ids);
  if (!changeable.ok) return changeable;
  return ok(
    documents.map((file, at) => ({
      ...present(schema, file),
      folder: folders.value.get(ids[at] ?? '') ?? null,
      mayUpdate: changeable.value.has(ids[at] ?? ''),
    })),
  );
}

function present(
  schema: AdminDependencies['schema'],
  document: Document,
): Omit<MediaFile, 'folder' | 'mayUpdate'> {
  const { label, documentId, file } = labelled(contentTypeOf(schema, fileType), document);
  const text = (name: string): string => (typeof document[name] === 'string' ? document[name] : '');
  return {
    id: Number(document['id']),
    documentId,
    name: label,
    alternativeText: file?.alternativeText ?? null,
    caption: text('caption') || null,
    focalPoint: file?.focalPoint ?? null,
    url: text('url'),
    thumbnailUrl: file?.thumbnailUrl ?? null,
    mime: text('mime'),
    size: Number(document['size'] ?? 0),
    width: file?.width ?? null,
    height: file?.height ?? null,
    formats: formatsOf(document['formats']),
    createdAt: text('createdAt'),
    updatedAt: text('updatedAt'),
  };
}

function formatsOf(formats: unknown): MediaFile['formats'] {
  if (!isPlainObject(formats)) return [];
  return Object.entries(formats)
    .flatMap(([name, format]) => {
      const { url, width, height, size } = isPlainObject(format) ? format : {};
      const isWhole = typeof url === 'string' && typeof width === 'number' && typeof height === 'number';
      return isWhole ? [{ name, url, width, height, size: Number(size ?? 0) }] : [];
    })
    .sort((one, other) => one.width - other.width);
}
