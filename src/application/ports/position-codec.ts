/** Writes positions of the change log as texts for clients, who cannot read from them how much is written. */
export interface PositionCodec {
  write(position: number): string;
  /** Null for a text that `write` has not made, also with the key of another server. */
  read(text: string): number | null;
}
