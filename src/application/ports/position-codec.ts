/** Writes positions of the change log `log` as texts for clients, who cannot read from them how much is written. */
export interface PositionCodec {
  write(log: string, position: number): string;
  /** Null for a text that `write` has not made, also for another log or with the key of another server. */
  read(log: string, text: string): number | null;
}
