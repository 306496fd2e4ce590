import type { ContentType } from '../../domain/media/judge-content.js';

/** Recognises file types by the signature at the beginning of the file. */
export interface FileTypes {
  /** Returns the type of the file that begins with `head`; null if the signature is unknown. */
  recognise(head: Uint8Array): Promise<ContentType | null>;
}
