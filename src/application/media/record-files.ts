import { textOf } from '../../domain/document/text-of.js';
import { fileType } from '../../domain/schema/built-in-uids.js';
import { systemPrincipal, authorOf, type Principal } from '../../domain/permission/permission.js';
import type { Failure } from '../../domain/failure.js';
import { err, ok, type Result } from '../../domain/result.js';
import type { PlacedFile } from '../ports/file-store.js';
import type { Document } from '../ports/document-store.js';
import { discardFiles } from './discard-files.js';
import { type LinkPlace, noDocument } from './find-place.js';
import { mayBeKept, whileItHas } from './take-out.js';
import type { MediaDependencies } from './use-cases.js';
import type { Info } from './read-info.js';
import type { ReceivedFile } from './receive-file.js';
import { compare } from '../../domain/query/compare.js';
import type { Answer } from '../documents/documents.js';

/**
 * Creates the records of files that `principal` uploads, and links them. If one fails, all records and files are
 * removed.
 */
export async function recordFiles(
  dependencies: MediaDependencies,
  principal: Principal,
  files: readonly ReceivedFile[],
  infos: readonly Info[],
  place: LinkPlace | undefined,
): Promise<Result<readonly Document[]>> {
  const recorded: Document[] = [];
  for (const [index, file] of files.entries()) {
    const info = { ...infos[index], uploader: authorOf(principal) };
    const created = await createRecord(dependencies, file, info);
    if (!created.ok) return undo(dependencies, files, recorded, created.failure);
    recorded.push(created.value);
  }
  const linked =
    place === undefined ? ok(undefined) : await linkFiles(dependencies, place, recorded.map(idOf));
  if (!linked.ok) return undo(dependencies, files, recorded, linked.failure);
  for (const { key } of files) await dependencies.files.release(key);
  return ok(recorded);
}

const idOf = ({ documentId }: Document): string => textOf(documentId);

async function createRecord(
  { documents, files }: MediaDependencies,
  file: ReceivedFile,
  info: Info,
): Promise<Result<Document>> {
  const created = await documents.create(systemPrincipal, {
    kind: 'create',
    type: fileType,
    layer: 'published',
    data: { name: file.name, ...info, ...keptOf(file, files) },
    answer: {},
  });
  if (!created.ok) return created;
  const [document] = created.value.answer.documents();
  if (document === undefined) throw new Error('a new file has no record');
  return ok(document);
}

/** Returns the attributes of a record that only the server writes. */
export function keptOf(
  { hash, ext, mime, placed, bytes, size, formats }: ReceivedFile,
  { provider }: MediaDependencies['files'],
): Info {
  const smaller = formats.map((format) => [
    format.name,
    {
      name: `${format.name}_${hash}${ext}`,
      hash: `${format.name}_${hash}`,
      ext,
      mime,
      path: null,
      width: format.width,
      height: format.height,
      size: sizeInKilobytes(format.bytes),
      sizeInBytes: format.bytes,
      ...keptPlace(format.placed),
    },
  ]);
  return {
    width: size?.width ?? null,
    height: size?.height ?? null,
    formats: smaller.length === 0 ? null : (Object.fromEntries(smaller) as unknown),
    hash,
    ext,
    mime,
    size: sizeInKilobytes(bytes),
    previewUrl: null,
    provider_metadata: null,
    ...keptPlace(placed),
    provider,
  };
}

const keptPlace = ({ url, previewUrl, metadata }: PlacedFile): Info => ({
  url,
  ...(previewUrl !== undefined && { previewUrl }),
  ...(metadata !== undefined && { provider_metadata: metadata }),
});

async function undo(
  dependencies: MediaDependencies,
  files: readonly ReceivedFile[],
  recorded: readonly Document[],
  reason: Failure,
): Promise<Result<never>> {
  const discarded: ReceivedFile[] = [];
  for (const [index, file] of files.entries()) {
    const record = recorded[index];
    if (record === undefined) {
      if (index > recorded.length || !mayBeKept.has(reason.code)) discarded.push(file);
      continue;
    }
    const mutation = { kind: 'delete', type: fileType, documentId: idOf(record) } as const;
    const removed = await dependencies.documents.delete(
      whileItHas(systemPrincipal, 'delete', [file.hash]),
      mutation,
    );
    if (removed.ok) discarded.push(file);
  }
  await discardFiles(dependencies, discarded);
  return err(reason);
}

/**
 * Links files to a document that `principal` may change: a list gets them at its end, so that concurrent uploads do not
 * overwrite each other; a single link is replaced.
 */
async function linkFiles(
  { documents }: MediaDependencies,
  place: LinkPlace,
  files: readonly string[],
): Promise<Result<Answer>> {
  const { principal, type, documentId, relation, layer, locale } = place;
  const linked = await documents.update(linking(principal, files), {
    kind: 'update',
    type: type.uid,
    ...(documentId !== undefined && { documentId }),
    ...(locale !== undefined && { locale }),
    layer,
    data: { [relation.name]: relation.many ? { connect: files } : files.at(-1) },
    answer: { fields: ['documentId'] },
  });
  return linked.ok || linked.failure.code !== 'DOCUMENT.NOT_FOUND' ? linked : err(noDocument(place));
}

/**
 * Returns the server's principal on behalf of `principal`, so that files are appended. It may change what `principal`
 * may change, and link these files without `find`, as `principal` has just uploaded them.
 */
function linking(principal: Principal, files: readonly string[]): Principal {
  const { grants } = principal;
  if (grants.kind !== 'listed') return { ...principal, kind: 'system' };
  const own = { fields: null, filter: compare('documentId', '$in', files) };
  const ofFiles = new Map(grants.listed.get(fileType)).set('find', own);
  const listed = new Map(grants.listed).set(fileType, ofFiles);
  return { ...principal, kind: 'system', grants: { kind: 'listed', listed } };
}

/** The unit of file records: thousands of bytes, with two decimal places. */
const sizeInKilobytes = (bytes: number): number => Math.round(bytes / 10) / 100;
