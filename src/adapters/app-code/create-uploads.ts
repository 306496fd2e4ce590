import { textOf } from '../../domain/document/text-of.js';
import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { basename } from 'node:path';

import { chunksOf } from '../../application/media/receive-file.js';
import type { FileId, IncomingFile, Media } from '../../application/media/media.js';
import type { Document } from '../../application/ports/document-store.js';
import { failure } from '../../domain/failure.js';
import { systemPrincipal } from '../../domain/permission/permission.js';
import { AppError, valueOf } from './app-error.js';
import type { DocumentService } from './create-document-service.js';
import { affected } from './answered.js';

/** Files for app code, without permission checks. Available from `bootstrap` on. */
export interface Uploads {
  /** Stores a file as an upload does. Returns its record. */
  add(file: AddedFile): Promise<Document>;
  /** Removes a file and its record. Returns the record. */
  remove(file: FileId): Promise<Document>;
}

export interface AddedFile {
  /** One of these three: a file of this machine, bytes, or a stream of them. */
  readonly path?: string;
  readonly buffer?: Uint8Array;
  readonly stream?: AsyncIterable<Uint8Array>;
  /** The file's label. Optional with a path. */
  readonly name?: string;
  readonly fileInfo?: Readonly<Record<string, unknown>>;
}

export function createUploads(media: Media, isReady: () => boolean): Uploads {
  const ready = (): void => {
    if (!isReady()) throw new Error('Uploads are there from bootstrap on, not yet in register');
  };
  return {
    async add(file) {
      ready();
      const incoming = await incomingOf(file ?? {});
      const upload = valueOf(media.upload(systemPrincipal));
      try {
        valueOf(await upload.receive(incoming));
        const [document] = valueOf(await upload.finish({ info: file.fileInfo }));
        if (document === undefined) throw new Error('a new file has no record');
        return document;
      } finally {
        await upload.abandon();
      }
    },
    async remove(file) {
      ready();
      return valueOf(await media.remove(systemPrincipal, file));
    },
  };
}

/** Wraps the documents of files: deleting one also deletes its file. */
export const deletingFiles = (service: DocumentService, media: Media): DocumentService => ({
  ...service,
  delete: async (params) => {
    const file = await service.findOne(params);
    if (file === null) return service.delete(params);
    valueOf(await media.remove(systemPrincipal, textOf(file['documentId'])));
    return affected(undefined, [file]);
  },
});

async function incomingOf({ path, buffer, stream, name }: AddedFile): Promise<IncomingFile> {
  const given = [path, buffer, stream].filter((one) => one !== undefined);
  if (given.length !== 1) throw wrong('one of path, buffer and stream is needed', 'path');
  const label = name ?? (path === undefined ? undefined : basename(path));
  if (label === undefined) throw wrong('name is missing', 'name');
  if (buffer !== undefined) return { name: label, content: chunksOf(buffer) };
  if (stream !== undefined) return { name: label, content: stream };
  await access(path ?? '').catch((error: unknown) => {
    throw wrong(`path cannot be read: ${(error as Error).message}`, 'path');
  });
  return { name: label, content: createReadStream(path ?? '') };
}

const wrong = (message: string, key: string): AppError =>
  new AppError(failure('INPUT.INVALID', message, { key }));
