import { failure } from '../../domain/failure.js';
import type { CreateChecksum } from '../ports/checksum.js';
import type { ArchiveWriter } from '../ports/foreign-archive.js';
import { longestLine } from '../transfer/json-lines.js';
import { ThrownFailure } from '../thrown-failure.js';
import { createSections, entryHead, type Ending } from './backup-format.js';

/** Writes entries with their checksums. */
export interface EntryWriter {
  /** Writes `count` things of a section as lines. */
  lines(section: string, path: string, lines: readonly string[], count: number): Promise<void>;
  bytes(section: string, path: string, size: number, content: AsyncIterable<Uint8Array>): Promise<void>;
  sections(): Ending['sections'];
}

export function createEntryWriter(writer: ArchiveWriter, createChecksum: CreateChecksum): EntryWriter {
  const sections = createSections(createChecksum);
  const write = async (
    section: string,
    path: string,
    size: number,
    content: AsyncIterable<Uint8Array>,
    count: number,
  ): Promise<void> => {
    const checksum = createChecksum();
    checksum.update(entryHead(path, size));
    const passed = async function* (): AsyncGenerator<Uint8Array> {
      for await (const chunk of content) {
        checksum.update(chunk);
        yield chunk;
      }
    };
    await writer.write(path, size, passed());
    sections.add(section, count, size, checksum.result());
  };
  return {
    async lines(section, path, lines, count) {
      const encoder = new TextEncoder();
      const pieces = lines.map((line) => encoder.encode(line));
      if (pieces.some(({ length }) => length > longestLine)) throw new ThrownFailure(tooLong(section));
      const size = pieces.reduce((sum, { length }) => sum + length, 0);
      await write(section, path, size, inOrder(joined(pieces, size)), count);
    },
    bytes: (section, path, size, content) => write(section, path, size, content, 1),
    sections: () => sections.result(),
  };
}

const tooLong = (section: string) =>
  failure('PLAN.TOO_LARGE', `A row of ${section} is larger than ${longestLine / 1024 / 1024} MB.`);

function joined(pieces: readonly Uint8Array[], size: number): Uint8Array {
  const all = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

async function* inOrder(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
