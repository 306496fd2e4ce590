export interface Ids {
  /** Returns 24 lower-case letters and digits, beginning with a letter: unpredictable, and different every time. */
  documentId(): string;
}
