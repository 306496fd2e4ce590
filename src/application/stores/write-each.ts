import { ok, type Result } from '../../domain/result.js';
import type { DocumentStore } from '../ports/document-store.js';

/** Performs several writes by performing each, for stores to which that makes no difference. */
export const writeEach =
  (write: DocumentStore['write']): DocumentStore['writeAll'] =>
  async (works) => {
    const results: Result<null>[] = [];
    for (const work of works) {
      const written = await write(work);
      results.push(written.ok ? ok(null) : written);
      if (!written.ok) break;
    }
    return ok(results);
  };
