import type { ArchiveWriter, Scratch, ScratchFile } from '../ports/foreign-archive.js';
import { scratchPieces } from './scratch-pieces.js';

/** The lines of one stage of an archive, in temporary files until their size is known. */
export interface StageFiles {
  readonly count: number;
  add(line: object): void;
  write(writer: ArchiveWriter): Promise<void>;
}

/** Strapi cuts stages into files of this size. */
const longestFile = 256 * 1024 * 1024;

export function createStageFiles(scratch: Scratch, name: string): StageFiles {
  const parts: ScratchFile[] = [];
  const encoder = new TextEncoder();
  let count = 0;
  return {
    get count() {
      return count;
    },
    add(line) {
      count++;
      const bytes = encoder.encode(JSON.stringify(line));
      let part = parts.at(-1);
      if (part === undefined || part.size + bytes.length > longestFile) {
        part = scratch.file(`${name} ${parts.length + 1}`);
        parts.push(part);
      }
      if (part.size > 0) part.append(newline);
      part.append(bytes);
    },
    async write(writer) {
      for (const [at, part] of parts.entries()) {
        const number = String(at + 1).padStart(5, '0');
        await writer.write(`${name}/${name}_${number}.jsonl`, part.size, scratchPieces(part));
      }
    },
  };
}

const newline = new Uint8Array([10]);
