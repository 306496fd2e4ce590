import type { ServedType } from '../../domain/media/served-types.js';
import type { Result } from '../../domain/result.js';

/**
 * Keeps the bytes of files, each under a key that the server made (`isFileKey`); any other key is as one that is not
 * there. Failures: `MEDIA.NO_SPACE`, and `MEDIA.UNAVAILABLE` where disk or bucket do not do what they should.
 */
export interface FileStore {
  /** What records name as `provider`. */
  readonly provider: string;
  /** Where clients get the file: a path of this server, or an absolute URL. */
  urlOf(key: string): string;
  /**
   * Writes all of `content`, or nothing: who opens the key sees the whole file or none. What `content` throws is thrown
   * on, after the part that was written is gone.
   */
  put(file: NewFile): Promise<Result<void>>;
  /** Null: there is no such file. */
  open(key: string): Promise<OpenFile | null>;
  /** Succeeds also for keys that are not there. */
  remove(keys: readonly string[]): Promise<Result<void>>;
  /** Notes, before anything is written or deleted, that this file may be left without a record. Outlives the process. */
  claim(key: string): Promise<Result<void>>;
  /** Takes the note back: record and file fit each other. */
  release(key: string): Promise<Result<void>>;
  /** Keys claimed by a process that is gone, or so long ago that nobody can still be at it. */
  orphaned(): Promise<Result<readonly string[]>>;
}

export interface NewFile {
  readonly key: string;
  readonly content: AsyncIterable<Uint8Array>;
  readonly type: ServedType;
  /** Bytes at most, where that is known before. */
  readonly expected?: number;
}

/** In bytes, both ends included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface OpenFile {
  /** Bytes of the whole file. */
  readonly size: number;
  readonly modified: Date;
  /** Its bytes, or those of a range inside it. To be asked once. */
  read(range?: ByteRange): AsyncIterable<Uint8Array>;
  /** To be called in the end, whether it was read or not. */
  close(): Promise<void>;
}
