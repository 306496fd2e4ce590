import type { Json } from '../../domain/schema/schema.js';

/** Writes and reads the cursors of lists. Clients can neither read what one says of a question, nor use it for another. */
export interface CursorCodec {
  /** `question` names what was asked; `values` are those of the sort keys of a row. */
  write(question: string, values: readonly Json[]): string;
  /** Null: the text is no cursor of this question. */
  read(question: string, text: string): readonly Json[] | null;
}
