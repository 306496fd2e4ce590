/** Looks at pictures, and makes them smaller. */
export interface ImageProcessor {
  /** The names of all formats that it may make, smallest first. */
  readonly formats: readonly string[];
  /** Whether it reads pictures of this type. */
  reads(mime: string): boolean;
  /**
   * The picture's size as it is shown, and its formats: those that are smaller than it. Null where it can not be read.
   * One that is too large to be drawn in bounded memory has a size and no formats.
   */
  process(content: AsyncIterable<Uint8Array>): Promise<Picture | null>;
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
