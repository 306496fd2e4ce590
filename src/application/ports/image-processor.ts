import type { Result } from '../../domain/result.js';

/** Looks at pictures, and makes them smaller. */
export interface ImageProcessor {
  /** The names of all formats that it may make, smallest first. */
  readonly formats: readonly string[];
  /** Whether it reads pictures of this type. */
  reads(mime: string): boolean;
  /**
   * The picture's size as it is shown, and its formats: those that are smaller than it. Null where it cannot be read.
   * Fails with `MEDIA.REFUSED` where it has too many pixels or takes too long, and with `MEDIA.BUSY` where too many
   * pictures wait or the decoder ended, when a retry may succeed. The content is read when decoding starts.
   */
  process(content: AsyncIterable<Uint8Array>): Promise<Result<Picture | null>>;
  /** Ends the decoder processes; a later picture starts them again. */
  close(): void;
}

export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly formats: readonly PictureFormat[];
}

/** Of the same type as the picture itself. */
export interface PictureFormat {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly bytes: Uint8Array;
}
