import { isPlainObject } from '../../domain/document/plain-object.js';
import { textOf } from '../../domain/document/text-of.js';
import { denied } from '../../domain/failure.js';
import { fileType, folderType } from '../../domain/schema/built-in-uids.js';
import type { Json } from '../../domain/schema/schema.js';
import { decide, filterFor, mayWithAll, type Principal } from '../../domain/permission/permission.js';
import { compare } from '../../domain/query/compare.js';
import type { Query } from '../../domain/query/query.js';
import type { Answer } from '../documents/documents.js';
import { findAsSystem } from '../documents/system-query.js';
import { createFolders, folderNamed, readFolders } from './folders.js';
import { placeFilter, type FolderPlace } from './in-folder.js';
import { writingFor } from '../audit/writing-for.js';
import { changeInfo } from './change-info.js';
import { findFile, findDocument } from './find-file.js';
import { startUpload } from './upload.js';
import type { Media, MediaDependencies, FileId } from './use-cases.js';
import { err, ok, type Result } from '../../domain/result.js';
import type { Document } from '../ports/document-store.js';
import { visible, fileRecordOf } from './file-record.js';
import { takeOut, whileItHas } from './take-out.js';
import { formatKey } from '../../domain/media/file-key.js';
import { eraseFiles } from './discard-files.js';

export type * from './use-cases.js';

export function createMedia(dependencies: MediaDependencies): Media {
  const { documents, files } = dependencies;
  const acting = (principal: Principal): MediaDependencies => ({
    ...dependencies,
    documents: writingFor(documents, principal),
  });
  return {
    upload: (principal) => startUpload(acting(principal), principal),
    replace: async (principal, file) => {
      const replaced = await findFile(dependencies, principal, 'update', file);
      return replaced.ok ? startUpload(acting(principal), principal, replaced.value) : replaced;
    },
    find: (principal, query, place) =>
      findFiles(dependencies, principal, { ...query, type: fileType, action: 'find' }, place),
    findOne: async (principal, file, query) => {
      const found = await findFile(dependencies, principal, 'findOne', file);
      if (!found.ok) return found;
      const { documentId } = found.value;
      return documents.findOne(principal, { ...query, documentId, type: fileType, action: 'findOne' });
    },
    describe: (principal, file, info) => changeInfo(acting(principal), principal, file, info),
    remove: (principal, file) => removeFile(acting(principal), principal, file),
    open: (key) => files.open(key),
    sweep: () => sweep(dependencies),
    folders: createFolders(dependencies),
    foldersOf: (principal, ids) => foldersOf(dependencies, principal, ids),
    changeable: (principal, ids) => changeable(dependencies, principal, ids),
  };
}

async function findFiles(
  { documents }: MediaDependencies,
  principal: Principal,
  query: Query,
  place: FolderPlace | undefined,
): Promise<Result<Answer>> {
  if (place === undefined) return documents.find(principal, query);
  if (!mayWithAll(principal, 'find', folderType)) return err(denied);
  const tree = await readFolders(documents);
  if (!tree.ok) return tree;
  const named = folderNamed(tree.value, place.folder);
  if (!named.ok) return named;
  const filter = placeFilter(tree.value, { ...place, folder: named.value });
  return documents.find(principal, filter === null ? query : { ...query, imposed: filter });
}

async function foldersOf(
  { documents }: MediaDependencies,
  principal: Principal,
  files: readonly string[],
): Promise<Result<ReadonlyMap<string, string | null>>> {
  if (files.length === 0 || !mayWithAll(principal, 'find', folderType)) return ok(new Map());
  const found = await findAsSystem(documents, fileType, {
    filters: compare('documentId', '$in', files),
    fields: ['documentId'],
    populate: { all: false, members: [{ name: 'folder', fields: ['documentId'] }] },
  });
  if (!found.ok) return found;
  const folderIn = (folder: Json | undefined): string | null =>
    isPlainObject(folder) ? textOf(folder['documentId']) : null;
  return ok(new Map(found.value.map((file) => [textOf(file['documentId']), folderIn(file['folder'])])));
}

async function changeable(
  { documents }: MediaDependencies,
  principal: Principal,
  files: readonly string[],
): Promise<Result<ReadonlySet<string>>> {
  const permission = decide(principal, 'update', fileType);
  if (permission === null) return ok(new Set());
  const within = filterFor(principal, permission);
  if (within === null || files.length === 0) return ok(new Set(files));
  const these = compare('documentId', '$in', files);
  const filters = { kind: 'and', filters: [these, within] } as const;
  const found = await findAsSystem(documents, fileType, { filters, fields: ['documentId'] });
  return found.ok ? ok(new Set(found.value.map(({ documentId }) => textOf(documentId)))) : found;
}

/** Removes the record before the file, which is claimed in case of a crash in between. */
async function removeFile(
  dependencies: MediaDependencies,
  principal: Principal,
  file: FileId,
): Promise<Result<Document>> {
  const { documents, schema } = dependencies;
  const found = await findFile(dependencies, principal, 'delete', file);
  if (!found.ok) return found;
  const removed = await takeOut(dependencies, found.value, async (record) => {
    const mutation = { kind: 'delete', type: fileType, documentId: record.documentId } as const;
    const deleted = await documents.delete(whileItHas(principal, 'delete', [record.hash]), mutation);
    return deleted.ok ? ok(record.document) : deleted;
  });
  return removed.ok ? ok(visible(schema, principal, removed.value)) : removed;
}

/**
 * Checks the files that were claimed and never released: a file that a record refers to stays, any other is removed.
 */
async function sweep(dependencies: MediaDependencies): Promise<Result<number>> {
  const { documents, files, images } = dependencies;
  const orphaned = await files.orphaned();
  if (!orphaned.ok) return orphaned;
  let removed = 0;
  for (const key of orphaned.value) {
    const record = await findDocument(documents, fileType, 'hash', key.replace(/\..*$/, ''));
    if (!record.ok) return record;
    if (record.value !== null && fileRecordOf(record.value).key === key) {
      await files.release(key);
      continue;
    }
    const named = [key, ...images.formats.map((format) => formatKey(format, key))];
    const erased = await eraseFiles(
      dependencies,
      key,
      named.map((each) => ({ key: each })),
    );
    if (erased.ok) removed += 1;
  }
  return ok(removed);
}
