import { fileType } from '../../domain/schema/built-in-uids.js';
import { denied, failure } from '../../domain/failure.js';
import { reason } from '../../domain/reason/reason.js';
import { kindOf } from '../../domain/media/file-kind.js';
import { keepsRatio } from '../../domain/media/focal-point.js';
import { decide, type Principal } from '../../domain/permission/permission.js';
import { err, ok, type Result } from '../../domain/result.js';
import type { Document } from '../ports/document-store.js';
import { discardFiles } from './discard-files.js';
import { visible, type FileRecord } from './file-record.js';
import { findPlace } from './find-place.js';
import type { IncomingFile, MediaDependencies, Upload, UploadDetails } from './use-cases.js';
import { readInfoOf, type Info } from './read-info.js';
import { receiveFile, type ReceivedFile } from './receive-file.js';
import { recordFiles, keptOf } from './record-files.js';
import { updateRecord } from './change-info.js';
import { mayBeKept, takeOut, whileItHas } from './take-out.js';

const empty = failure('INPUT.INVALID', reason('file.empty'));

/** Starts an upload. With `replaced`, which `principal` may change, the one file replaces that file. */
export function startUpload(
  dependencies: MediaDependencies,
  principal: Principal,
  replaced?: FileRecord,
): Result<Upload> {
  // The server derives most attributes from the content, so a permission for some attributes only is not enough.
  const permission = decide(principal, replaced === undefined ? 'create' : 'update', fileType);
  if (permission === null || permission.fields !== null) return err(denied);
  if (replaced === undefined && permission.filter !== null) return err(denied);
  const limit = replaced === undefined ? dependencies.limits.files : 1;
  let received: ReceivedFile[] = [];
  const abandon = async (): Promise<void> => {
    const files = received;
    received = [];
    await discardFiles(dependencies, files);
  };
  const receive = async (file: IncomingFile): Promise<Result<void>> => {
    if (received.length >= limit) return err(tooMany(limit));
    const written = await receiveFile(dependencies, file, principal.caller?.key);
    if (!written.ok) return written;
    received.push(written.value);
    return ok(undefined);
  };
  const finish = async ({ info, link }: UploadDetails = {}): Promise<Result<readonly Document[]>> => {
    const [first] = received;
    if (first === undefined) return err(empty);
    const infos = await readInfos(dependencies, principal, info, received.length);
    if (!infos.ok) return infos;
    const place =
      link === undefined ? ok(undefined) : await findPlace(dependencies, principal, link, received);
    if (!place.ok) return place;
    if (replaced !== undefined && !sameKind(replaced, first)) return err(otherKind(replaced, first));
    const files = received;
    // From here on the files belong to their records, or are discarded with them.
    received = [];
    const recorded =
      replaced === undefined
        ? await recordFiles(dependencies, principal, files, infos.value, place.value)
        : await replaceFile(dependencies, principal, replaced, first, infos.value[0] ?? {});
    return recorded.ok
      ? ok(recorded.value.map((document) => visible(dependencies.schema, principal, document)))
      : recorded;
  };
  return ok({ receive, finish, abandon });
}

const tooMany = (limit: number) =>
  failure('MEDIA.TOO_LARGE', limit === 1 ? reason('file.one') : reason('file.many', { max: limit }));

/** The file must stay of a kind that the attributes which link to it allow. */
const sameKind = (replaced: FileRecord, file: ReceivedFile): boolean =>
  kindOf(file.mime) === kindOf(replaced.mime);

const otherKind = (replaced: FileRecord, { name, mime }: ReceivedFile) =>
  failure('MEDIA.REFUSED', reason('file.otherKind', { name, mime, kind: kindOf(replaced.mime) }));

async function readInfos(
  dependencies: MediaDependencies,
  principal: Principal,
  info: unknown,
  count: number,
): Promise<Result<readonly Info[]>> {
  const list: readonly unknown[] = Array.isArray(info)
    ? info
    : Array.from({ length: count }, () => info ?? {});
  if (list.length > count)
    return err(
      failure('INPUT.INVALID', `fileInfo is there ${list.length} times, for ${count} files`, {
        key: 'fileInfo',
        source: 'body',
      }),
    );
  const infos: Info[] = [];
  for (const one of list) {
    const read = await readInfoOf(dependencies, principal, one ?? {});
    if (!read.ok) return read;
    infos.push(read.value);
  }
  return ok(infos);
}

/**
 * Replaces a file: the record stays, with its descriptions, and refers to the new file. The URL changes with the
 * content, because clients cache files forever. A picture of other proportions is cropped otherwise, so it loses the focal point.
 */
async function replaceFile(
  dependencies: MediaDependencies,
  principal: Principal,
  replaced: FileRecord,
  file: ReceivedFile,
  info: Info,
): Promise<Result<readonly Document[]>> {
  const { files } = dependencies;
  const updated = await takeOut(dependencies, replaced, ({ documentId, hash, size }) => {
    const writer = whileItHas(principal, 'update', [hash, file.hash]);
    const cleared = keepsRatio(size, file.size ?? unknownSize) ? {} : { focalPoint: null };
    return updateRecord(dependencies, writer, documentId, { ...cleared, ...info, ...keptOf(file, files) });
  });
  if (updated.ok) {
    await files.release(file.key);
    return ok([updated.value]);
  }
  if (!mayBeKept.has(updated.failure.code)) await discardFiles(dependencies, [file]);
  return updated;
}

const unknownSize = { width: null, height: null };
