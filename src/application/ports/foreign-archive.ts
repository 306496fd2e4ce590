/** The files of an archive that another server has exported. */
export interface ForeignArchive {
  /** The name for messages, as the user gave it. */
  readonly name: string;
  /**
   * Returns every file in the order of the archive. Each call begins anew. Read the content of a file before the next
   * one is asked for; what is left unread is skipped. Iterating throws `ThrownFailure` if the archive is damaged or has
   * an entry that is not a plain file with a relative path.
   */
  files(): AsyncIterable<ArchivedFile>;
}

export interface ArchivedFile {
  /** A relative path with slashes, such as `entities/entities_00001.jsonl`. No segment is empty, `.` or `..`. */
  readonly path: string;
  readonly size: number;
  readonly content: AsyncIterable<Uint8Array>;
}

/** Temporary files outside memory, for one import or export. */
export interface Scratch {
  file(name: string): ScratchFile;
  /** Removes all files. */
  close(): void;
}

/** Grows at its end, and can be read anywhere. Throws `ThrownFailure` if there is no space left. */
export interface ScratchFile {
  readonly size: number;
  append(bytes: Uint8Array): void;
  /** Returns fewer bytes only at the end of the file. The result may be overwritten by the next call. */
  read(at: number, length: number): Uint8Array;
}

/** Writes an archive. Files are written one after the other. */
export interface ArchiveWriter {
  /** `size` is the number of bytes in `content`. */
  write(path: string, size: number, content: AsyncIterable<Uint8Array>): Promise<void>;
  /** Completes the archive, which is not there under its name before. Returns the name. */
  finish(): Promise<string>;
  /** Removes what was written. */
  abandon(): Promise<void>;
}
