import type { PictureFormat } from '../../application/ports/image-processor.js';

/** A message from the server to the decoder process, which answers it with one `Decoded` before the next. */
export interface DecodingRequest {
  readonly bytes: Uint8Array;
  /** The boxes of the formats to make, smallest first: those that are smaller than the picture. */
  readonly boxes: readonly Box[];
  /** Pixels of all pages together. */
  readonly maxPixels: number;
}

/** The maximum size of a format. */
export interface Box {
  readonly name: string;
  readonly width: number;
  readonly height: number;
}

export type Decoded =
  | {
      readonly kind: 'picture';
      readonly width: number;
      readonly height: number;
      readonly formats: readonly PictureFormat[];
    }
  | { readonly kind: 'too-large'; readonly pixels: number }
  | { readonly kind: 'unreadable' };
