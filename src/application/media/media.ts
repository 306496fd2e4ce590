import { fileType } from '../../domain/schema/built-in-uids.js';
import type { Principal } from '../../domain/permission/permission.js';
import { writingFor } from '../audit/writing-for.js';
import { changeInfo } from './change-info.js';
import { findFile, findDocument } from './find-file.js';
import { startUpload } from './upload.js';
import type { Media, MediaDependencies, FileId } from './use-cases.js';
import { ok, type Result } from '../../domain/result.js';
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
    find: (principal, query) => documents.find(principal, { ...query, type: fileType, action: 'find' }),
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
  };
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
    const keys = [key, ...images.formats.map((format) => formatKey(format, key))];
    const erased = await eraseFiles(dependencies, key, keys);
    if (erased.ok) removed += 1;
  }
  return ok(removed);
}
