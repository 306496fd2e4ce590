/** Computes the SHA-256 of what it gets, in pieces. */
export interface Checksum {
  update(bytes: Uint8Array | string): void;
  /** Hexadecimal. Nothing can be added afterwards. */
  result(): string;
}

export type CreateChecksum = () => Checksum;
