import type { Answer, Documents } from '../documents/documents.js';
import type { Principal } from '../../domain/permission/permission.js';
import type { Query } from '../../domain/query/query.js';
import type { Result } from '../../domain/result.js';
import type { Schema } from '../../domain/schema/schema.js';
import type { Document } from '../ports/document-store.js';
import type { FileStore, OpenFile } from '../ports/file-store.js';
import type { FileTypes } from '../ports/file-types.js';
import type { ImageProcessor } from '../ports/image-processor.js';
import type { Log } from '../ports/log.js';
import { changeInfo } from './change-info.js';
import { fileType } from './file-record.js';
import { findFile } from './find-file.js';
import { removeFile } from './remove-file.js';
import { sweep } from './sweep.js';
import { startUpload, type Upload } from './upload.js';

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

export function createMedia(dependencies: MediaDependencies): Media {
  const { documents, files } = dependencies;
  return {
    upload: (principal) => startUpload(dependencies, principal),
    replace: async (principal, file) => {
      const replaced = await findFile(dependencies, principal, 'update', file);
      return replaced.ok ? startUpload(dependencies, principal, replaced.value) : replaced;
    },
    find: (principal, query) => documents.find(principal, { ...query, type: fileType, action: 'find' }),
    findOne: async (principal, file, query) => {
      const found = await findFile(dependencies, principal, 'findOne', file);
      if (!found.ok) return found;
      const { documentId } = found.value;
      return documents.findOne(principal, { ...query, documentId, type: fileType, action: 'findOne' });
    },
    describe: (principal, file, info) => changeInfo(dependencies, principal, file, info),
    remove: (principal, file) => removeFile(dependencies, principal, file),
    open: (key) => files.open(key),
    sweep: () => sweep(dependencies),
  };
}
