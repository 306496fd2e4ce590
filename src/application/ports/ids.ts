export interface Ids {
  /** 24 lower-case letters and digits, the first a letter; not to be guessed, never given out twice. */
  documentId(): string;
}
