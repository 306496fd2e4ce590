import { fileType } from '../../domain/schema/built-in-uids.js';
import { formatKey } from '../../domain/media/file-key.js';
import { ok, type Result } from '../../domain/result.js';
import { eraseFiles } from './discard-files.js';
import { fileRecordOf } from './file-record.js';
import { findDocument } from './find-file.js';
import type { MediaDependencies } from './use-cases.js';

/** Looks at what was claimed and never released: a file that a record names stays, any other goes. */
export async function sweep(dependencies: MediaDependencies): Promise<Result<number>> {
  const { documents, files, images } = dependencies;
  const forsaken = await files.forsaken();
  if (!forsaken.ok) return forsaken;
  let removed = 0;
  for (const key of forsaken.value) {
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
