import type { Principal } from '../../domain/permission/permission.js';
import type { Layer, Query } from '../../domain/query/query.js';
import type { Result } from '../../domain/result.js';
import type { Schema } from '../../domain/schema/schema.js';
import type { Answer, Documents } from '../documents/documents.js';
import type { Document } from '../ports/document-store.js';
import type { FileStore, OpenFile } from '../ports/file-store.js';
import type { FileTypes } from '../ports/file-types.js';
import type { ImageProcessor } from '../ports/image-processor.js';
import type { Log } from '../ports/log.js';
import type { Folders } from './folders.js';
import type { FolderPlace } from './in-folder.js';

/**
 * The use cases of files. Their records are documents of `plugin::upload.file`, whose grants apply. A file is written
 * before its record and deleted after it, so that a crash leaves at most a file without a record.
 */
export interface Media {
  /** Starts an upload. Needs `create`. */
  upload(principal: Principal): Result<Upload>;
  /** Starts an upload that replaces the file of a record. Needs `update`. */
  replace(principal: Principal, file: FileId): Promise<Result<Upload>>;
  /** Like `Documents.find`. Needs `find`; with a place, the permission to find folders too. */
  find(
    principal: Principal,
    query: Omit<Query, 'type' | 'action'>,
    place?: FolderPlace,
  ): Promise<Result<Answer>>;
  /** Needs `findOne`. */
  findOne(principal: Principal, file: FileId, query: Omit<Query, 'type' | 'action'>): Promise<Result<Answer>>;
  /** Changes the descriptions of a file, and its folder. Needs `update`. Returns the record. */
  describe(principal: Principal, file: FileId, info: unknown): Promise<Result<Document>>;
  /** Needs `delete`. Returns the removed record. */
  remove(principal: Principal, file: FileId): Promise<Result<Document>>;
  /** Opens a file for anybody who has its key. Returns null if it does not exist. */
  open(key: string): Promise<OpenFile | null>;
  /** Removes files without a record. Returns the number removed. */
  sweep(): Promise<Result<number>>;
  readonly folders: Folders;
  /** Returns the folder of each of these files, by documentId; nothing of them for who may not find folders. */
  foldersOf(
    principal: Principal,
    files: readonly string[],
  ): Promise<Result<ReadonlyMap<string, string | null>>>;
  /** Returns those of these files, by documentId, that the principal may change. */
  changeable(principal: Principal, files: readonly string[]): Promise<Result<ReadonlySet<string>>>;
}

/**
 * An upload of files, one after another. It ends with `finish` or `abandon`; unless `finish` succeeds, no file and no
 * record is left.
 */
export interface Upload {
  /** Writes one file. Fails with `MEDIA.*`; after a failure only `abandon` may be called. */
  receive(file: IncomingFile): Promise<Result<void>>;
  /** Creates the records of the received files, and links them. Returns the records in the order of the files. */
  finish(details?: UploadDetails): Promise<Result<readonly Document[]>>;
  /** Does nothing if the upload has finished. */
  abandon(): Promise<void>;
}

export interface UploadDetails {
  /** Descriptions: one object for all files, or a list with one for each. */
  readonly info?: unknown;
  /** The document to link the files to. */
  readonly link?: LinkRequest;
}

/** An uploaded file. */
export interface IncomingFile {
  /** The name that the client sends: a label, never a path. */
  readonly name: string;
  readonly content: AsyncIterable<Uint8Array>;
  /** The maximum size in bytes, if it is known in advance. */
  readonly expected?: number;
}

/** A media attribute of a document. */
export interface LinkRequest {
  /** `api::restaurant.restaurant`. */
  readonly ref: string;
  /** Absent: the document of a single type. */
  readonly refId?: FileId;
  readonly field: string;
  /** `published` also publishes the document, as an update does. */
  readonly layer: Layer;
  readonly locale?: string;
}

/** A documentId, or a numeric id. */
export type FileId = string | number;

export interface MediaLimits {
  /** The maximum size of a file in bytes. */
  readonly fileSize: number;
  /** The maximum number of files in one upload. */
  readonly files: number;
}

export interface MediaDependencies {
  readonly schema: Schema;
  readonly documents: Documents;
  readonly files: FileStore;
  readonly images: ImageProcessor;
  readonly types: FileTypes;
  /** Returns ten random hexadecimal digits. */
  readonly suffix: () => string;
  readonly log: Log;
  readonly limits: MediaLimits;
}
