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

/**
 * The use cases over files. Records are documents of `plugin::upload.file`, and the policy is asked about that type.
 * A file is written before its record and deleted after it, so that what a crash leaves is a file without a record.
 */
export interface Media {
  /** Takes files in. Needs `create`. */
  upload(principal: Principal): Result<Upload>;
  /** Takes in a file in the place of another, whose record stays. Needs `update`. */
  replace(principal: Principal, file: FileName): Promise<Result<Upload>>;
  /** As `Documents.find`. Needs `find`. */
  find(principal: Principal, query: Omit<Query, 'type' | 'action'>): Promise<Result<Answer>>;
  /** Needs `findOne`. */
  findOne(
    principal: Principal,
    file: FileName,
    query: Omit<Query, 'type' | 'action'>,
  ): Promise<Result<Answer>>;
  /** Changes what a person says about a file. Needs `update`. Answers the record. */
  describe(principal: Principal, file: FileName, info: unknown): Promise<Result<Document>>;
  /** Needs `delete`. Answers the record that was. */
  remove(principal: Principal, file: FileName): Promise<Result<Document>>;
  /** The bytes, for everybody who knows the key. Null: there is no such file. */
  open(key: string): Promise<OpenFile | null>;
  /** Removes files whose record never came to be, or is gone; answers how many. */
  sweep(): Promise<Result<number>>;
}

/**
 * Files on their way in, one after the other. It ends with `finish` or `abandon`; unless `finish` succeeds, no file and
 * no record is left.
 */
export interface Upload {
  /** Writes one file. Fails with `MEDIA.*`; then nothing but `abandon` is left to do. */
  receive(file: IncomingFile): Promise<Result<void>>;
  /** Makes the records of what was received, and links them; answers them in the order of the files. */
  finish(details?: UploadDetails): Promise<Result<readonly Document[]>>;
  /** Harmless where there is nothing to give up. */
  abandon(): Promise<void>;
}

export interface UploadDetails {
  /** What is said about the files: one for all, or a list with one for each. */
  readonly info?: unknown;
  /** What to link the files to. */
  readonly link?: LinkRequest;
}

/** One file as it comes in. */
export interface IncomingFile {
  /** What its sender calls it: a label, never a path. */
  readonly name: string;
  readonly content: AsyncIterable<Uint8Array>;
  /** Bytes at most, where that is known before. */
  readonly expected?: number;
}

/** Where files are linked to: a media attribute of a document. */
export interface LinkRequest {
  /** `api::restaurant.restaurant`. */
  readonly ref: string;
  /** Absent: the document of a single type. */
  readonly refId?: FileName;
  readonly field: string;
  /** `published` publishes, as an update would. */
  readonly layer: Layer;
  readonly locale?: string;
}

/** A documentId, or the numeric id. */
export type FileName = string | number;

export interface MediaLimits {
  /** Bytes of a file. */
  readonly fileSize: number;
  /** Files of one upload. */
  readonly files: number;
}

export interface MediaDependencies {
  readonly schema: Schema;
  readonly documents: Documents;
  readonly files: FileStore;
  readonly images: ImageProcessor;
  readonly types: FileTypes;
  /** Ten random hexadecimal digits. */
  readonly suffix: () => string;
  readonly log: Log;
  readonly limits: MediaLimits;
}
