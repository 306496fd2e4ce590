import { ok } from '../../domain/result.js';
import type { DocumentStore } from '../ports/document-store.js';

/** Performs several writes by performing each, for stores to which that makes no difference. */
export const writeEach =
  (write: DocumentStore['write']): DocumentStore['writeAll'] =>
  async (works) => {
    for (const work of works) {
      const written = await write(work);
      if (!written.ok) return written;
    }
    return ok(undefined);
  };
