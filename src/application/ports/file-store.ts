import type { ServedType } from '../../domain/media/served-types.js';
import type { Result } from '../../domain/result.js';

/**
 * Stores the bytes of files under keys that the server generates (`isFileKey`). Other keys are treated as missing.
 * Methods fail with `MEDIA.NO_SPACE`, and with `MEDIA.UNAVAILABLE` if the disk or the bucket does not work.
 */
export interface FileStore {
  /** The value of `provider` in file records. */
  readonly provider: string;
  /** Returns the URL that clients fetch the file from: a path of this server, or an absolute URL. */
  urlOf(key: string): string;
  /**
   * Writes the whole of `content` or nothing; a file is visible only when it is complete. An error that `content`
   * throws is rethrown after the partial file is removed.
   */
  put(file: NewFile): Promise<Result<void>>;
  /** Returns null if the file does not exist. */
  open(key: string): Promise<OpenFile | null>;
  /** Missing keys are ignored. */
  remove(keys: readonly string[]): Promise<Result<void>>;
  /** Records, before the file is written or deleted, that it may end up without a record. Survives the process. */
  claim(key: string): Promise<Result<void>>;
  /** Removes the claim: file and record are consistent. */
  release(key: string): Promise<Result<void>>;
  /**
   * Returns keys claimed by a process that no longer runs, or so long ago that no process can still be working on them.
   */
  orphaned(): Promise<Result<readonly string[]>>;
}

export interface NewFile {
  readonly key: string;
  readonly content: AsyncIterable<Uint8Array>;
  readonly type: ServedType;
  /** The size in bytes if it is known in advance. The content may be shorter, not longer. */
  readonly expected?: number;
}

/** A range of bytes, both ends inclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface OpenFile {
  /** The size of the whole file in bytes. */
  readonly size: number;
  readonly modified: Date;
  /** Returns the bytes of the file or of a range within it. Call it at most once. */
  read(range?: ByteRange): AsyncIterable<Uint8Array>;
  /** Must be called at the end, whether or not the file was read. */
  close(): Promise<void>;
}
