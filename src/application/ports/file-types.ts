import type { ContentType } from '../../domain/media/judge-content.js';

/** Knows the signatures that files begin with. */
export interface FileTypes {
  /** Null: no signature that it knows. `head` is the beginning of the file. */
  recognise(head: Uint8Array): Promise<ContentType | null>;
}
