import type { ScratchFile } from '../ports/foreign-archive.js';

const pieceBytes = 1024 * 1024;

/** The content of a file. Each piece is a copy, as the next one overwrites what was read. */
export async function* scratchPieces(file: ScratchFile): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < file.size; at += pieceBytes)
    yield Uint8Array.from(file.read(at, Math.min(pieceBytes, file.size - at)));
}
