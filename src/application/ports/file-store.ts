import type { ServedType } from '../../domain/media/served-types.js';
import type { Json } from '../../domain/schema/schema.js';
import type { Result } from '../../domain/result.js';

/**
 * Stores the bytes of files under keys that the server generates (`isFileKey`). Other keys are treated as missing, and not claimed.
 * Methods fail with `MEDIA.NO_SPACE`, and with `MEDIA.UNAVAILABLE` if the disk or the bucket does not work.
 */
export interface FileStore {
  /** The value of `provider` in file records. */
  readonly provider: string;
  /** Loads what storing needs. Rejects if it cannot be loaded, so that it stops the start; does not connect. */
  load(): Promise<void>;
  /** Returns the URL of a file of this key: a path of this server, or an absolute URL. Null: only `put` knows it. */
  urlOf(key: string): string | null;
  /**
   * Writes the whole of `content` or nothing; a file is visible only when it is complete. An error that `content`
   * throws is rethrown after the partial file is removed.
   */
  put(file: NewFile): Promise<Result<PlacedFile>>;
  /** Returns null if the file does not exist. */
  open(key: string): Promise<OpenFile | null>;
  /** Missing files are ignored. */
  remove(files: readonly KeptFile[]): Promise<Result<void>>;
  /** Records, before the file is written or deleted, that it may end up without a record. Survives the process. */
  claim(key: string): Promise<Result<void>>;
  /** Removes the claim: file and record are consistent. */
  release(key: string): Promise<Result<void>>;
  /**
   * Returns keys claimed by a process that no longer runs, or so long ago that no process can still be working on them.
   */
  orphaned(): Promise<Result<readonly string[]>>;
}

/** Whether files are kept where only `put` knows their addresses, and nothing reads them back: at an upload provider. */
export const isElsewhere = (files: Pick<FileStore, 'urlOf'>): boolean => files.urlOf('any') === null;

/** Where a file was written. */
export interface PlacedFile {
  /** The URL that clients fetch the file from: a path of this server, or an absolute URL. */
  readonly url: string;
  /** Of a picture that stands for a film. */
  readonly previewUrl?: string;
  /** What another server needs to remove it: `provider_metadata` of its record. */
  readonly metadata?: Json;
}

/** A file by its key, and by what its record says of where it was written. */
export interface KeptFile extends Partial<PlacedFile> {
  readonly key: string;
  /** Who keeps it; absent: this store. */
  readonly provider?: string;
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
