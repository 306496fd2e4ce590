import type { PictureFormat } from '../../application/ports/image-processor.js';

/** What the server asks of the process that decodes pictures: one at a time, answered by one `Decoded`. */
export interface DecodingRequest {
  readonly bytes: Uint8Array;
  /** The pictures to make, smallest first: those that are smaller than the picture. */
  readonly boxes: readonly Box[];
  /** Pixels of all pages together. */
  readonly maxPixels: number;
}

/** A picture that fits into these sides. */
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
