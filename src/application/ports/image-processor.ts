import type { Result } from '../../domain/result.js';

/** Measures pictures and makes smaller formats of them. */
export interface ImageProcessor {
  /** The names of all formats, smallest first. */
  readonly formats: readonly string[];
  /** Whether pictures of this MIME type can be decoded. */
  reads(mime: string): boolean;
  /**
   * Returns the picture's size as displayed, and its formats that are smaller than the picture; null if it cannot be
   * decoded. Fails with `MEDIA.REFUSED` if it has too many pixels or takes too long, and with `MEDIA.BUSY` if too many
   * pictures wait or the decoder crashed; a retry may then succeed. The content is read when decoding starts. Callers take
   * turns, and one cannot take the room to wait from others; absent: the server itself.
   */
  process(content: AsyncIterable<Uint8Array>, caller?: string): Promise<Result<Picture | null>>;
  /** Stops the decoder processes. A later picture starts them again. */
  close(): void;
}

export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly formats: readonly PictureFormat[];
}

/** A smaller format, of the same type as the picture. */
export interface PictureFormat {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly bytes: Uint8Array;
}
