import type { CapturedVersion, CapturedVersions } from '../../../application/ports/captured-versions.js';
import { ok } from '../../../domain/result.js';
import type { MemoryWriter } from './create-memory-units.js';

interface MemoryCapturedVersions extends CapturedVersions {
  /** Adds the capture of a committed write. */
  add(captured: CapturedVersion): void;
}

/** Keeps captures in an array, oldest first, until they are taken. */
export function createMemoryCapturedVersions(writer: MemoryWriter): MemoryCapturedVersions {
  let all: readonly CapturedVersion[] = [];
  return {
    add(captured) {
      all = [...all, structuredClone(captured)];
    },
    take: (documents, limit) =>
      writer(async (unit) => {
        const isAsked = ({ type, documentId }: CapturedVersion): boolean =>
          documents.some((one) => one.type === type && one.documentId === documentId);
        const taken = all.filter(isAsked).slice(0, limit);
        const before = all;
        all = all.filter((captured) => !taken.includes(captured));
        unit?.undo.push(() => (all = before));
        return ok(structuredClone(taken));
      }),
  };
}
